#include "reports/drawings/svg_timeline.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "network/graph/graph.h"
#include "reports/drawings/svg_heat.h"
#include "reports/writers/svg_elements.h"

enum { ROWS_MAX = 40, TICKS = 5, SCALE_STEPS = 60 };

/* Lengths in pixels. */
static const double names_width = 270, map_width = 640, row_height = 15, top_height = 46,
                    margin = 12, scale_width = 240, scale_height = 10, bottom_height = 86;

/* Row of the picture: a channel. */
typedef struct row {
    uint32_t channel;
    double utilisation; /* utilisation over all intervals */
} row;

/* Timeline, and all that its picture shows. */
typedef struct picture {
    const noc_system *system;
    const noc_timeline *timeline;
    const noc_channel_rates *rates;
    const row *rows; /* rows, the busiest first */
    uint32_t row_count, interval_count;
    double scale_end; /* utilisation of the darkest colour */
    FILE *out;
} picture;

static int compare_utilisation(const void *a, const void *b)
{
    const row *first = a, *second = b;
    if (first->utilisation != second->utilisation)
        return first->utilisation < second->utilisation ? 1 : -1;
    return (first->channel > second->channel) - (first->channel < second->channel);
}

/* Returns the length of an interval, cycles; the last one may be shorter. */
static double interval_cycles(const picture *p, uint32_t interval)
{
    const noc_timeline *timeline = p->timeline;
    const uint64_t start_cycle = interval * timeline->interval_cycles,
                   total_cycles = timeline->end - timeline->start;
    return (double)(total_cycles - start_cycle < timeline->interval_cycles
                        ? total_cycles - start_cycle
                        : timeline->interval_cycles);
}

/* Returns the utilisation of a channel in an interval. */
static double interval_utilisation(const picture *p, uint32_t channel, uint32_t interval)
{
    const noc_timeline *timeline = p->timeline;
    const double flits = timeline->flits[(size_t)interval * timeline->channel_count + channel];
    return flits /
           (interval_cycles(p, interval) * noc_channel_capacity(&p->system->graph, channel));
}

static double channel_utilisation(const picture *p, uint32_t channel)
{
    const noc_timeline *timeline = p->timeline;
    double flits = 0.0;
    for (uint32_t i = 0; i < p->interval_count; i++)
        flits += timeline->flits[(size_t)i * timeline->channel_count + channel];
    return flits / ((double)(timeline->end - timeline->start) *
                    noc_channel_capacity(&p->system->graph, channel));
}

static double largest_utilisation(const picture *p)
{
    double largest = 0.0;
    for (uint32_t r = 0; r < p->row_count; r++)
        for (uint32_t i = 0; i < p->interval_count; i++)
            largest = fmax(largest, interval_utilisation(p, p->rows[r].channel, i));
    return largest > 0.0 ? fmin(largest, 1.0) : 1.0;
}

/* ---- drawing -------------------------------------------------------------------------------- */

static void draw_rectangle(FILE *out, double x, double y, double width, double height,
                           const char *colour)
{
    fprintf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n", x, y,
            width, height, colour);
}

static double time_x(const picture *p, double cycles)
{
    return names_width + map_width * cycles / (double)(p->timeline->end - p->timeline->start);
}

static void draw_row(const picture *p, uint32_t number)
{
    const uint32_t channel = p->rows[number].channel;
    const noc_channel_rate *rate = &p->rates->channels[channel];
    const double y = top_height + number * row_height;
    char name[120], colour[8];
    snprintf(name, sizeof name, "%s %s", noc_channel_kind_name(rate->kind), rate->name);
    noc_svg_text(p->out, "channel", names_width - 6, y + row_height - 4, name);
    for (uint32_t i = 0; i < p->interval_count; i++) {
        const double utilisation = interval_utilisation(p, channel, i),
                     x = time_x(p, (double)i * (double)p->timeline->interval_cycles);
        if (utilisation <= 0.0) continue;
        noc_svg_heat_write_colour(utilisation / p->scale_end, colour);
        draw_rectangle(
            p->out, x, y + 0.5,
            time_x(p, (double)i * (double)p->timeline->interval_cycles + interval_cycles(p, i)) -
                x + 0.05,
            row_height - 1, colour);
    }
}

