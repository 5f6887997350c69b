#include "reports/compare/compare_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/compare/compare_lines.h"
#include "reports/compare/compare_words.h"
#include "reports/curve/curve_drawing.h"
#include "reports/drawings/svg.h"
#include "reports/words/load_words.h"
#include "reports/writers/glyph.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/pen.h"
#include "reports/writers/svg_elements.h"

/* ---- bars ----------------------------------------------------------------------------------- */

/* Lengths in pixels. */
static const double chart_width = 616, chart_margin = 14, name_width = 140, bars_width = 126;
static const double bar_height = 15, row_height = 22, title_height = 22, panel_gap = 12;
static const double character_width = 6.3; /* approximate width of a character, pixels */

static const char bars_style[] = "  .bars text { font: 12px sans-serif; fill: #333; }\n"
                                 "  .bars .shown { font-weight: bold; fill: #222; }\n"
                                 "  .bars .whose { text-anchor: end; }\n"
                                 "  .bars .why { fill: #777; font-style: italic; }\n"
                                 "  .bars .reach { stroke: #222; stroke-width: 1.4; }\n"
                                 "  .bars .base { stroke: #999; }\n";

/* Context of the bars. */
typedef struct chart {
    FILE *out;
    const noc_labels *labels;
    const noc_estimate *estimates;
    size_t count;
} chart;

static bool is_uncertain(const noc_metric *metric)
{
    return noc_metric_has_interval(metric) && metric->hi > metric->lo;
}

/* Returns the end of a bar or of its interval, the farther one. */
static double interval_end(const noc_metric *metric)
{
    return is_uncertain(metric) ? fmax(metric->value, metric->hi) : metric->value;
}

/* Draws the interval as a line with two end marks. */
static void draw_interval(FILE *out, const noc_metric *metric, double left, double scale, double y)
{
    const double low_x = left + scale * metric->lo, high_x = left + scale * metric->hi,
                 middle = y + bar_height / 2;
    if (!is_uncertain(metric)) return;
    fprintf(out, "<path class=\"reach\" d=\"M%.2f %.1fH%.2fM%.2f %.1fV%.1fM%.2f %.1fV%.1f\"/>\n",
            low_x, middle, high_x, low_x, y + 3, y + bar_height - 3, high_x, y + 3,
            y + bar_height - 3);
}

/* Writes a value, its interval and its change: "59.25 (55.5 to 63.1); +38 %, indistinguishable". */
static void write_value_words(const chart *c, size_t i, const noc_headline *headline, char *words,
                              size_t size)
{
    const noc_metric *metric = &c->estimates[i].metrics[headline->id];
    const noc_contrast contrast = noc_change_find(&c->estimates[0], &c->estimates[i], headline->id);
    const noc_figure change = noc_headline_change(&contrast);
    char interval[2 * NOC_FIGURE_CHARS + 12] = "";
    if (is_uncertain(metric))
        snprintf(interval, sizeof interval, " (%s to %s)",
                 noc_headline_value(headline, metric->lo).text,
                 noc_headline_value(headline, metric->hi).text);
    snprintf(words, size, "%s%s%s%s", noc_headline_value(headline, metric->value).text, interval,
             i > 0 && change.text[0] ? ";  " : "", i > 0 ? change.text : "");
}

static void draw_bar(const chart *c, size_t i, const noc_headline *headline, double scale, double y)
{
    const noc_metric *metric = &c->estimates[i].metrics[headline->id];
    const double left = chart_margin + name_width, end_value = interval_end(metric);
    char label[NOC_LABEL_CHARS], words[6 * NOC_FIGURE_CHARS + 40];
    noc_label_write(c->labels, c->estimates[i].design, label);
    noc_text_cut(label, (size_t)(name_width / character_width));
    noc_svg_text(c->out, "whose", left - 8, y + 12, label);
    if (!isfinite(metric->value)) {
        snprintf(words, sizeof words, "not given: %.200s",
                 metric->reason ? metric->reason : "not known");
        noc_svg_text(c->out, "why", left + 6, y + 12, words);
        return;
    }
    fprintf(c->out,
            "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\" "
            "fill-opacity=\"%s\" stroke=\"%s\"/>\n",
            left, y, scale * metric->value, bar_height, noc_chart_colour(noc_curve_look(i)),
            i ? "0.45" : "0.9", noc_chart_colour(noc_curve_look(i)));
    draw_interval(c->out, metric, left, scale, y);
    write_value_words(c, i, headline, words, sizeof words);
    noc_svg_text(c->out, "value", left + scale * end_value + 8, y + 12, words);
}

