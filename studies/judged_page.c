#include "studies/judged_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/page_frame.h"
#include "reports/writers/shell_word.h"
#include "studies/judged_report.h"
#include "studies/tally.h"

static void put_element(FILE *out, const char *begin, const char *text, const char *end)
{
    fputs(begin, out);
    noc_page_write_text(out, text);
    fputs(end, out);
}

/* ---- summary -------------------------------------------------------------------------------- */

/* Counts verdicts over all rows. */
static noc_tally count_verdicts(const noc_judged_rows *rows)
{
    noc_tally all = {.count = rows->count};
    for (size_t i = 0; i < rows->count; i++) all.verdict_counts[rows->list[i].verdict]++;
    return all;
}

static void put_summary_head(FILE *out, const noc_tally *total_tally)
{
    fputs("<thead><tr><th scope=\"col\">paper, kind</th><th scope=\"col\">figures</th>", out);
    for (int v = 0; v < NOC_VERDICTS; v++) {
        if (!total_tally->verdict_counts[v]) continue;
        const char *name = noc_verdict_name((noc_verdict)v);
        fprintf(out, "<th scope=\"col\" data-verdict=\"%s\" title=\"", name);
        put_element(out, "", noc_verdict_meaning((noc_verdict)v), "\">");
        put_element(out, "", name, "</th>");
    }
    fputs("</tr></thead>\n", out);
}

static void put_tally(FILE *out, const noc_tally *t, const noc_tally *total_tally)
{
    const char *paper = t->paper ? t->paper : "", *kind = t->kind ? t->kind : "";
    const char *name = t->kind ? t->kind : t->paper ? t->paper : "all";
    put_element(out, "<tr data-paper=\"", paper, "\"");
    put_element(out, " data-kind=\"", kind, "\">");
    put_element(out, "<th scope=\"row\">", name, "</th>");
    fprintf(out, "<td data-verdict=\"\">%zu</td>", t->count);
    for (int v = 0; v < NOC_VERDICTS; v++) {
        if (!total_tally->verdict_counts[v]) continue;
        fprintf(out, "<td data-verdict=\"%s\">", noc_verdict_name((noc_verdict)v));
        if (t->verdict_counts[v]) fprintf(out, "%zu", t->verdict_counts[v]);
        fputs("</td>", out);
    }
    fputs("</tr>\n", out);
}

