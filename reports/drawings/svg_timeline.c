#include "reports/drawings/svg_timeline.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "network/graph/graph.h"
#include "reports/drawings/svg_heat.h"
#include "reports/writers/svg_elements.h"

enum { ROWS_MOST = 40, TICKS = 5, STEPS = 60 };

/* Lengths in pixels. */
static const double names_width = 270, map_width = 640, row_height = 15, top_height = 46,
                    margin = 12, scale_width = 240, scale_height = 10, below = 86;

/* A channel of the picture. */
typedef struct row {
    uint32_t channel;
    double used; /* utilisation over all intervals */
} row;

typedef struct picture {
    const noc_system *system;
    const noc_timeline *timeline;
    const noc_channel_rates *rates;
    const row *rows; /* rows, the busiest first */
    uint32_t row_count, intervals;
    double top; /* utilisation of the darkest colour */
    FILE *out;
} picture;

static int compare_used(const void *a, const void *b)
{
    const row *first = a, *second = b;
    if (first->used != second->used) return first->used < second->used ? 1 : -1;
    return (first->channel > second->channel) - (first->channel < second->channel);
}

/* Returns the length of an interval, cycles; the last one may be shorter. */
static double cycles_of(const picture *p, uint32_t interval)
{
    const noc_timeline *t = p->timeline;
    const uint64_t from = interval * t->interval, all = t->end - t->start;
    return (double)(all - from < t->interval ? all - from : t->interval);
}

/* Returns the utilisation of a channel in an interval. */
static double share_of(const picture *p, uint32_t channel, uint32_t interval)
{
    const noc_timeline *t = p->timeline;
    const double flits = t->flits[(size_t)interval * t->channels + channel];
    return flits / (cycles_of(p, interval) * noc_channel_capacity(&p->system->graph, channel));
}

static double used_of(const picture *p, uint32_t channel)
{
    const noc_timeline *t = p->timeline;
    double flits = 0.0;
    for (uint32_t i = 0; i < p->intervals; i++)
        flits += t->flits[(size_t)i * t->channels + channel];
    return flits / ((double)(t->end - t->start) * noc_channel_capacity(&p->system->graph, channel));
}

static double largest_share(const picture *p)
{
    double most = 0.0;
    for (uint32_t r = 0; r < p->row_count; r++)
        for (uint32_t i = 0; i < p->intervals; i++)
            most = fmax(most, share_of(p, p->rows[r].channel, i));
    return most > 0.0 ? fmin(most, 1.0) : 1.0;
}

/* ---- drawing -------------------------------------------------------------------------------- */

static void rectangle(FILE *out, double x, double y, double width, double height,
                      const char *colour)
{
    fprintf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n", x, y,
            width, height, colour);
}

static double x_of(const picture *p, double cycles)
{
    return names_width + map_width * cycles / (double)(p->timeline->end - p->timeline->start);
}

static void draw_row(const picture *p, uint32_t number)
{
    const uint32_t channel = p->rows[number].channel;
    const noc_channel_rate *rate = &p->rates->channels[channel];
    const double y = top_height + number * row_height;
    char name[120], colour[8];
    snprintf(name, sizeof name, "%s %s", noc_channel_kind_name(rate->kind), rate->where);
    noc_svg_text(p->out, "channel", names_width - 6, y + row_height - 4, name);
    for (uint32_t i = 0; i < p->intervals; i++) {
        const double share = share_of(p, channel, i),
                     x = x_of(p, (double)i * (double)p->timeline->interval);
        if (share <= 0.0) continue;
        noc_svg_heat_colour(share / p->top, colour);
        rectangle(p->out, x, y + 0.5,
                  x_of(p, (double)i * (double)p->timeline->interval + cycles_of(p, i)) - x + 0.05,
                  row_height - 1, colour);
    }
}

static void draw_time(const picture *p)
{
    const double y = top_height + p->row_count * row_height;
    const double all = (double)(p->timeline->end - p->timeline->start);
    char text[60];
    for (int k = 0; k <= TICKS; k++) {
        const double x = x_of(p, all * k / TICKS);
        noc_svg_line(p->out, "tick-line", (noc_svg_point){x, y}, (noc_svg_point){x, y + 4});
        snprintf(text, sizeof text, "%.0f", all * k / TICKS);
        noc_svg_text(p->out, "tick", x, y + 16, text);
    }
    snprintf(text, sizeof text, "cycles of the network's clock, %" PRIu64 " a column",
             p->timeline->interval);
    noc_svg_text(p->out, "axis", names_width + map_width / 2, y + 32, text);
}

static void draw_scale(const picture *p)
{
    const double y = top_height + p->row_count * row_height + 46;
    char colour[8], text[60];
    for (int k = 0; k < STEPS; k++) {
        noc_svg_heat_colour((k + 0.5) / STEPS, colour);
        rectangle(p->out, names_width + scale_width * k / STEPS, y, scale_width / STEPS + 0.3,
                  scale_height, colour);
    }
    noc_svg_text(p->out, "tick", names_width, y + scale_height + 13, "0");
    snprintf(text, sizeof text, "%.0f %%", 100.0 * p->top);
    noc_svg_text(p->out, "tick", names_width + scale_width, y + scale_height + 13, text);
    noc_svg_text(p->out, "note", names_width + scale_width + 24, y + scale_height,
                 "of what the channel can carry");
}

static void draw_all(const picture *p, const char *title)
{
    const double width = names_width + map_width + 3 * margin;
    const double height = top_height + p->row_count * row_height + below;
    char text[160];
    fprintf(p->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n"
            "<style>\n  text { font: 11px sans-serif; fill: #223; }\n"
            "  .title { font-size: 15px; font-weight: bold; }\n  .channel { text-anchor: end; }\n"
            "  .tick, .axis { text-anchor: middle; }\n  .tick { font-size: 10px; }\n"
            "  .tick-line { stroke: #556; }\n</style>\n",
            width, height, width, height);
    rectangle(p->out, 0, 0, width, height, "#fff");
    noc_svg_text(p->out, "title", margin, 20, title);
    snprintf(text, sizeof text, "The %u busiest of %u channels over time, most busy first",
             p->row_count, p->rates->count);
    noc_svg_text(p->out, "note", margin, 37, text);
    rectangle(p->out, names_width, top_height, map_width, p->row_count * row_height, "#f4f5f7");
    for (uint32_t r = 0; r < p->row_count; r++) draw_row(p, r);
    draw_time(p);
    draw_scale(p);
    fputs("</svg>\n", p->out);
}

noc_status noc_svg_timeline(const noc_system *system, const noc_timeline *timeline,
                            const noc_channel_rates *rates, const char *title, FILE *out,
                            noc_diag *diag)
{
    row *rows = calloc(rates->count + 1u, sizeof *rows);
    if (!rows) return noc_fail_memory(diag);
    picture p = {system, timeline, rates, rows, 0, noc_timeline_intervals(timeline), 1.0, out};
    for (uint32_t c = 0; c < rates->count; c++) rows[c] = (row){c, used_of(&p, c)};
    qsort(rows, rates->count, sizeof *rows, compare_used);
    while (p.row_count < rates->count && p.row_count < ROWS_MOST && rows[p.row_count].used > 0.0)
        p.row_count++;
    p.top = largest_share(&p);
    draw_all(&p, title);
    free(rows);
    return NOC_OK;
}
