#include "reports/compare_page.h"

#include <stdlib.h>
#include <string.h>

#include "reports/bottleneck.h"
#include "reports/caveats.h"
#include "reports/compare.h"
#include "reports/compare_bars.h"
#include "reports/compare_words.h"
#include "reports/curve_picture.h"
#include "reports/load_words.h"
#include "reports/page_frame.h"
#include "reports/picture_page.h"
#include "reports/svg.h"
#include "reports/writers/inner_sheet.h"

typedef struct page {
    const noc_sheet *sheet;
    const noc_compared_designs *of;
    noc_labels labels;
    noc_shown shown[NOC_SHOWN];
} page;

/* ---- sentences ------------------------------------------------------------------------------ */

static bool put_sentence(FILE *out, const char *head, char *text, const char *more)
{
    if (!text) return false;
    fputs("<p><b>", out);
    noc_page_text(out, head);
    fputs("</b> ", out);
    noc_page_text(out, text);
    if (more) noc_page_text(out, more);
    fputs("</p>\n", out);
    free(text);
    return true;
}

/* " NAME: limited by the network (...).", nothing where that is not known. */
static void put_limit(FILE *out, const page *p, size_t i)
{
    char label[NOC_LABEL_CHARS], cause[NOC_CAUSE_CHARS];
    const char *how = noc_cause_words(&p->of->estimates[i], cause);
    noc_label(&p->labels, p->of->estimates[i].design, label);
    if (*cause) fprintf(out, " %s: %s %s.", label, how, cause);
}

/* Of the first design and another. NULL when out of memory. */
static char *limits_of(const page *p, size_t i)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    put_limit(out, p, 0);
    put_limit(out, p, i);
    return fclose(out) == 0 ? text : NULL;
}

static noc_status put_sentences(const page *p, const noc_settings *settings, size_t i,
                                noc_diag *diag)
{
    FILE *out = p->sheet->out;
    const noc_estimate *base = &p->of->estimates[0], *e = &p->of->estimates[i];
    const noc_settings pair[2] = {settings[0], settings[i]};
    char label[NOC_LABEL_CHARS], heading[NOC_LABEL_CHARS + 40];
    noc_label(&p->labels, e->design, label);
    snprintf(heading, sizeof heading, "%s, against the first", label);
    if (p->of->count > 2) noc_picture_page_heading(out, heading);
    char *limits = limits_of(p, i);
    const bool whole =
        limits && put_sentence(out, "What differs:", noc_words_differing(pair), NULL) &&
        put_sentence(out, "What it buys:", noc_words_bought(base, e, p->shown), NULL) &&
        put_sentence(out, "What it costs, and why:", noc_words_paid(base, e, p->shown), limits);
    free(limits);
    return whole ? NOC_OK : noc_fail_memory(diag);
}

static noc_status put_all_sentences(const page *p, noc_diag *diag)
{
    noc_settings *settings = noc_settings_of(p->of->estimates, p->of->count);
    noc_status status = settings ? NOC_OK : noc_fail_memory(diag);
    for (size_t i = 1; i < p->of->count && status == NOC_OK; i++)
        status = put_sentences(p, settings, i, diag);
    noc_settings_clear(settings, settings ? p->of->count : 0);
    return status;
}

/* ---- pictures ------------------------------------------------------------------------------- */

static void put_bars(const page *p)
{
    FILE *out = p->sheet->out;
    noc_picture_page_heading(out, "Five figures");
    noc_picture_page_say(out,
                         "By the model. Black: the interval of each design by itself. The changes "
                         "have intervals of their own, in which what both designs may have wrong "
                         "in common cancels; indistinguishable: such an interval holds 0 %%.");
    noc_picture_page_open(out, "five figures of each design as bars");
    noc_compare_bars(out, &p->labels, p->of->estimates, p->of->count);
    noc_picture_page_close(out);
}