static noc_status put_summary(FILE *out, const noc_judged_rows *rows, noc_diag *diag)
{
    size_t count;
    const noc_tally total_tally = count_verdicts(rows);
    NOC_AUTO_FREE noc_tally *list = noc_tally_rows(rows, true, &count);
    if (!list) return noc_fail_memory(diag);
    fputs("<h2>Verdicts by paper and kind</h2>\n<div class=\"table\"><table id=\"summary\">", out);
    put_summary_head(out, &total_tally);
    fputs("<tbody>\n", out);
    for (size_t i = 0; i < count; i++) put_tally(out, &list[i], &total_tally);
    fputs("</tbody></table></div>\n", out);
    return NOC_OK;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static const char *const columns[] = {"figure", "where",  "subject", "metric",  "published",
                                      "model",  "sample", "off by",  "verdict", "why"};

static void put_column_heads(FILE *out)
{
    fputs("<thead><tr>", out);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        put_element(out, "<th scope=\"col\">", columns[i], "</th>");
    fputs("</tr></thead>\n", out);
}

/* Writes a difference with three digits; differences below 1e-9 are rounding, and written as 0. */
static void put_difference(FILE *out, const noc_judged_row *j)
{
    const double difference = noc_judged_find_difference(j);
    if (!isfinite(difference))
        fputs("<td></td>", out);
    else if (fabs(difference) < 1e-9)
        fputs("<td>0</td>", out);
    else
        fprintf(out, fabs(difference) < 1000.0 ? "<td>%+.3g</td>" : "<td>%+.0f</td>", difference);
}

static void put_row(FILE *out, const noc_judged_row *j)
{
    const noc_published *r = j->row;
    char model[NOC_JUDGED_FIGURE_CHARS], sample[NOC_JUDGED_FIGURE_CHARS];
    noc_judged_write_figure(j, &j->model_figure, model);
    noc_judged_write_figure(j, &j->sample_figure, sample);
    put_element(out, "<tr id=\"", r->id, "\">");
    put_element(out, "<td>", r->id, "</td>");
    put_element(out, "<td>", r->where, "</td>");
    put_element(out, "<td>", r->subject, "");
    if (*r->baseline) put_element(out, " <span class=\"faint\">against ", r->baseline, "</span>");
    put_element(out, "</td><td>", r->metric, "");
    put_element(out, " <span class=\"faint\">", r->unit, "</span></td>");
    put_element(out, "<td>", r->value, "</td>");
    put_element(out, "<td>", model, "</td>");
    put_element(out, "<td>", j->sample_figure.is_stale ? "stale" : sample, "</td>");
    put_difference(out, j);
    put_element(out, "<td data-verdict=\"", noc_verdict_name(j->verdict), "\">");
    put_element(out, "", noc_verdict_name(j->verdict), "</td>");
    put_element(out, "<td>", j->reason, "</td></tr>\n");
}

static void put_rows(FILE *out, const noc_judged_rows *rows)
{
    fputs("<h2>Figures</h2>\n<div id=\"said\" role=\"status\"></div>\n"
          "<div class=\"rows\"><table id=\"figures\">",
          out);
    put_column_heads(out);
    fputs("<tbody>\n", out);
    for (size_t i = 0; i < rows->count; i++) put_row(out, &rows->list[i]);
    fputs("</tbody></table></div>\n", out);
}

/* ---- the page ------------------------------------------------------------------------------- */

static void put_head(FILE *out, const noc_judged_rows *rows, const char *word,
                     const noc_sheet *sheet)
{
    put_element(out, "<h1>Published figures beside ours", word ? ": " : "", "");
    put_element(out, "", word ? word : "", "</h1>\n");
    fprintf(out,
            "<p>%zu figure%s that the papers print, beside ours by the model and by samples where "
            "there are some, with a verdict and the command that makes ours.</p>\n"
            "<p class=\"faint\">",
            rows->count, rows->count == 1 ? "" : "s");
    noc_judged_print_changes(rows, sheet);
    fputs("</p>\n<noscript><p>Without scripts the page has its tables alone: no plots, filters or "
          "expressions (<code>nocsight reproduce FIGURE</code> lists them).</p></noscript>\n",
          out);
}

static const char plots_section[] =
    "<section id=\"filters\" class=\"scripted\" aria-label=\"filters\"></section>\n"
    "<p class=\"scripted\"><b id=\"count\" aria-live=\"polite\"></b></p>\n"
    "<section class=\"scripted plots\">\n"
    "<figure><figcaption>Per cents</figcaption><svg id=\"changes\" role=\"img\" "
    "tabindex=\"0\"></svg></figure>\n"
    "<figure><figcaption>Amounts and ratios</figcaption><svg id=\"amounts\" role=\"img\" "
    "tabindex=\"0\"></svg></figure>\n</section>\n"
    "<p class=\"scripted faint\">Filled: compared by the figure. Hollow: by its direction alone, "
    "or not counted. A horizontal line: a range. Bands: 5 and 10 points of per cents, else per "
    "cent. <span class=\"screen\">Point at a figure to see it, click to open its row; with the "
    "keyboard, arrow keys and Enter.</span></p>\n";

static void put_verdicts(FILE *out)
{
    fputs("<h2>What the verdicts mean</h2>\n<dl class=\"about\">\n", out);
    for (int v = 0; v < NOC_VERDICTS; v++) {
        put_element(out, "<dt>", noc_verdict_name((noc_verdict)v), "</dt>");
        put_element(out, "<dd>", noc_verdict_meaning((noc_verdict)v), "</dd>\n");
    }
    fputs("</dl>\n", out);
}

static noc_status put_run(FILE *out, const noc_run_info *run, noc_diag *diag)
{
    NOC_AUTO_FREE char *line = noc_shell_command_line(run->argc, run->argv);
    if (!line) return noc_fail_memory(diag);
    fprintf(out, "<p class=\"faint\">nocsight %s (%s): <code>", run->version, run->commit);
    noc_page_write_text(out, line);
    fputs("</code></p>\n<div id=\"tip\" role=\"status\"></div>\n", out);
    return NOC_OK;
}

noc_status noc_judged_write_page(const noc_judged_rows *rows, const char *word,
                                 const noc_sheet *sheet, noc_diag *diag)
{
    FILE *out = sheet->out;
    NOC_AUTO_FREE char *json = noc_judged_write_json(rows);
    if (!json) return noc_fail_memory(diag);
    noc_page_begin(out, word ? word : "published figures",
                   noc_page_find_part(noc_judged_page_parts, "reproduce.css"));
    put_head(out, rows, word, sheet);
    noc_status status = put_summary(out, rows, diag);
    fputs(plots_section, out);
    put_rows(out, rows);
    put_verdicts(out);
    if (status == NOC_OK) status = put_run(out, &sheet->run, diag);
    noc_page_end(out, json, noc_page_find_part(noc_judged_page_parts, "reproduce.js"));
    return status;
}
