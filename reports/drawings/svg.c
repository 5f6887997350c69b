#include "reports/drawings/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds/kinds.h"
#include "reports/drawings/svg_bundles.h"
#include "reports/drawings/svg_graph.h"
#include "reports/drawings/svg_grid.h"
#include "reports/drawings/svg_panel.h"
#include "reports/drawings/svg_stages.h"
#include "reports/drawings/svg_structure.h"
#include "reports/writers/svg_elements.h"

/* Lengths are in pixels. */
static const double margin = 24, title_height = 54, panel_gap = 48, legend_height = 44;
static const double title_width = 390, structure_width = 520; /* smallest widths of a panel */
static const double hot_width =
    660; /* smallest width of a page with a list of the busiest channels */

static const char style[] =
    "  text { font: 11px sans-serif; fill: #333; }\n"
    "  .title { font-size: 16px; font-weight: bold; }\n"
    "  .panel { font-size: 12px; fill: #555; }\n"
    "  .name { font-size: 10px; text-anchor: middle; }\n"
    "  .small { font-size: 7px; fill: #777; }\n"
    "  .right { text-anchor: end; }\n"
    "  .link { stroke: #456; stroke-width: 1.1; fill: none; }\n"
    "  .long { stroke: #a36; stroke-width: 1.7; fill: none; }\n"
    "  .wrap { stroke: #0a7a6a; stroke-width: 1.3; fill: none; }\n"
    "  .layer { stroke: #7a4fa3; stroke-width: 1.6; fill: none; }\n"
    "  .dense { stroke-width: 0.5; stroke-opacity: 0.55; }\n"
    "  .count { font-size: 9px; text-anchor: middle; }\n"
    "  .light { fill: #fff; }\n"
    "  .cycles { font-size: 10px; text-anchor: middle; fill: #a02020; stroke: #fff; "
    "stroke-width: 3px; paint-order: stroke; }\n"
    "  .port { stroke: #999; stroke-width: 0.8; fill: none; }\n"
    "  .bundle { stroke: #456; fill: none; }\n"
    "  .number { font-size: 10px; text-anchor: middle; stroke: #fff; stroke-width: 4px; "
    "paint-order: stroke; }\n"
    "  .far { stroke: #a36; stroke-opacity: 0.7; }\n"
    "  .router { fill: #dfe7f2; stroke: #345; stroke-width: 1.2; }\n"
    "  .half { fill: #fff; stroke: #345; stroke-width: 1.2; stroke-dasharray: 3 2; }\n"
    /* light and dark, distinct in grey prints */
    "  .compute { fill: #b9dcb9; stroke: #4a7a4a; stroke-width: 0.7; }\n"
    "  .memory { fill: #c65a0a; stroke: #7a3400; stroke-width: 0.7; }\n"
    "  .one-way { fill: #456; }\n"
    "  .concentrator { fill: #fff3b0; stroke: #886; stroke-width: 0.9; }\n";

static const char style_of_dies[] =
    "  .between { stroke: #b8860b; stroke-dasharray: 5 3; }\n"
    "  .on-die { font-size: 9px; text-anchor: middle; fill: #8a6508; }\n";

typedef noc_svg_point point;
typedef noc_svg_panel panel;

static bool on_grid(const noc_network *net)
{
    return net->columns > 0;
}

static noc_status measure(panel *p, noc_diag *diag)
{
    if (noc_svg_has_structure(p->system, p->network))
        noc_svg_structure_size(p->system, p->network, &p->width, &p->height);
    else if (noc_svg_is_graph(p->system, p->network))
        return noc_svg_graph_measure(p, diag);
    else if (on_grid(noc_svg_network(p)))
        noc_svg_grid_measure(p);
    else if (noc_svg_is_bundled(p->system, p->network))
        noc_svg_bundles_measure(p);
    else
        noc_svg_stages_measure(p);
    return NOC_OK;
}

static const char *carried(const noc_network *net)
{
    if (net->carries[NOC_REQUEST] && net->carries[NOC_REPLY]) return "requests and replies";
    return net->carries[NOC_REPLY] ? "replies" : "requests";
}

/* Writes a short description of a network. */
static noc_status words_of(const panel *p, char *text, size_t size, noc_diag *diag)
{
    const noc_network *net = noc_svg_network(p);
    if (noc_svg_has_structure(p->system, p->network))
        noc_svg_structure_words(p->system, p->network, text, size);
    else if (noc_svg_is_graph(p->system, p->network))
        return noc_svg_graph_words(p->system, p->network, text, size, diag);
    else if (noc_network_has_buffers(net))
        snprintf(text, size, "%u VC%s of %u flits", net->vc.virtual_channels,
                 net->vc.virtual_channels == 1 ? "" : "s", net->vc.buffer_flits);
    else
        noc_system_spec(p->system, p->network)
            ->topology->explain(p->system->design, net->spec, text, size);
    return NOC_OK;
}