static void draw_time_axis(const picture *p)
{
    const double y = top_height + p->row_count * row_height;
    const double total_cycles = (double)(p->timeline->end - p->timeline->start);
    char text[60];
    for (int k = 0; k <= TICKS; k++) {
        const double x = time_x(p, total_cycles * k / TICKS);
        noc_svg_line(p->out, "tick-line", (noc_svg_point){x, y}, (noc_svg_point){x, y + 4});
        snprintf(text, sizeof text, "%.0f", total_cycles * k / TICKS);
        noc_svg_text(p->out, "tick", x, y + 16, text);
    }
    snprintf(text, sizeof text, "cycles of the network's clock, %" PRIu64 " a column",
             p->timeline->interval_cycles);
    noc_svg_text(p->out, "axis", names_width + map_width / 2, y + 32, text);
}

static void draw_scale(const picture *p)
{
    const double y = top_height + p->row_count * row_height + 46;
    char colour[8], text[60];
    for (int k = 0; k < SCALE_STEPS; k++) {
        noc_svg_heat_write_colour((k + 0.5) / SCALE_STEPS, colour);
        draw_rectangle(p->out, names_width + scale_width * k / SCALE_STEPS, y,
                       scale_width / SCALE_STEPS + 0.3, scale_height, colour);
    }
    noc_svg_text(p->out, "tick", names_width, y + scale_height + 13, "0");
    snprintf(text, sizeof text, "%.0f %%", 100.0 * p->scale_end);
    noc_svg_text(p->out, "tick", names_width + scale_width, y + scale_height + 13, text);
    noc_svg_text(p->out, "note", names_width + scale_width + 24, y + scale_height,
                 "of what the channel can carry");
}

static void draw_picture(const picture *p, const char *title)
{
    const double width = names_width + map_width + 3 * margin;
    const double height = top_height + p->row_count * row_height + bottom_height;
    char text[160];
    fprintf(p->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n"
            "<style>\n  text { font: 11px sans-serif; fill: #223; }\n"
            "  .title { font-size: 15px; font-weight: bold; }\n  .channel { text-anchor: end; }\n"
            "  .tick, .axis { text-anchor: middle; }\n  .tick { font-size: 10px; }\n"
            "  .tick-line { stroke: #556; }\n</style>\n",
            width, height, width, height);
    draw_rectangle(p->out, 0, 0, width, height, "#fff");
    noc_svg_text(p->out, "title", margin, 20, title);
    snprintf(text, sizeof text, "The %u busiest of %u channels over time, most busy first",
             p->row_count, p->rates->count);
    noc_svg_text(p->out, "note", margin, 37, text);
    draw_rectangle(p->out, names_width, top_height, map_width, p->row_count * row_height,
                   "#f4f5f7");
    for (uint32_t r = 0; r < p->row_count; r++) draw_row(p, r);
    draw_time_axis(p);
    draw_scale(p);
    fputs("</svg>\n", p->out);
}

noc_status noc_svg_timeline_draw(const noc_system *system, const noc_timeline *timeline,
                                 const noc_channel_rates *rates, const char *title, FILE *out,
                                 noc_diag *diag)
{
    row *rows = calloc(rates->count + 1u, sizeof *rows);
    if (!rows) return noc_fail_memory(diag);
    picture p = {system, timeline, rates, rows, 0, noc_timeline_intervals(timeline), 1.0, out};
    for (uint32_t c = 0; c < rates->count; c++) rows[c] = (row){c, channel_utilisation(&p, c)};
    qsort(rows, rates->count, sizeof *rows, compare_utilisation);
    while (p.row_count < rates->count && p.row_count < ROWS_MAX &&
           rows[p.row_count].utilisation > 0.0)
        p.row_count++;
    p.scale_end = largest_utilisation(&p);
    draw_picture(&p, title);
    free(rows);
    return NOC_OK;
}
