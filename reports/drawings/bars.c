#include "reports/drawings/bars.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "reports/writers/plots/axis.h"
#include "reports/writers/svg_elements.h"

/* Lengths are in pixels. */
static const double page_width = 900, margin = 24, title_height = 60;
static const double label_width = 200, value_width = 90, bar_height = 22, row_height = 32;
static const double panel_title_height = 30, axis_height = 36, panel_gap = 18, legend_height = 36,
                    legend_line_height = 20;
static const double character_width = 6.2; /* approximate width of a character, pixels */
enum { AXIS_STEPS = 5 };

static const char page_style[] =
    "  text { font: 11px sans-serif; fill: #333; }\n"
    "  .title { font-size: 16px; font-weight: bold; }\n"
    "  .panel { font-size: 12px; font-weight: bold; fill: #555; }\n"
    "  .note { fill: #555; }\n"
    "  .row { text-anchor: end; }\n"
    "  .tick { text-anchor: middle; fill: #777; }\n"
    "  .share { text-anchor: middle; fill: #fff; pointer-events: none; }\n"
    "  .dark { text-anchor: middle; pointer-events: none; }\n"
    "  .grid { stroke: #ddd; }\n"
    "  .moving { fill-opacity: 0.55; }\n";

/* Returns the colour of a component, distinct to the colour-blind (Paul Tol's bright scheme). */
static const char *part_colour(size_t part)
{
    static const char *const colours[NOC_PARTS] = {
        [NOC_COMPONENT_BUFFER] = "#4477aa",
        [NOC_COMPONENT_CROSSBAR] = "#ee6677",
        [NOC_COMPONENT_SWITCH_ALLOCATOR] = "#228833",
        [NOC_COMPONENT_VC_ALLOCATOR] = "#ccbb44",
        [NOC_COMPONENT_CLOCK] = "#aa3377",
        [NOC_COMPONENT_OTHER] = "#000000",
        [NOC_PART_CONCENTRATORS] = "#bbbbbb",
        [NOC_PART_LINKS] = "#66ccee",
        [NOC_PART_HINGE_ROUTERS] = "#332288",
        [NOC_PART_REPEATERS] = "#999933",
        [NOC_PART_LATCHES] = "#ddcc77",
        [NOC_PART_TABLE_BITS] = "#117733",
        [NOC_PART_ACK_LINKS] = "#44aa99",
        [NOC_PART_TOKEN_LINES] = "#882255",
        [NOC_PART_SLICE_ROUTERS] = "#cc6677",
        [NOC_PART_EJECTION_BUFFERS] = "#6699cc",
        [NOC_PART_DIE_LINKS] = "#ee8866",
        [NOC_PART_ECC] = "#aaaa00",
    };
    return colours[part];
}

/* True if a component's colour is light and needs dark letters. */
static bool is_light(size_t part)
{
    return part == NOC_COMPONENT_VC_ALLOCATOR || part == NOC_PART_CONCENTRATORS ||
           part == NOC_PART_LINKS || part == NOC_PART_LATCHES;
}

static const char *write_part_name(size_t part, char words[40])
{
    snprintf(words, 40, "%s", noc_part_name(part));
    for (char *c = words; *c; c++)
        if (*c == '_') *c = ' ';
    return words;
}

/* ---- bars ----------------------------------------------------------------------------------- */

/* Cost of one network or design. */
typedef struct bar {
    char name[NOC_LABEL_CHARS];
    const noc_network_cost *cost;
} bar;

typedef struct chart {
    FILE *out;
    bar *bars;
    size_t count;
    bool has_leakage, has_dynamic; /* leakage or dynamic power is known for a bar */
    const noc_design *design;
    const noc_breakdown *breakdown;
    size_t design_count;
} chart;

/* Quantity of a bar: silicon area, leakage or dynamic power. */
typedef enum quantity { AREA, LEAKAGE, DYNAMIC } quantity;

static double part_quantity(const noc_part_cost *part, quantity kind)
{
    const double value = kind == AREA      ? part->area_mm2
                         : kind == LEAKAGE ? part->leakage_mw
                                           : part->dynamic_mw;
    return isfinite(value) ? value : 0.0;
}

/* True if a quantity of a bar is known. Area is always known; power for all components or none. */
static bool is_known(const bar *b, quantity kind)
{
    for (size_t i = 0; i < NOC_PARTS && kind != AREA; i++) {
        const noc_part_cost *part = &b->cost->parts[i];
        if (!isfinite(kind == LEAKAGE ? part->leakage_mw : part->dynamic_mw)) return false;
    }
    return true;
}

