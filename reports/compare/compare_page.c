#include "reports/compare/compare_page.h"

#include <stdlib.h>
#include <string.h>

#include "reports/compare/compare.h"
#include "reports/compare/compare_lines.h"
#include "reports/compare/compare_picture.h"
#include "reports/compare/compare_words.h"
#include "reports/curve/curve_drawing.h"
#include "reports/drawings/page_frame.h"
#include "reports/drawings/picture_page.h"
#include "reports/drawings/svg.h"
#include "reports/words/caveats.h"
#include "reports/words/load_words.h"
#include "reports/writers/sheet.h"

typedef struct page {
    const noc_sheet *sheet;
    const noc_compared_designs *designs;
    noc_labels labels;
    noc_headline headlines[NOC_HEADLINES];
} page;

/* ---- sentences ------------------------------------------------------------------------------ */

static void put_sentence(FILE *out, const char *head, const char *text)
{
    fputs("<p><b>", out);
    noc_page_write_text(out, head);
    fputs("</b> ", out);
    noc_page_write_text(out, text);
    fputs("</p>\n", out);
}

static noc_status put_sentences(const page *p, const noc_settings *settings, size_t i,
                                noc_diag *diag)
{
    FILE *out = p->sheet->out;
    char label[NOC_LABEL_CHARS], heading[NOC_LABEL_CHARS + 40], *texts[NOC_SENTENCES];
    noc_label_write(&p->labels, p->designs->estimates[i].design, label);
    snprintf(heading, sizeof heading, "%s, against the first", label);
    if (p->designs->count > 2) noc_picture_page_heading(out, heading);
    const bool is_complete =
        noc_sentences_write(&p->labels, p->designs->estimates, i, settings, p->headlines, texts);
    for (int k = 0; k < NOC_SENTENCES && is_complete; k++)
        put_sentence(out, noc_sentence_heads[k], texts[k]);
    noc_sentences_clear(texts);
    return is_complete ? NOC_OK : noc_fail_memory(diag);
}

/* Writes the lines above the figures: ratios, moved settings, differing ends. */
static void put_lead_lines(const page *p, const noc_settings *settings)
{
    FILE *out = p->sheet->out;
    char line[NOC_COMPARE_LINE_CHARS];
    for (size_t i = 1; i < p->designs->count; i++) {
        noc_write_ratio(&p->labels, p->designs, i, line);
        noc_picture_page_lead(out, line);
    }
    for (size_t i = 1; i < p->designs->count; i++) {
        noc_write_moved_setting(p->designs, i, line);
        if (*line) put_sentence(out, "Moved:", line);
        noc_write_differing_ends(&p->labels, p->designs, settings, i, line);
        if (*line) put_sentence(out, "No equal ends:", line);
    }
}

static noc_status put_all_sentences(const page *p, noc_diag *diag)
{
    noc_settings *settings = noc_settings_collect(p->designs->estimates, p->designs->count);
    noc_status status = settings ? NOC_OK : noc_fail_memory(diag);
    if (settings) put_lead_lines(p, settings);
    for (size_t i = 1; i < p->designs->count && status == NOC_OK; i++)
        status = put_sentences(p, settings, i, diag);
    noc_settings_clear(settings, p->designs->count);
    return status;
}

/* ---- pictures ------------------------------------------------------------------------------- */

static void put_bars(const page *p)
{
    FILE *out = p->sheet->out;
    noc_picture_page_heading(out, "Five figures");
    noc_picture_page_paragraph(
        out, "By the model. Black: the interval of each design by itself. The changes "
             "have intervals of their own, without the error that both designs may "
             "in common cancels; indistinguishable: such an interval holds 0 %%.");
    noc_picture_page_open(out, "five figures of each design as bars");
    noc_compare_draw_bars(out, &p->labels, p->designs->estimates, p->designs->count);
    noc_picture_page_close(out);
}

