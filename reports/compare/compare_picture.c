#include "reports/compare/compare_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/compare/compare_lines.h"
#include "reports/compare/compare_words.h"
#include "reports/curve/curve_picture.h"
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
static const double character = 6.3; /* approximate width of a character, pixels */

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

static bool is_uncertain(const noc_metric *m)
{
    return noc_metric_has_interval(m) && m->hi > m->lo;
}

/* Returns the end of a bar or of its interval, the farther one. */
static double end_of(const noc_metric *m)
{
    return is_uncertain(m) ? fmax(m->value, m->hi) : m->value;
}

/* Draws the interval as a line with two end marks. */
static void draw_interval(FILE *out, const noc_metric *m, double left, double scale, double y)
{
    const double a = left + scale * m->lo, b = left + scale * m->hi, middle = y + bar_height / 2;
    if (!is_uncertain(m)) return;
    fprintf(out, "<path class=\"reach\" d=\"M%.2f %.1fH%.2fM%.2f %.1fV%.1fM%.2f %.1fV%.1f\"/>\n", a,
            middle, b, a, y + 3, y + bar_height - 3, b, y + 3, y + bar_height - 3);
}

/* Writes a value, its interval and its change: "59.25 (55.5 to 63.1); +38 %, indistinguishable". */
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
    const double left = chart_margin + name_width, reach = end_of(m);
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
    noc_svg_text(c->out, "shown", chart_margin, y + 12, title);
    y += title_height;
    fprintf(c->out, "<path class=\"base\" d=\"M%.1f %.1fV%.1f\"/>\n", chart_margin + name_width,
            y - 2, y + row_height * (double)c->count - 4);
    for (size_t i = 0; i < c->count; i++)
        draw_bar(c, i, shown, largest > 0.0 ? bars_width / largest : 0.0,
                 y + row_height * (double)i);
}