static double bar_sum(const bar *b, quantity kind)
{
    double sum = 0.0;
    for (size_t i = 0; i < NOC_PARTS; i++) sum += part_quantity(&b->cost->parts[i], kind);
    return sum;
}

static void add_networks(chart *c, const noc_breakdown *b)
{
    for (uint16_t n = 0; n < b->network_count && b->network_count > 1; n++) {
        snprintf(c->bars[c->count].name, NOC_LABEL_CHARS, "%s", b->names[n]);
        c->bars[c->count++].cost = &b->networks[n];
    }
    snprintf(c->bars[c->count].name, NOC_LABEL_CHARS, "%s",
             b->network_count > 1 ? "all networks" : "network");
    c->bars[c->count++].cost = &b->cost.sum;
}

/* Adds a bar for each design with a known cost. */
static void add_designs(chart *c, const noc_estimate *estimates, const noc_breakdown *breakdowns,
                        size_t count)
{
    noc_labels labels = {0};
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&labels, estimates[i].design);
    for (size_t i = 0; i < count; i++) {
        if (breakdowns[i].cost.has_no_silicon) continue;
        noc_label_write(&labels, estimates[i].design, c->bars[c->count].name);
        c->bars[c->count++].cost = &breakdowns[i].cost.sum;
    }
}

static noc_status fill_chart(chart *c, const noc_estimate *estimates,
                             const noc_breakdown *breakdowns, size_t count, noc_diag *diag)
{
    *c = (chart){.design = estimates[0].design, .breakdown = &breakdowns[0], .design_count = count};
    c->bars = calloc(count + breakdowns[0].network_count + 1, sizeof *c->bars);
    if (!c->bars) return noc_fail_memory(diag);
    if (count > 1)
        add_designs(c, estimates, breakdowns, count);
    else if (!breakdowns[0].cost.has_no_silicon)
        add_networks(c, &breakdowns[0]);
    if (c->count == 0) {
        free(c->bars);
        return noc_fail(diag, NOC_EINPUT, NOC_NOWHERE,
                        "%s: there is no cost to draw (without a picture the answer says why)",
                        estimates[0].design->name);
    }
    for (size_t i = 0; i < c->count; i++) {
        c->has_leakage |= is_known(&c->bars[i], LEAKAGE);
        c->has_dynamic |= is_known(&c->bars[i], DYNAMIC);
    }
    return NOC_OK;
}

/* ---- drawing -------------------------------------------------------------------------------- */

static double bars_width(void)
{
    return page_width - 2.0 * margin - label_width - value_width;
}

static void draw_axis(const chart *c, double y, double largest)
{
    const noc_axis axis = {0.0, largest, false};
    const noc_axis_ticks ticks = noc_axis_find_ticks(&axis, AXIS_STEPS);
    const double left = margin + label_width, bottom = y + row_height * (double)c->count;
    for (size_t i = 0; i < ticks.count; i++) {
        const double x = left + bars_width() * noc_axis_share(&axis, ticks.list[i].value);
        fprintf(c->out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x, y - 4.0, bottom);
        noc_svg_text(c->out, "tick", x, bottom + 14.0, ticks.list[i].text);
    }
}

/* Draws one component of a bar; dynamic power is lighter. Returns its width, pixels. */
static double draw_part(const chart *c, const bar *b, size_t part, quantity kind, double x,
                        double y, double scale, double total)
{
    const double value = part_quantity(&b->cost->parts[part], kind), width = scale * value;
    char words[40], share[20];
    static const char *const kinds[] = {"", ", leakage", ", dynamic"};
    if (!(width > 0.0)) return 0.0;
    fprintf(c->out,
            "<rect class=\"%s\" fill=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\">"
            "<title>%s%s: %s %s, %.1f %%</title></rect>\n",
            kind == DYNAMIC ? "moving" : "still", part_colour(part), x, y, width, bar_height,
            write_part_name(part, words), kinds[kind], noc_figure_make(value, 3).text,
            kind == AREA ? "mm2" : "mW", 100.0 * value / total);
    snprintf(share, sizeof share, "%.0f %%", 100.0 * value / total);
    if (width > character_width * (double)strlen(share) + 4.0)
        noc_svg_text(c->out, is_light(part) || kind == DYNAMIC ? "dark" : "share", x + width / 2.0,
                     y + 15.0, share);
    return width;
}

