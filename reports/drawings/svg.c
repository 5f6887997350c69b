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
static const double heat_page_width =
    660; /* smallest width of a page with a list of the busiest channels */

static const char page_style[] =
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

static const char dies_style[] =
    "  .between { stroke: #b8860b; stroke-dasharray: 5 3; }\n"
    "  .on-die { font-size: 9px; text-anchor: middle; fill: #8a6508; }\n";

typedef noc_svg_point point;
typedef noc_svg_panel panel;

static bool is_on_grid(const noc_network *net)
{
    return net->columns > 0;
}

static noc_status measure_panel(panel *p, noc_diag *diag)
{
    if (noc_svg_has_structure(p->system, p->network))
        noc_svg_structure_size(p->system, p->network, &p->width, &p->height);
    else if (noc_svg_is_graph(p->system, p->network))
        return noc_svg_graph_measure(p, diag);
    else if (is_on_grid(noc_svg_network(p)))
        noc_svg_grid_measure(p);
    else if (noc_svg_is_bundled(p->system, p->network))
        noc_svg_bundles_measure(p);
    else
        noc_svg_stages_measure(p);
    return NOC_OK;
}

static const char *packet_kinds_words(const noc_network *net)
{
    if (net->carries[NOC_REQUEST] && net->carries[NOC_REPLY]) return "requests and replies";
    return net->carries[NOC_REPLY] ? "replies" : "requests";
}

/* Writes a short description of a network. */
static noc_status write_network_words(const panel *p, char *text, size_t size, noc_diag *diag)
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
            ->topology->explain_facts(p->system->design, net->spec_index, text, size);
    return NOC_OK;
}

static noc_status draw_panel(const panel *p, noc_diag *diag)
{
    const noc_network *net = noc_svg_network(p);
    char words[100], title[200], slices[40] = "";
    const int slice_count = noc_system_spec(p->system, p->network)->slices;
    const noc_status status = write_network_words(p, words, sizeof words, diag);
    if (status != NOC_OK) return status;
    if (slice_count > 1 && !p->heat)
        snprintf(slices, sizeof slices, "%d slices, each ", slice_count);
    if (slice_count > 1 && p->heat) snprintf(slices, sizeof slices, "slice %u, ", net->slice);
    snprintf(title, sizeof title, "network %u: %s, %s%u bytes wide, %s", net->spec_index,
             noc_graph_has_replies(&p->system->graph) ? packet_kinds_words(net) : "packets", slices,
             net->flit_bytes, words);
    noc_svg_text(p->out, "panel", p->origin.x, p->origin.y - 8, title);
    if (noc_svg_has_structure(p->system, p->network))
        noc_svg_structure_draw(p->system, p->network, p->heat, p->origin.x, p->origin.y, p->out);
    else if (noc_svg_is_graph(p->system, p->network))
        return noc_svg_graph_draw(p, diag);
    else if (is_on_grid(net))
        noc_svg_grid_draw(p);
    else if (noc_svg_is_bundled(p->system, p->network))
        return noc_svg_bundles_draw(p, diag);
    else
        return noc_svg_stages_draw(p, diag);
    return NOC_OK;
}

/* ---- the page ------------------------------------------------------------------------------- */

static bool has_half_routers(const noc_graph *graph)
{
    for (uint32_t r = 0; r < graph->router_count; r++)
        if (noc_svg_is_half_router(&graph->routers[r].built_crossbar)) return true;
    return false;
}

/* True if a link is drawn as long. Links between layers have their own class at any length. */
static bool has_long_links(const noc_graph *graph)
{
    for (uint32_t c = 0; c < graph->channel_count; c++)
        if (graph->channels[c].is_long && noc_graph_channel_network(graph, c)->layers <= 1)
            return true;
    return false;
}

static bool has_network(const noc_system *system, bool (*predicate)(const noc_system *, uint16_t))
{
    for (uint16_t n = 0; n < system->graph.network_count; n++)
        if (predicate(system, n)) return true;
    return false;
}

/* True if concentrators are drawn; bundles show none. */
static bool has_concentrators(const noc_system *system)
{
    const noc_graph *graph = &system->graph;
    for (uint32_t c = 0; c < graph->channel_count; c++)
        if (graph->channels[c].sharers > 1 &&
            !noc_svg_is_bundled(system, graph->channels[c].network))
            return true;
    return false;
}