static noc_status put_curves(const page *p, noc_diag *diag)
{
    FILE *out = p->sheet->out;
    noc_picture_page_heading(out, "Latency against load");
    for (size_t i = 0; i < p->designs->count; i++) {
        char label[NOC_LABEL_CHARS];
        if (p->designs->curves[i].count > 0) continue;
        noc_label_write(&p->labels, p->designs->estimates[i].design, label);
        noc_picture_page_paragraph(out, "Not drawn: the model gives no saturation of %s.", label);
        return NOC_OK;
    }
    const noc_curves curves = {
        .list = p->designs->curves, .count = p->designs->count, .labels = p->labels};
    noc_picture_page_open(out, "latency against offered load");
    const noc_status status = noc_curves_draw(&curves, NOC_CHART_LIGHT, out, diag);
    noc_picture_page_close(out);
    return status;
}

/* Writes bars and curves, side by side on a wide screen. */
static noc_status put_bars_and_curves(const page *p, noc_diag *diag)
{
    FILE *out = p->sheet->out;
    fputs("<div class=\"halves\">\n<div>\n", out);
    put_bars(p);
    fputs("</div>\n<div>\n", out);
    const noc_status status = put_curves(p, diag);
    fputs("</div>\n</div>\n", out);
    return status;
}

static noc_status put_networks(const page *p, noc_diag *diag)
{
    FILE *out = p->sheet->out;
    noc_status status = NOC_OK;
    noc_picture_page_heading(out, "The networks");
    fputs("<div class=\"sides\">\n", out);
    for (size_t i = 0; i < p->designs->count && status == NOC_OK; i++) {
        char label[NOC_LABEL_CHARS];
        noc_label_write(&p->labels, p->designs->estimates[i].design, label);
        noc_picture_page_open(out, label);
        if (!p->labels.has_several_names) noc_picture_page_paragraph(out, "%s", label);
        status = noc_svg_draw(p->designs->systems[i], out, diag);
        noc_picture_page_close(out);
    }
    fputs("</div>\n", out);
    return status;
}

/* ---- texts ---------------------------------------------------------------------------------- */

static noc_status put_caveats(const page *p, noc_diag *diag)
{
    noc_inner_sheet inner;
    if (!noc_inner_sheet_open(p->sheet, NOC_UNFOLDED_WIDTH, &inner)) return noc_fail_memory(diag);
    noc_text_caveats(&inner.sheet, &p->labels, p->designs->estimates, p->designs->count);
    char *text = noc_inner_sheet_close(&inner), *cursor = text;
    for (char *line; (line = strsep(&cursor, "\n"));)
        if (*line) noc_picture_page_paragraph(p->sheet->out, "%s", line);
    free(text);
    return text ? NOC_OK : noc_fail_memory(diag);
}

/* Writes all differing settings and all metrics, as the terminal shows them. */
static noc_status put_table(const page *p, noc_diag *diag)
{
    noc_inner_sheet inner;
    noc_status status = noc_picture_page_fold(p->sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_report_compare(&inner.sheet, p->designs, diag);
    return noc_picture_page_unfold(p->sheet->out, "All settings that differ, all metrics", &inner,
                                   status, diag);
}

static void put_title(const page *p)
{
    char title[NOC_COMPARE_TITLE_CHARS], first_label[NOC_LABEL_CHARS], load[NOC_LOAD_WORDS_CHARS];
    const noc_estimate *estimates = p->designs->estimates;
    noc_compare_write_title(&p->labels, estimates, p->designs->count, title);
    noc_label_write(&p->labels, estimates[0].design, first_label);
    noc_picture_page_begin(p->sheet->out, title);
    noc_picture_page_paragraph(p->sheet->out, "Estimated by the model%s. Changes are against %s.",
                               noc_load_words(p->sheet, estimates, p->designs->count, load),
                               first_label);
}

noc_status noc_compare_write_page(const noc_sheet *sheet, const noc_compared_designs *designs,
                                  noc_diag *diag)
{
    page p = {.sheet = sheet, .designs = designs};
    for (size_t i = 0; i < designs->count; i++)
        noc_labels_add_design(&p.labels, designs->estimates[i].design);
    noc_headlines_find(designs->estimates, designs->count, p.headlines);
    put_title(&p);
    noc_status status = put_all_sentences(&p, diag);
    if (status == NOC_OK) status = put_bars_and_curves(&p, diag);
    if (status == NOC_OK) status = put_networks(&p, diag);
    if (status == NOC_OK) status = put_caveats(&p, diag);
    if (status == NOC_OK) status = put_table(&p, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