static noc_status draw_panel(const panel *p, noc_diag *diag)
{
    const noc_network *net = noc_svg_network(p);
    char words[100], title[200], slices[40] = "";
    const int sliced = noc_system_spec(p->system, p->network)->slices;
    const noc_status status = words_of(p, words, sizeof words, diag);
    if (status != NOC_OK) return status;
    if (sliced > 1 && !p->heat) snprintf(slices, sizeof slices, "%d slices, each ", sliced);
    if (sliced > 1 && p->heat) snprintf(slices, sizeof slices, "slice %u, ", net->slice);
    snprintf(title, sizeof title, "network %u: %s, %s%u bytes wide, %s", net->spec,
             noc_graph_has_replies(&p->system->graph) ? carried(net) : "packets", slices,
             net->flit_bytes, words);
    noc_svg_text(p->out, "panel", p->origin.x, p->origin.y - 8, title);
    if (noc_svg_has_structure(p->system, p->network))
        noc_svg_structure_draw(p->system, p->network, p->heat, p->origin.x, p->origin.y, p->out);
    else if (noc_svg_is_graph(p->system, p->network))
        return noc_svg_graph_draw(p, diag);
    else if (on_grid(net))
        noc_svg_grid_draw(p);
    else if (noc_svg_is_bundled(p->system, p->network))
        return noc_svg_bundles_draw(p, diag);
    else
        return noc_svg_stages_draw(p, diag);
    return NOC_OK;
}

/* ---- the page ------------------------------------------------------------------------------- */

static bool has_half_routers(const noc_graph *g)
{
    for (uint32_t r = 0; r < g->router_count; r++)
        if (noc_svg_is_half(&g->routers[r].built)) return true;
    return false;
}

/* True if a link is drawn as long. Links between layers have their own class at any length. */
static bool has_long_links(const noc_graph *g)
{
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].is_long && noc_graph_network_of(g, c)->layers <= 1) return true;
    return false;
}

static bool any_network(const noc_system *s, bool (*is)(const noc_system *, uint16_t))
{
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (is(s, n)) return true;
    return false;
}

/* True if concentrators are drawn; bundles show none. */
static bool has_concentrators(const noc_system *s)
{
    const noc_graph *g = &s->graph;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].sharers > 1 && !noc_svg_is_bundled(s, g->channels[c].network))
            return true;
    return false;
}

/* Draws a mark and its name. Returns the x of the next mark, pixels. */
static double draw_mark(FILE *out, noc_svg_mark mark, bool line, double x, double y)
{
    if (line)
        noc_svg_line(out, mark.class, (point){x, y - 4}, (point){x + 12, y - 4});
    else
        noc_svg_square(out, mark.class, (point){x + 6, y - 4}, 12);
    noc_svg_text(out, "panel", x + 17, y, mark.name);
    return x + 45 + 6.2 * (double)strlen(mark.name);
}

static bool is_line(const char *class)
{
    static const char *const lines[] = {"long", "first", "second",      "token",
                                        "wrap", "layer", "link between"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(class, lines[i]) == 0) return true;
    return false;
}

/* Draws the legend. `has_link_kinds`: with the kinds of links, which a heat picture does not
 * show. */
static void draw_legend(const noc_system *s, bool built, FILE *out, double y)
{
    const noc_graph *g = &s->graph;
    const bool counted = any_network(s, noc_svg_is_graph) || any_network(s, noc_svg_is_bundled);
    const struct {
        noc_svg_mark mark;
        bool there;
    } marks[] = {
        {{"compute", g->memory_count ? "compute node" : "node"}, !counted},
        {{"memory", "memory node"}, g->memory_count > 0 && !counted},
        {{"compute", g->memory_count ? "compute node, or how many" : "node, or how many"}, counted},
        {{"memory", "memory node, or how many"}, g->memory_count > 0 && counted},
        {{"router", noc_graph_has_silicon(g) ? "router" : "ideal network"}, true},
        {{"half", "half router"}, has_half_routers(g)},
        {{"concentrator", "concentrator"}, has_concentrators(s)},
        {{"long", "long link"}, built && has_long_links(g)},
        {{"link between", "link between dies"}, built && noc_svg_shows_dies(s)},
        {{"wrap", "wrap-around link"}, built && any_network(s, noc_svg_grid_wraps)},
        {{"layer", "to the next layer (up), the one before (down)"},
         built && any_network(s, noc_svg_grid_has_layers)},
        {{"layer", "to the second slice of the tile"},
         built && any_network(s, noc_svg_grid_has_slices)},
    };
    double x = margin;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (marks[i].there) x = draw_mark(out, marks[i].mark, is_line(marks[i].mark.class), x, y);
}