/* Draws a mark and its name. Returns the x of the next mark, pixels. */
static double draw_mark(FILE *out, noc_svg_mark mark, bool has_line, double x, double y)
{
    if (has_line)
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
static void draw_legend(const noc_system *system, bool has_link_kinds, FILE *out, double y)
{
    const noc_graph *graph = &system->graph;
    const bool has_counts =
        has_network(system, noc_svg_is_graph) || has_network(system, noc_svg_is_bundled);
    const struct {
        noc_svg_mark mark;
        bool is_present;
    } marks[] = {
        {{"compute", graph->memory_count ? "compute node" : "node"}, !has_counts},
        {{"memory", "memory node"}, graph->memory_count > 0 && !has_counts},
        {{"compute", graph->memory_count ? "compute node, or how many" : "node, or how many"},
         has_counts},
        {{"memory", "memory node, or how many"}, graph->memory_count > 0 && has_counts},
        {{"router", noc_graph_has_silicon(graph) ? "router" : "ideal network"}, true},
        {{"half", "half router"}, has_half_routers(graph)},
        {{"concentrator", "concentrator"}, has_concentrators(system)},
        {{"long", "long link"}, has_link_kinds && has_long_links(graph)},
        {{"link between", "link between dies"}, has_link_kinds && noc_svg_has_dies(system)},
        {{"wrap", "wrap-around link"},
         has_link_kinds && has_network(system, noc_svg_grid_has_wraps)},
        {{"layer", "to the next layer (up), the one before (down)"},
         has_link_kinds && has_network(system, noc_svg_grid_has_layers)},
        {{"layer", "to the second slice of the tile"},
         has_link_kinds && has_network(system, noc_svg_grid_has_slices)},
    };
    double x = margin;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (marks[i].is_present)
            x = draw_mark(out, marks[i].mark, is_line(marks[i].mark.class), x, y);
}

/* Draws a network's own legend, below its panel. */
static void draw_network_legend(const panel *p)
{
    double x = p->origin.x;
    const noc_svg_mark *marks = noc_svg_structure_marks(p->system, p->network);
    for (size_t i = 0; marks[i].class; i++)
        x = draw_mark(p->out, marks[i], is_line(marks[i].class), x, p->origin.y + p->height + 16);
}

/* Places the panels, two in a row. Returns the size of the page. */
static point arrange_panels(panel *panels, size_t count)
{
    point page = {600, margin + title_height}; /* wide enough for the legend */
    for (size_t n = 0; n < count; n += 2) {
        double x = margin, largest_height = 0;
        for (size_t k = n; k < count && k < n + 2; k++) {
            panels[k].origin = (point){x, page.y};
            const bool has_structure = noc_svg_has_structure(panels[k].system, panels[k].network);
            x += fmax(panels[k].width, has_structure ? structure_width : title_width) + panel_gap;
            if (panels[k].height > largest_height) largest_height = panels[k].height;
        }
        if (x - panel_gap + margin > page.x) page.x = x - panel_gap + margin;
        page.y += largest_height + panel_gap;
    }
    page.y += legend_height - panel_gap + margin;
    return page;
}

/* Draws the title: the design, and the load of a heat picture. */
static void draw_title(const noc_system *system, const noc_svg_heat *heat, FILE *out)
{
    char words[400];
    const noc_graph *graph = &system->graph;
    if (graph->memory_count)
        snprintf(words, sizeof words, "%.200s: %u compute and %u memory nodes",
                 system->design->name, graph->compute_count, graph->memory_count);
    else
        snprintf(words, sizeof words, "%.200s: %u nodes", system->design->name,
                 graph->compute_count);
    noc_svg_text(out, "title", margin, margin + 10, words);
    if (!heat) return;
    snprintf(words, sizeof words, "Channels%s", heat->load);
    noc_svg_text(out, "panel", margin, margin + 28, words);
}

static void put_style(const noc_system *system, const noc_svg_heat *heat, const char *scope,
                      FILE *out)
{
    fputs("<style>\n", out);
    noc_svg_style(out, scope, page_style);
    noc_svg_style(out, scope, noc_svg_structure_style);
    if (heat) noc_svg_style(out, scope, noc_svg_heat_style);
    if (noc_svg_has_dies(system)) noc_svg_style(out, scope, dies_style);
    fputs("</style>\n", out);
}

static noc_status draw_page(const noc_system *system, panel *panels, size_t count,
                            const noc_svg_heat *heat, FILE *out, noc_diag *diag)
{
    const char *scope = heat ? "nocsight-channels" : "nocsight-design";
    point page = arrange_panels(panels, count);
    const double legend_y = page.y - margin;
    noc_status status = NOC_OK;
    if (heat) {
        page.x = fmax(page.x, heat_page_width);
        page.y += noc_svg_heat_legend_height(heat);
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
            scope, page.x, page.y, page.x, page.y);
    put_style(system, heat, scope, out);
    fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", out);
    draw_title(system, heat, out);
    for (size_t n = 0; n < count && status == NOC_OK; n++) status = draw_panel(&panels[n], diag);
    for (size_t n = 0; n < count; n++)
        if (noc_svg_has_structure(system, panels[n].network)) draw_network_legend(&panels[n]);
    draw_legend(system, !heat, out, legend_y);
    if (heat)
        noc_svg_heat_draw_legend(out, heat, has_network(system, noc_svg_is_bundled), margin,
                                 legend_y + 14);
    fprintf(out, "</svg>\n");
    return status;
}

noc_status noc_svg_draw(const noc_system *system, FILE *out, noc_diag *diag)
{
    return noc_svg_draw_heat(system, NULL, out, diag);
}

noc_status noc_svg_draw_heat(const noc_system *system, const noc_svg_heat *heat, FILE *out,
                             noc_diag *diag)
{
    const noc_graph *graph = &system->graph;
    panel *panels = calloc(graph->network_count, sizeof *panels);
    noc_svg_box *routers = calloc(graph->router_count + 1, sizeof *routers);
    noc_status status = panels && routers ? NOC_OK : noc_fail_memory(diag);
    size_t count = 0;
    for (uint16_t n = 0; n < graph->network_count && status == NOC_OK; n++) {
        if (!heat && graph->networks[n].slice > 0)
            continue; /* other slices are equal to the first */
        panels[count] =
            (panel){.system = system, .out = out, .network = n, .heat = heat, .routers = routers};
        status = measure_panel(&panels[count++], diag);
    }
    if (status == NOC_OK) status = draw_page(system, panels, count, heat, out, diag);
    free(panels);
    free(routers);
    return status;
}
