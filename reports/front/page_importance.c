#include "reports/front/page_importance.h"

#include <math.h>
#include <string.h>

#include "reports/drawings/page_frame.h"
#include "reports/front/page_data.h"
#include "reports/words/figure.h"

/* ---- the metrics ---------------------------------------------------------------------------- */

static bool is_objective(const noc_objectives *objectives, noc_metric_id id)
{
    for (size_t d = 0; d < objectives->count; d++)
        if (objectives->list[d].metric == id) return true;
    return false;
}

/* Adds a metric; one that is no objective only if it has shares, over most designs. */
static noc_status add_metric(const noc_front_view *view, const noc_design_names *names,
                             noc_metric_id id, bool is_kept, noc_page_importance *page,
                             noc_diag *diag)
{
    noc_front_importance *added = &page->list[page->count];
    const noc_status status = noc_front_importance_find(view->candidates, names, id, added, diag);
    const noc_importance *m = &added->found;
    page->count++;
    if (is_kept || (m->state == NOC_IMPORTANCE_KNOWN && m->missing_count < m->factors.design_count))
        return status;
    noc_front_importance_clear(added);
    page->count--;
    return status;
}

noc_status noc_page_importance_find(const noc_front_view *view, const noc_design_names *names,
                                    noc_page_importance *page, noc_diag *diag)
{
    const noc_objectives *objectives = &view->candidates->objectives;
    noc_status status = NOC_OK;
    *page = (noc_page_importance){.objective_count = objectives->count};
    page->list = noc_arena_array(&page->memory, NOC_METRICS, sizeof *page->list);
    if (!page->list) return noc_fail_memory(diag);
    for (size_t d = 0; d < objectives->count && status == NOC_OK; d++)
        status = add_metric(view, names, objectives->list[d].metric, true, page, diag);
    for (int id = 0; id < NOC_METRICS && status == NOC_OK; id++)
        if (noc_page_metric_is_asked(view, (noc_metric_id)id) &&
            !is_objective(objectives, (noc_metric_id)id))
            status = add_metric(view, names, (noc_metric_id)id, false, page, diag);
    return status;
}

void noc_page_importance_clear(noc_page_importance *page)
{
    for (size_t i = 0; i < page->count; i++) noc_front_importance_clear(&page->list[i]);
    noc_arena_clear(&page->memory);
    *page = (noc_page_importance){0};
}

/* ---- words ---------------------------------------------------------------------------------- */

void noc_page_importance_put_item(FILE *out, const noc_page_importance *page)
{
    NOC_AUTO_FREE char *words = noc_importance_list_words(page->list, page->objective_count);
    if (!words || !*words) return;
    fputs("<li><b>What matters</b> by share of variance: ", out);
    noc_page_write_text(out, words);
    fputs("</li>\n", out);
}

/* Writes lines, a paragraph each. */
static void put_paragraphs(FILE *out, const char *lines)
{
    for (size_t length; *lines; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        NOC_AUTO_FREE char *paragraph = strndup(lines, length);
        fputs("<p class=\"faint\">", out);
        noc_page_write_text(out, paragraph ? paragraph : "");
        fputs("</p>\n", out);
    }
}

/* ---- tables --------------------------------------------------------------------------------- */

/* Writes a share in per cent in a cell; an empty cell for a missing one. */
static void put_share(FILE *out, double share)
{
    if (isfinite(share))
        fprintf(out, "<td>%.1f %%</td>", 100.0 * share);
    else
        fputs("<td></td>", out);
}

/* Writes a row: a bar for the share, a frame for the total around it, and both as numbers. */
static void put_row(FILE *out, const char *name, const char *kind, double share, double total)
{
    fprintf(out, "<tr class=\"%s\"><th scope=\"row\" class=\"text\">", kind);
    noc_page_write_text(out, name ? name : "");
    fputs("</th><td class=\"gauge\" aria-hidden=\"true\"><div>", out);
    if (total > share)
        fprintf(out, "<span class=\"total\" style=\"width:%.1f%%\"></span>", 100.0 * total);
    fprintf(out, "<span class=\"share\" style=\"width:%.1f%%\"></span></div></td>", 100.0 * share);
    put_share(out, share);
    put_share(out, total);
    fputs("</tr>\n", out);
}

static void put_pairs(FILE *out, noc_front_importance *importance)
{
    const noc_importance *m = &importance->found;
    for (size_t i = 0; i < noc_importance_pair_count(m); i++) {
        const char *first = noc_importance_label(importance, m->pairs[i].factors[0]),
                   *second = noc_importance_label(importance, m->pairs[i].factors[1]);
        fputs("<tr class=\"pair\"><th scope=\"row\" colspan=\"2\" class=\"text\">thereof ", out);
        noc_page_write_text(out, first ? first : "");
        fputs(" with ", out);
        noc_page_write_text(out, second ? second : "");
        fputs("</th>", out);
        put_share(out, m->pairs[i].share);
        fputs("<td></td></tr>\n", out);
    }
}

static void put_table(FILE *out, noc_front_importance *importance)
{
    const noc_importance *m = &importance->found;
    const char *title = noc_importance_title(importance),
               *reason = noc_importance_reason(importance);
    fputs("<table><caption>", out);
    noc_page_write_text(out, title ? title : "");
    if (reason && *reason) fputs(": ", out);
    noc_page_write_text(out, reason ? reason : "");
    fputs("</caption>\n", out);
    if (m->state == NOC_IMPORTANCE_KNOWN) {
        fputs("<tr><th scope=\"col\" class=\"text\">setting</th><td class=\"gauge\"></td><th "
              "scope=\"col\">share</th><th scope=\"col\">total</th></tr>\n",
              out);
        for (size_t i = 0; i < m->factors.count; i++)
            put_row(out, noc_importance_label(importance, m->effects[i].factor), "setting",
                    m->effects[i].share, m->effects[i].total);
        put_row(out, "interactions", "rest", m->interactions, NAN);
        put_pairs(out, importance);
    }
    fputs("</table>\n", out);
}

static void put_tables(FILE *out, noc_front_importance *list, size_t count)
{
    fputs("<div class=\"tables\">\n", out);
    for (size_t i = 0; i < count; i++) put_table(out, &list[i]);
    fputs("</div>\n", out);
}

/* Writes the meaning of shares, and the first objective's notes. */
static void put_reading(FILE *out, noc_front_importance *first)
{
    const char *notes = noc_importance_notes(first);
    fputs("<details><summary>How to read this</summary>\n", out);
    put_paragraphs(out, noc_importance_meaning);
    put_paragraphs(out, "A bar is the share, the frame around it the total.");
    put_paragraphs(out, notes ? notes : "");
    fputs("</details>\n", out);
}

void noc_page_importance_put_section(FILE *out, const noc_front_view *view,
                                     const noc_page_importance *page)
{
    const size_t others = page->count - page->objective_count;
    fprintf(out,
            "<section id=\"importance\"><h2>What matters</h2>\n<p>Which settings explain the "
            "variance of a metric over the %s designs compared (filters of this page do not "
            "change it).</p>\n",
            noc_grouped_number_make(view->candidates->racing_count).text);
    put_tables(out, page->list, page->objective_count);
    if (others) {
        fputs("<details><summary>Other metrics</summary>\n", out);
        put_tables(out, page->list + page->objective_count, others);
        fputs("</details>\n", out);
    }
    put_reading(out, &page->list[0]);
    fputs("</section>\n", out);
}