static void draw_panel(const chart *c, const noc_headline *headline, double y)
{
    char title[160];
    double largest = 0.0;
    for (size_t i = 0; i < c->count; i++) {
        const noc_metric *metric = &c->estimates[i].metrics[headline->id];
        if (isfinite(metric->value)) largest = fmax(largest, interval_end(metric));
    }
    snprintf(title, sizeof title, "%s, %s: %s is better", headline->name, headline->unit,
             headline->is_maximized ? "more" : "less");
    noc_svg_text(c->out, "shown", chart_margin, y + 12, title);
    y += title_height;
    fprintf(c->out, "<path class=\"base\" d=\"M%.1f %.1fV%.1f\"/>\n", chart_margin + name_width,
            y - 2, y + row_height * (double)c->count - 4);
    for (size_t i = 0; i < c->count; i++)
        draw_bar(c, i, headline, largest > 0.0 ? bars_width / largest : 0.0,
                 y + row_height * (double)i);
}

void noc_compare_draw_bars(FILE *out, const noc_labels *labels, const noc_estimate *estimates,
                           size_t count)
{
    const chart c = {out, labels, estimates, count};
    const double panel = title_height + row_height * (double)count + panel_gap;
    const double height = 2 * chart_margin + NOC_HEADLINES * panel;
    noc_headline headlines[NOC_HEADLINES];
    noc_headlines_find(estimates, count, headlines);
    fprintf(out,
            "<svg class=\"bars\" xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect "
            "width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            chart_width, height, chart_width, height, bars_style);
    for (size_t k = 0; k < NOC_HEADLINES; k++)
        draw_panel(&c, &headlines[k], chart_margin + panel * (double)k);
    fprintf(out, "</svg>\n");
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Lengths in pixels. */
static const double page_width = 1280, margin = 24, line_height = 18, gap = 20, half_width = 606;

enum { LINE_CHARS = 178, CHARACTER_BYTES_MAX = 4, HEADING_BYTES = 300 };

static const char page_style[] = "  .heading { font: bold 19px sans-serif; fill: #222; }\n"
                                 "  .lead { font: bold 13px sans-serif; fill: #222; }\n"
                                 "  .words { font: 13px sans-serif; fill: #333; }\n";

/* State of the picture. */
typedef struct picture {
    const noc_sheet *sheet;
    const noc_compared_designs *designs;
    noc_labels labels;
    FILE *out; /* content of the document */
    double y;  /* upper edge of the next item, pixels */
} picture;

static void put_lines(picture *p, const char *text)
{
    while (*text) {
        char words[CHARACTER_BYTES_MAX * LINE_CHARS + 1];
        const char *next;
        const size_t bytes = noc_text_fit_line(text, LINE_CHARS, &next);
        snprintf(words, sizeof words, "%.*s", (int)bytes, text);
        noc_svg_text(p->out, "words", margin, p->y, words);
        p->y += line_height;
        text = next;
    }
}

static void put_heading(picture *p)
{
    char title[NOC_COMPARE_TITLE_CHARS], load[NOC_LOAD_WORDS_CHARS],
        words[NOC_LOAD_WORDS_CHARS + 40];
    const noc_estimate *estimates = p->designs->estimates;
    noc_compare_write_title(&p->labels, estimates, p->designs->count, title);
    p->y = margin + 16;
    noc_svg_text(p->out, "heading", margin, p->y, title);
    p->y += 1.3 * line_height;
    snprintf(words, sizeof words, "Estimated by the model%s.",
             noc_load_words(p->sheet, estimates, p->designs->count, load));
    put_lines(p, words);
}

static void put_lead_line(picture *p, const char *text)
{
    if (!*text) return;
    noc_svg_text(p->out, "lead", margin, p->y + 4, text);
    p->y += line_height + 4;
}

/* Writes the lines above the figures: ratios, moved settings, differing ends. */
static void put_lead_lines(picture *p, const noc_settings *settings)
{
    char text[NOC_COMPARE_LINE_CHARS];
    for (size_t i = 1; i < p->designs->count; i++) {
        noc_write_ratio(&p->labels, p->designs, i, text);
        put_lead_line(p, text);
        noc_write_moved_setting(p->designs, i, text);
        put_lead_line(p, text);
        noc_write_differing_ends(&p->labels, p->designs, settings, i, text);
        put_lead_line(p, text);
    }
}

static noc_status put_sentences(picture *p, noc_diag *diag)
{
    const noc_estimate *estimates = p->designs->estimates;
    noc_settings *settings = noc_settings_collect(estimates, p->designs->count);
    noc_headline headlines[NOC_HEADLINES];
    bool is_complete = settings != NULL;
    if (settings) put_lead_lines(p, settings);
    noc_headlines_find(estimates, p->designs->count, headlines);
    for (size_t i = 1; i < p->designs->count && is_complete; i++) {
        char *texts[NOC_SENTENCES], label[NOC_LABEL_CHARS], heading[HEADING_BYTES];
        is_complete = noc_sentences_write(&p->labels, estimates, i, settings, headlines, texts);
        noc_label_write(&p->labels, estimates[i].design, label);
        for (int k = 0; k < NOC_SENTENCES && is_complete; k++) {
            snprintf(heading, sizeof heading, "%s%s%s", p->designs->count > 2 ? label : "",
                     p->designs->count > 2 ? ": " : "", noc_sentence_heads[k]);
            noc_svg_text(p->out, "lead", margin, p->y + 4, heading);
            p->y += line_height + 4;
            put_lines(p, texts[k]);
        }
        noc_sentences_clear(texts);
    }
    noc_settings_clear(settings, p->designs->count);
    p->y += gap / 2;
    return is_complete ? NOC_OK : noc_fail_memory(diag);
}

/* ---- pictures in the picture ---------------------------------------------------------------- */

static double read_length(const char *svg, const char *attribute)
{
    const char *position = strstr(svg, attribute);
    return position ? strtod(position + strlen(attribute), NULL) : 0.0;
}

/* Writes a document at `x`, scaled down to `width_limit`. Returns its height, pixels. */
static double put_document(picture *p, const char *class, const char *svg, double x,
                           double width_limit)
{
    const double width = read_length(svg, "width=\""), height = read_length(svg, "height=\"");
    const double scale = width > width_limit ? width_limit / width : 1.0;
    fprintf(p->out, "<g class=\"%s\" transform=\"translate(%.1f,%.1f) scale(%.4f)\">\n%s</g>\n",
            class, x, p->y, scale, svg);
    return scale * height;
}

/* Draws the network of a system, or the bars without a system. Returns the document; NULL when out
 * of memory. */
static char *draw_document(const picture *p, const noc_system *system, noc_status *status,
                           noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (system)
        *status = noc_svg_draw(system, out, diag);
    else
        noc_compare_draw_bars(out, &p->labels, p->designs->estimates, p->designs->count);
    return noc_memory_text_close(out, &text);
}

/* Writes the bars on the left. Sets *height, pixels. */
static noc_status put_bars(picture *p, double *height, noc_diag *diag)
{
    noc_status status = NOC_OK;
    char *bars = draw_document(p, NULL, &status, diag);
    if (!bars) return noc_fail_memory(diag);
    *height = put_document(p, "five", bars, margin - 14, half_width);
    free(bars);
    return status;
}

/* Writes the curves on the right. Sets *height, pixels. */
static noc_status put_curves(picture *p, double *height, noc_diag *diag)
{
    char *svg = NULL;
    size_t size = 0;
    *height = 0.0;
    for (size_t i = 0; i < p->designs->count; i++)
        if (p->designs->curves[i].count == 0) return NOC_OK; /* the HTML page has the reason */
    const noc_curves curves = {
        .list = p->designs->curves, .count = p->designs->count, .labels = p->labels};
    FILE *out = open_memstream(&svg, &size);
    if (!out) return noc_fail_memory(diag);
    noc_status status = noc_curves_draw(&curves, NOC_CHART_LIGHT, out, diag);
    if (!noc_memory_text_close(out, &svg)) status = noc_fail_memory(diag);
    if (status == NOC_OK)
        *height = put_document(p, "plot", svg, margin + half_width + gap, half_width);
    free(svg);
    return status;
}

static noc_status put_bars_and_curves(picture *p, noc_diag *diag)
{
    double bars = 0.0, curves = 0.0;
    noc_status status = put_bars(p, &bars, diag);
    if (status == NOC_OK) status = put_curves(p, &curves, diag);
    p->y += fmax(bars, curves) + gap;
    return status;
}

/* Writes the networks in their own size, several in a row if they fit. */
static noc_status put_networks(picture *p, noc_diag *diag)
{
    noc_status status = NOC_OK;
    double row_bottom = 0.0, x = margin;
    for (size_t i = 0; i < p->designs->count && status == NOC_OK; i++) {
        char *svg = draw_document(p, p->designs->systems[i], &status, diag);
        if (!svg) return noc_fail_memory(diag);
        const double width = read_length(svg, "width=\"");
        if (x > margin && x + width > page_width - margin) {
            p->y += row_bottom + gap;
            row_bottom = 0.0;
            x = margin;
        }
        row_bottom = fmax(row_bottom, put_document(p, "network", svg, x, page_width - 2 * margin));
        x += width + gap;
        free(svg);
    }
    p->y += row_bottom + gap;
    return status;
}

noc_status noc_compare_draw_picture(const noc_sheet *sheet, const noc_compared_designs *designs,
                                    noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    picture p = {.sheet = sheet, .designs = designs, .out = open_memstream(&text, &size)};
    if (!p.out) return noc_fail_memory(diag);
    for (size_t i = 0; i < designs->count; i++)
        noc_labels_add_design(&p.labels, designs->estimates[i].design);
    put_heading(&p);
    noc_status status = put_sentences(&p, diag);
    if (status == NOC_OK) status = put_bars_and_curves(&p, diag);
    if (status == NOC_OK) status = put_networks(&p, diag);
    if (!noc_memory_text_close(p.out, &text)) status = noc_fail_memory(diag);
    if (status == NOC_OK)
        fprintf(sheet->out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                "viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
                "height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n",
                page_width, p.y, page_width, p.y, page_style, text);
    free(text);
    return status;
}