static void draw_bar(const chart *c, const bar *b, bool is_power, double y, double largest)
{
    const double total = is_power ? bar_sum(b, LEAKAGE) + bar_sum(b, DYNAMIC) : bar_sum(b, AREA);
    const double scale = bars_width() / largest;
    const size_t name_limit = (size_t)(label_width / character_width);
    double x = margin + label_width;
    char name[NOC_LABEL_CHARS], value[NOC_FIGURE_CHARS + 8];
    snprintf(name, sizeof name, "%s", b->name);
    if (strlen(name) > name_limit) strcpy(&name[name_limit - 3], "...");
    noc_svg_text(c->out, "row", x - 8.0, y + 15.0, name);
    for (int kind = is_power ? LEAKAGE : AREA; kind <= (is_power ? DYNAMIC : AREA); kind++)
        for (size_t i = 0; i < NOC_PARTS; i++)
            x += draw_part(c, b, i, (quantity)kind, x, y, scale, total);
    if (is_power && !is_known(b, LEAKAGE))
        snprintf(value, sizeof value, "not known");
    else
        snprintf(value, sizeof value, "%s %s", noc_figure_make(total, is_power ? 1 : 3).text,
                 is_power ? "mW" : "mm2");
    noc_svg_text(c->out, "value", x + 6.0, y + 15.0, value);
}

static double draw_panel(const chart *c, const char *title, bool is_power, double y)
{
    double largest = 0.0;
    for (size_t i = 0; i < c->count; i++) {
        const bar *b = &c->bars[i];
        largest =
            fmax(largest, is_power ? bar_sum(b, LEAKAGE) + bar_sum(b, DYNAMIC) : bar_sum(b, AREA));
    }
    noc_svg_text(c->out, "panel", margin, y + 12.0, title);
    y += panel_title_height;
    if (!(largest > 0.0)) return y;
    draw_axis(c, y, largest);
    for (size_t i = 0; i < c->count; i++)
        draw_bar(c, &c->bars[i], is_power, y + row_height * (double)i, largest);
    return y + row_height * (double)c->count + axis_height + panel_gap;
}

static bool is_drawn(const chart *c, size_t part)
{
    for (size_t i = 0; i < c->count; i++)
        for (int kind = AREA; kind <= DYNAMIC; kind++)
            if (part_quantity(&c->bars[i].cost->parts[part], (quantity)kind) > 0.0) return true;
    return false;
}

/* Draws the legend of the two shades of power. */
static void draw_shades(FILE *out, double y)
{
    static const struct {
        const char *shade, *words;
    } shades[] = {{"still", "leakage (full colour)"}, {"moving", "dynamic (lighter)"}};
    double x = margin;
    for (size_t i = 0; i < sizeof shades / sizeof shades[0]; i++) {
        fprintf(out,
                "<rect class=\"%s\" fill=\"#555\" x=\"%.1f\" y=\"%.1f\" width=\"12\" "
                "height=\"12\"/>\n",
                shades[i].shade, x, y - 10.0);
        noc_svg_text(out, "legend", x + 17.0, y, shades[i].words);
        x += 40.0 + character_width * (double)strlen(shades[i].words);
    }
}

/* Draws the legend of components. Returns the number of its lines. `out` NULL: only counts. */
static int draw_legend(const chart *c, FILE *out, double y)
{
    double x = margin;
    int lines = 1;
    for (size_t i = 0; i < NOC_PARTS; i++) {
        char words[40];
        if (!is_drawn(c, i)) continue;
        const double width = 40.0 + character_width * (double)strlen(write_part_name(i, words));
        if (x + width > page_width) {
            x = margin;
            y += legend_line_height;
            lines++;
        }
        if (out) {
            fprintf(out, "<rect fill=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"12\"/>\n",
                    part_colour(i), x, y - 10.0);
            noc_svg_text(out, "legend", x + 17.0, y, words);
        }
        x += width;
    }
    if (!c->has_dynamic) return lines;
    if (out) draw_shades(out, y + legend_line_height);
    return lines + 1;
}

/* Writes the technology, clock, load and cost tables of the figure. */
static void write_note(const chart *c, char *text, size_t size)
{
    const noc_breakdown *b = c->breakdown;
    char load[80] = "";
    if (b->has_loop_activity)
        snprintf(load, sizeof load, "; where the closed loop settles");
    else if (isfinite(b->activity))
        snprintf(load, sizeof load, "; %g flits/cycle on every channel", b->activity);
    else if (isfinite(b->load))
        snprintf(load, sizeof load, "; load %g flits/cycle per injecting node", b->load);
    snprintf(text, size, "%g nm, %g MHz%s%s%s%s", c->design->chip.technology_nm,
             c->design->chip.clock_mhz, load, *b->cost.label ? "; " : "", b->cost.label,
             c->design_count > 1 ? " (the first design)" : "");
}

