#include "reports/compare/compare_bars.h"

#include <math.h>

#include "reports/curve/curve_picture.h"
#include "reports/writers/glyph.h"
#include "reports/writers/svg_text.h"

/* Pixels. */
static const double page_width = 980, margin = 14, name_width = 210, bars_width = 330;
static const double bar_height = 15, row_height = 22, title_height = 22, panel_gap = 12;
static const double character = 6.3; /* width of one, about */

static const char style[] = "  .bars text { font: 12px sans-serif; fill: #333; }\n"
                            "  .bars .shown { font-weight: bold; fill: #222; }\n"
                            "  .bars .whose { text-anchor: end; }\n"
                            "  .bars .why { fill: #777; font-style: italic; }\n"
                            "  .bars .reach { stroke: #222; stroke-width: 1.4; }\n"
                            "  .bars .base { stroke: #999; }\n";

typedef struct chart {
    FILE *out;
    const noc_labels *labels;
    const noc_estimate *estimates;
    size_t count;
} chart;

static bool is_uncertain(const noc_metric *m)
{
    return noc_metric_has_interval(m) && m->hi > m->lo;
}

/* Of the bar and its interval. */
static double end_of(const noc_metric *m)
{
    return is_uncertain(m) ? fmax(m->value, m->hi) : m->value;
}

/* From the lower end of the interval to the upper, across the bar's end. */
static void draw_interval(FILE *out, const noc_metric *m, double left, double scale, double y)
{
    const double a = left + scale * m->lo, b = left + scale * m->hi, middle = y + bar_height / 2;
    if (!is_uncertain(m)) return;
    fprintf(out, "<path class=\"reach\" d=\"M%.2f %.1fH%.2fM%.2f %.1fV%.1fM%.2f %.1fV%.1f\"/>\n", a,
            middle, b, a, y + 3, y + bar_height - 3, b, y + 3, y + bar_height - 3);
}

/* "59.25 (55.5 to 63.1);  +38 %, indistinguishable" */
static void value_words(const chart *c, size_t i, const noc_shown *shown, char *words, size_t size)
{
    const noc_metric *m = &c->estimates[i].metrics[shown->id];
    const noc_contrast contrast = noc_compared(&c->estimates[0], &c->estimates[i], shown->id);
    const noc_figure change = noc_shown_change(&contrast);
    char interval[2 * NOC_FIGURE_CHARS + 12] = "";
    if (is_uncertain(m))
        snprintf(interval, sizeof interval, " (%s to %s)", noc_shown_figure(shown, m->lo).text,
                 noc_shown_figure(shown, m->hi).text);
    snprintf(words, size, "%s%s%s%s", noc_shown_figure(shown, m->value).text, interval,
             i > 0 && change.text[0] ? ";  " : "", i > 0 ? change.text : "");
}

static void draw_bar(const chart *c, size_t i, const noc_shown *shown, double scale, double y)
{
    const noc_metric *m = &c->estimates[i].metrics[shown->id];
    const double left = margin + name_width, reach = end_of(m);
    char label[NOC_LABEL_CHARS], words[6 * NOC_FIGURE_CHARS + 40];
    noc_label(c->labels, c->estimates[i].design, label);
    noc_text_cut(label, (size_t)(name_width / character));
    noc_svg_text(c->out, "whose", left - 8, y + 12, label);
    if (!isfinite(m->value)) {
        snprintf(words, sizeof words, "not given: %.200s", m->why ? m->why : "not known");
        noc_svg_text(c->out, "why", left + 6, y + 12, words);
        return;
    }
    fprintf(c->out,
            "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\" "
            "fill-opacity=\"%s\" stroke=\"%s\"/>\n",
            left, y, scale * m->value, bar_height, noc_curve_colour(i), i ? "0.45" : "0.9",
            noc_curve_colour(i));
    draw_interval(c->out, m, left, scale, y);
    value_words(c, i, shown, words, sizeof words);
    noc_svg_text(c->out, "value", left + scale * reach + 8, y + 12, words);
}

static void draw_panel(const chart *c, const noc_shown *shown, double y)
{
    char title[160];
    double largest = 0.0;
    for (size_t i = 0; i < c->count; i++) {
        const noc_metric *m = &c->estimates[i].metrics[shown->id];
        if (isfinite(m->value)) largest = fmax(largest, end_of(m));
    }
    snprintf(title, sizeof title, "%s, %s: %s is better", shown->name, shown->unit,
             shown->more_better ? "more" : "less");
    noc_svg_text(c->out, "shown", margin, y + 12, title);
    y += title_height;
    fprintf(c->out, "<path class=\"base\" d=\"M%.1f %.1fV%.1f\"/>\n", margin + name_width, y - 2,
            y + row_height * (double)c->count - 4);
    for (size_t i = 0; i < c->count; i++)
        draw_bar(c, i, shown, largest > 0.0 ? bars_width / largest : 0.0,
                 y + row_height * (double)i);
}

void noc_compare_bars(FILE *out, const noc_labels *labels, const noc_estimate *estimates,
                      size_t count)
{
    const chart c = {out, labels, estimates, count};
    const double panel = title_height + row_height * (double)count + panel_gap;
    const double height = 2 * margin + NOC_SHOWN * panel;
    noc_shown shown[NOC_SHOWN];
    noc_shown_of(estimates, count, shown);
    fprintf(out,
            "<svg class=\"bars\" xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect "
            "width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            page_width, height, page_width, height, style);
    for (size_t k = 0; k < NOC_SHOWN; k++) draw_panel(&c, &shown[k], margin + panel * (double)k);
    fprintf(out, "</svg>\n");
}