static noc_status put_curves(const page *p, bool *missing, noc_diag *diag)
{
    FILE *out = p->sheet->out;
    char *svg = NULL;
    noc_picture_page_heading(out, "Latency against load");
    for (size_t i = 0; i < p->of->count; i++) {
        if (p->of->curves[i].count > 0) continue;
        noc_picture_page_say(out, "Not drawn: the model gives no saturation of %s.",
                             p->of->estimates[i].design->name);
        return NOC_OK;
    }
    const noc_curves curves = {.list = p->of->curves, .count = p->of->count, .labels = p->labels};
    const noc_status status = noc_curves_svg(&curves, &svg, missing, diag);
    if (status == NOC_OK) noc_picture_page_plot(out, svg, "latency against offered load");
    free(svg);
    return status;
}

static noc_status put_networks(const page *p, noc_diag *diag)
{
    FILE *out = p->sheet->out;
    noc_status status = NOC_OK;
    noc_picture_page_heading(out, "The networks");
    fputs("<div class=\"sides\">\n", out);
    for (size_t i = 0; i < p->of->count && status == NOC_OK; i++) {
        char label[NOC_LABEL_CHARS];
        noc_label(&p->labels, p->of->estimates[i].design, label);
        noc_picture_page_open(out, label);
        if (!p->labels.several_names) noc_picture_page_say(out, "%s", label);
        status = noc_svg_draw(p->of->systems[i], out, diag);
        noc_picture_page_close(out);
    }
    fputs("</div>\n", out);
    return status;
}

/* ---- texts ---------------------------------------------------------------------------------- */

static noc_status put_caveats(const page *p, noc_diag *diag)
{
    noc_inner_sheet inner;
    if (!noc_inner_open(p->sheet, NOC_ONE_LINE, &inner)) return noc_fail_memory(diag);
    noc_text_caveats(&inner.sheet, &p->labels, p->of->estimates, p->of->count);
    char *text = noc_inner_close(&inner), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line) noc_picture_page_say(p->sheet->out, "%s", line);
    free(text);
    return text ? NOC_OK : noc_fail_memory(diag);
}

/* All settings that differ, and all metrics, as the terminal shows them. */
static noc_status put_table(const page *p, noc_diag *diag)
{
    noc_inner_sheet inner;
    if (!noc_inner_open(p->sheet, 110, &inner)) return noc_fail_memory(diag);
    const noc_status status =
        noc_report_compare(&inner.sheet, p->of->estimates, p->of->count, diag);
    char *text = noc_inner_close(&inner);
    if (text && status == NOC_OK)
        noc_picture_page_verbatim(p->sheet->out, "All settings that differ, all metrics", text);
    free(text);
    return text ? status : noc_fail_memory(diag);
}

static void put_title(const page *p)
{
    char title[2 * NOC_LABEL_CHARS + 40], names[2][NOC_LABEL_CHARS], load[NOC_LOAD_WORDS];
    const noc_estimate *e = p->of->estimates;
    for (size_t i = 0; i < 2; i++) noc_label(&p->labels, e[i].design, names[i]);
    if (p->of->count > 2)
        snprintf(title, sizeof title, "%s and %zu others", names[0], p->of->count - 1);
    else
        snprintf(title, sizeof title, "%s against %s", names[1], names[0]);
    noc_picture_page_begin(p->sheet->out, title);
    noc_picture_page_say(p->sheet->out, "%s%sEstimated by the model%s. Changes are against %s.",
                         p->labels.several_names ? "" : e[0].design->name,
                         p->labels.several_names ? "" : ". ",
                         noc_text_load(p->sheet, e, p->of->count, load), names[0]);
}

noc_status noc_compare_page(const noc_sheet *sheet, const noc_compared_designs *designs,
                            bool *missing, noc_diag *diag)
{
    page p = {.sheet = sheet, .of = designs};
    for (size_t i = 0; i < designs->count; i++)
        noc_labels_see(&p.labels, designs->estimates[i].design);
    noc_shown_of(designs->estimates, designs->count, p.shown);
    put_title(&p);
    noc_status status = put_all_sentences(&p, diag);
    if (status == NOC_OK) put_bars(&p);
    if (status == NOC_OK) status = put_curves(&p, missing, diag);
    if (status == NOC_OK) status = put_networks(&p, diag);
    if (status == NOC_OK) status = put_caveats(&p, diag);
    if (status == NOC_OK) status = put_table(&p, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