/* Draws a network's own legend, below its panel. */
static void draw_own_legend(const panel *p)
{
    double x = p->origin.x;
    const noc_svg_mark *marks = noc_svg_structure_marks(p->system, p->network);
    for (size_t i = 0; marks[i].class; i++)
        x = draw_mark(p->out, marks[i], is_line(marks[i].class), x, p->origin.y + p->height + 16);
}

/* Places the panels, two in a row. Returns the size of the page. */
static point arrange(panel *panels, size_t count)
{
    point page = {600, margin + title_height}; /* wide enough for the legend */
    for (size_t n = 0; n < count; n += 2) {
        double x = margin, tallest = 0;
        for (size_t k = n; k < count && k < n + 2; k++) {
            panels[k].origin = (point){x, page.y};
            const bool structured = noc_svg_has_structure(panels[k].system, panels[k].network);
            x += fmax(panels[k].width, structured ? structure_width : title_width) + panel_gap;
            if (panels[k].height > tallest) tallest = panels[k].height;
        }
        if (x - panel_gap + margin > page.x) page.x = x - panel_gap + margin;
        page.y += tallest + panel_gap;
    }
    page.y += legend_height - panel_gap + margin;
    return page;
}

/* Draws the title: the design, and the load of a heat picture. */
static void draw_title(const noc_system *system, const noc_svg_heat *heat, FILE *out)
{
    char words[400];
    const noc_graph *g = &system->graph;
    if (g->memory_count)
        snprintf(words, sizeof words, "%.200s: %u compute and %u memory nodes",
                 system->design->name, g->compute_count, g->memory_count);
    else
        snprintf(words, sizeof words, "%.200s: %u nodes", system->design->name, g->compute_count);
    noc_svg_text(out, "title", margin, margin + 10, words);
    if (!heat) return;
    snprintf(words, sizeof words, "Channels%s", heat->load);
    noc_svg_text(out, "panel", margin, margin + 28, words);
}

static noc_status draw_page(const noc_system *system, panel *panels, size_t count,
                            const noc_svg_heat *heat, FILE *out, noc_diag *diag)
{
    point page = arrange(panels, count);
    const double legend = page.y - margin;
    noc_status status = NOC_OK;
    if (heat) {
        page.x = fmax(page.x, hot_width);
        page.y += noc_svg_heat_legend_height(heat);
    }
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 "
        "%.0f %.0f\">\n<style>\n%s%s%s%s</style>\n<rect width=\"100%%\" height=\"100%%\" "
        "fill=\"#fff\"/>\n",
        page.x, page.y, page.x, page.y, style, noc_svg_structure_style,
        heat ? noc_svg_heat_style : "", noc_svg_shows_dies(system) ? style_of_dies : "");
    draw_title(system, heat, out);
    for (size_t n = 0; n < count && status == NOC_OK; n++) status = draw_panel(&panels[n], diag);
    for (size_t n = 0; n < count; n++)
        if (noc_svg_has_structure(system, panels[n].network)) draw_own_legend(&panels[n]);
    draw_legend(system, !heat, out, legend);
    if (heat)
        noc_svg_heat_legend(out, heat, any_network(system, noc_svg_is_bundled), margin,
                            legend + 14);
    fprintf(out, "</svg>\n");
    return status;
}

noc_status noc_svg_draw(const noc_system *system, FILE *out, noc_diag *diag)
{
    return noc_svg_draw_hot(system, NULL, out, diag);
}

noc_status noc_svg_draw_hot(const noc_system *system, const noc_svg_heat *heat, FILE *out,
                            noc_diag *diag)
{
    const noc_graph *g = &system->graph;
    panel *panels = calloc(g->network_count, sizeof *panels);
    noc_svg_box *routers = calloc(g->router_count + 1, sizeof *routers);
    noc_status status = panels && routers ? NOC_OK : noc_fail_memory(diag);
    size_t count = 0;
    for (uint16_t n = 0; n < g->network_count && status == NOC_OK; n++) {
        if (!heat && g->networks[n].slice > 0) continue; /* other slices are equal to the first */
        panels[count] =
            (panel){.system = system, .out = out, .network = n, .heat = heat, .routers = routers};
        status = measure(&panels[count++], diag);
    }
    if (status == NOC_OK) status = draw_page(system, panels, count, heat, out, diag);
    free(panels);
    free(routers);
    return status;
}