void noc_compare_bars(FILE *out, const noc_labels *labels, const noc_estimate *estimates,
                      size_t count)
{
    const chart c = {out, labels, estimates, count};
    const double panel = title_height + row_height * (double)count + panel_gap;
    const double height = 2 * chart_margin + NOC_SHOWN * panel;
    noc_shown shown[NOC_SHOWN];
    noc_shown_of(estimates, count, shown);
    fprintf(out,
            "<svg class=\"bars\" xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect "
            "width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            chart_width, height, chart_width, height, bars_style);
    for (size_t k = 0; k < NOC_SHOWN; k++)
        draw_panel(&c, &shown[k], chart_margin + panel * (double)k);
    fprintf(out, "</svg>\n");
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Lengths in pixels. */
static const double page_width = 1280, margin = 24, line = 18, gap = 20, side = 606;

enum { LINE_CHARS = 178, BYTES_A_CHAR = 4, HEADING = 300 };

/* Styles of the page. The first rule lets the texts of gnuplot's pictures keep the font of their
 * group. */
static const char style[] = "  .plot text { font: inherit; fill: inherit; }\n"
                            "  .heading { font: bold 19px sans-serif; fill: #222; }\n"
                            "  .lead { font: bold 13px sans-serif; fill: #222; }\n"
                            "  .words { font: 13px sans-serif; fill: #333; }\n";

/* State of the picture. */
typedef struct picture {
    const noc_sheet *sheet;
    const noc_compared_designs *of;
    noc_labels labels;
    FILE *out; /* content of the document */
    double y;  /* upper edge of the next item, pixels */
} picture;

static void put_lines(picture *p, const char *text)
{
    while (*text) {
        char words[BYTES_A_CHAR * LINE_CHARS + 1];
        const char *next;
        const size_t bytes = noc_text_fit(text, LINE_CHARS, &next);
        snprintf(words, sizeof words, "%.*s", (int)bytes, text);
        noc_svg_text(p->out, "words", margin, p->y, words);
        p->y += line;
        text = next;
    }
}

static void put_head(picture *p)
{
    char title[NOC_COMPARE_TITLE], load[NOC_LOAD_WORDS], words[NOC_LOAD_WORDS + 40];
    const noc_estimate *e = p->of->estimates;
    noc_compare_title(&p->labels, e, p->of->count, title);
    p->y = margin + 16;
    noc_svg_text(p->out, "heading", margin, p->y, title);
    p->y += 1.3 * line;
    snprintf(words, sizeof words, "Estimated by the model%s.",
             noc_text_load(p->sheet, e, p->of->count, load));
    put_lines(p, words);
}

static void put_lead(picture *p, const char *text)
{
    if (!*text) return;
    noc_svg_text(p->out, "lead", margin, p->y + 4, text);
    p->y += line + 4;
}

/* Writes the lines above the figures: ratios, moved settings, differing ends. */
static void put_leads(picture *p, const noc_settings *settings)
{
    char text[NOC_COMPARE_LINE];
    for (size_t i = 1; i < p->of->count; i++) {
        noc_line_ratio(&p->labels, p->of, i, text);
        put_lead(p, text);
        noc_line_moved(p->of, i, text);
        put_lead(p, text);
        noc_line_ends(&p->labels, p->of, settings, i, text);
        put_lead(p, text);
    }
}

static noc_status put_sentences(picture *p, noc_diag *diag)
{
    const noc_estimate *e = p->of->estimates;
    noc_settings *settings = noc_settings_of(e, p->of->count);
    noc_shown shown[NOC_SHOWN];
    bool whole = settings != NULL;
    if (settings) put_leads(p, settings);
    noc_shown_of(e, p->of->count, shown);
    for (size_t i = 1; i < p->of->count && whole; i++) {
        char *texts[NOC_SENTENCES], label[NOC_LABEL_CHARS], head[HEADING];
        whole = noc_sentences_of(&p->labels, e, i, settings, shown, texts);
        noc_label(&p->labels, e[i].design, label);
        for (int k = 0; k < NOC_SENTENCES && whole; k++) {
            snprintf(head, sizeof head, "%s%s%s", p->of->count > 2 ? label : "",
                     p->of->count > 2 ? ": " : "", noc_sentence_heads[k]);
            noc_svg_text(p->out, "lead", margin, p->y + 4, head);
            p->y += line + 4;
            put_lines(p, texts[k]);
        }
        noc_sentences_clear(texts);
    }
    noc_settings_clear(settings, p->of->count);
    p->y += gap / 2;
    return whole ? NOC_OK : noc_fail_memory(diag);
}

/* ---- pictures in the picture ---------------------------------------------------------------- */

static double size_of(const char *svg, const char *attribute)
{
    const char *at = strstr(svg, attribute);
    return at ? strtod(at + strlen(attribute), NULL) : 0.0;
}

/* Writes a document at `x`, scaled down to `width_limit`. Returns its height, pixels. */
static double put_document(picture *p, const char *class, const char *svg, double x, double widest)
{
    const double width = size_of(svg, "width=\""), height = size_of(svg, "height=\"");
    const double scale = width > widest ? widest / width : 1.0;
    fprintf(p->out, "<g class=\"%s\" transform=\"translate(%.1f,%.1f) scale(%.4f)\">\n%s</g>\n",
            class, x, p->y, scale, svg);
    return scale * height;
}

/* Draws the network of a system, or the bars without a system. Returns the document; NULL when out
 * of memory. */
static char *document_of(const picture *p, const noc_system *system, noc_status *status,
                         noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (system)
        *status = noc_svg_draw(system, out, diag);
    else
        noc_compare_bars(out, &p->labels, p->of->estimates, p->of->count);
    return noc_memory_text(out, &text);
}

/* Writes the bars on the left. Sets *height, pixels. */
static noc_status put_bars(picture *p, double *height, noc_diag *diag)
{
    noc_status status = NOC_OK;
    char *bars = document_of(p, NULL, &status, diag);
    if (!bars) return noc_fail_memory(diag);
    *height = put_document(p, "five", bars, margin - 14, side);
    free(bars);
    return status;
}

/* Writes the curves on the right. Sets *height, pixels. */
static noc_status put_curves(picture *p, double *height, bool *missing, noc_diag *diag)
{
    char *svg = NULL;
    *height = 0.0;
    for (size_t i = 0; i < p->of->count; i++)
        if (p->of->curves[i].count == 0) return NOC_OK; /* the HTML page has the reason */
    const noc_curves curves = {.list = p->of->curves, .count = p->of->count, .labels = p->labels};
    const noc_status status = noc_curves_svg(&curves, &svg, missing, diag);
    if (status == NOC_OK) *height = put_document(p, "plot", svg, margin + side + gap, side);
    free(svg);
    return status;
}

static noc_status put_halves(picture *p, bool *missing, noc_diag *diag)
{
    double bars = 0.0, curves = 0.0;
    noc_status status = put_bars(p, &bars, diag);
    if (status == NOC_OK) status = put_curves(p, &curves, missing, diag);
    p->y += fmax(bars, curves) + gap;
    return status;
}

/* Writes the networks in their own size, several in a row if they fit. */
static noc_status put_networks(picture *p, noc_diag *diag)
{
    noc_status status = NOC_OK;
    double tallest = 0.0, x = margin;
    for (size_t i = 0; i < p->of->count && status == NOC_OK; i++) {
        char *svg = document_of(p, p->of->systems[i], &status, diag);
        if (!svg) return noc_fail_memory(diag);
        const double width = size_of(svg, "width=\"");
        if (x > margin && x + width > page_width - margin) {
            p->y += tallest + gap;
            tallest = 0.0;
            x = margin;
        }
        tallest = fmax(tallest, put_document(p, "network", svg, x, page_width - 2 * margin));
        x += width + gap;
        free(svg);
    }
    p->y += tallest + gap;
    return status;
}

noc_status noc_compare_picture(const noc_sheet *sheet, const noc_compared_designs *designs,
                               bool *missing, noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    picture p = {.sheet = sheet, .of = designs, .out = open_memstream(&text, &size)};
    if (!p.out) return noc_fail_memory(diag);
    for (size_t i = 0; i < designs->count; i++)
        noc_labels_see(&p.labels, designs->estimates[i].design);
    put_head(&p);
    noc_status status = put_sentences(&p, diag);
    if (status == NOC_OK) status = put_halves(&p, missing, diag);
    if (status == NOC_OK) status = put_networks(&p, diag);
    if (!noc_memory_text(p.out, &text)) status = noc_fail_memory(diag);
    if (status == NOC_OK)
        fprintf(sheet->out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                "viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
                "height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n",
                page_width, p.y, page_width, p.y, style, text);
    free(text);
    return status;
}