static void write_power_title(const chart *c, char *text, size_t size)
{
    if (!c->has_leakage)
        snprintf(text, size, "No power: %s", c->breakdown->cost.no_power_reason);
    else
        snprintf(text, size, "%s",
                 c->has_dynamic ? "Power, mW"
                                : "Leakage, mW (no --load, no --activity: no dynamic power)");
}

static void draw_chart(const chart *c)
{
    char words[300];
    const double panel =
        panel_title_height + row_height * (double)c->count + axis_height + panel_gap;
    const double height = margin + title_height + panel +
                          (c->has_leakage ? panel : panel_title_height) + legend_height +
                          legend_line_height * (draw_legend(c, NULL, 0.0) - 1);
    fprintf(c->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
            "height=\"100%%\" fill=\"#fff\"/>\n",
            page_width, height, page_width, height, page_style);
    snprintf(words, sizeof words, "%s: cost by component", c->design->name);
    noc_svg_text(c->out, "title", margin, margin + 10.0, words);
    write_note(c, words, sizeof words);
    noc_svg_text(c->out, "note", margin, margin + 30.0, words);
    double y = draw_panel(c, "Area, mm2", false, margin + title_height);
    write_power_title(c, words, sizeof words);
    y = draw_panel(c, words, true, y);
    draw_legend(c, c->out, y + 12.0);
    fprintf(c->out, "</svg>\n");
}

noc_status noc_bars_draw(FILE *out, const noc_estimate *estimates, const noc_breakdown *breakdowns,
                         size_t count, noc_diag *diag)
{
    chart c;
    const noc_status status = fill_chart(&c, estimates, breakdowns, count, diag);
    if (status != NOC_OK) return status;
    c.out = out;
    draw_chart(&c);
    free(c.bars);
    return NOC_OK;
}

/* ---- a page --------------------------------------------------------------------------------- */

static void put_row(const chart *c, const bar *b, const char *name, const double figures[3])
{
    static const int digits[] = {3, 1, 1};
    fputs("<tr><td>", c->out);
    noc_svg_escape(c->out, b->name);
    fprintf(c->out, "</td><td>%s</td>", name);
    for (int kind = AREA; kind <= DYNAMIC; kind++) {
        fprintf(c->out, "<td class=\"number\">%s</td>",
                is_known(b, (quantity)kind) ? noc_figure_make(figures[kind], digits[kind]).text
                                            : "-");
    }
    fputs("</tr>\n", c->out);
}

static void put_table(const chart *c)
{
    fputs("<table>\n<tr><th>network or design</th><th>component</th><th>area, mm2</th>"
          "<th>leakage, mW</th><th>dynamic, mW</th></tr>\n",
          c->out);
    for (size_t i = 0; i < c->count; i++) {
        const bar *b = &c->bars[i];
        for (size_t part = 0; part < NOC_PARTS; part++) {
            char words[40];
            const double figures[] = {part_quantity(&b->cost->parts[part], AREA),
                                      part_quantity(&b->cost->parts[part], LEAKAGE),
                                      part_quantity(&b->cost->parts[part], DYNAMIC)};
            if (is_drawn(c, part)) put_row(c, b, write_part_name(part, words), figures);
        }
        put_row(c, b, "<b>all</b>",
                (const double[]){bar_sum(b, AREA), bar_sum(b, LEAKAGE), bar_sum(b, DYNAMIC)});
    }
    fputs("</table>\n", c->out);
}

noc_status noc_bars_write_page(FILE *out, const noc_estimate *estimates,
                               const noc_breakdown *breakdowns, size_t count, noc_diag *diag)
{
    chart c;
    const noc_status status = fill_chart(&c, estimates, breakdowns, count, diag);
    if (status != NOC_OK) return status;
    c.out = out;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", out);
    noc_svg_escape(out, c.design->name);
    fputs(": cost by component</title>\n<style>\n"
          "body { font: 13px sans-serif; color: #333; margin: 1em; }\n"
          "table { border-collapse: collapse; margin: 0 24px; }\n"
          "th, td { padding: 2px 12px; border-bottom: 1px solid #ddd; text-align: left; }\n"
          "td.number { text-align: right; font-variant-numeric: tabular-nums; }\n"
          "</style>\n</head>\n<body>\n",
          out);
    draw_chart(&c);
    put_table(&c);
    fputs("</body>\n</html>\n", out);
    free(c.bars);
    return NOC_OK;
}
