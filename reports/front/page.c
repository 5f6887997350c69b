#include "reports/front/page.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/page_frame.h"
#include "reports/drawings/page_parts.h"
#include "reports/front/front_drawing.h"
#include "reports/front/front_warnings.h"
#include "reports/front/front_words.h"
#include "reports/front/page_designs.h"
#include "reports/front/page_importance.h"
#include "reports/words/figure.h"
#include "reports/words/overrides.h"
#include "reports/writers/memory_text.h"

static void put_drawings(FILE *out, const json_t *data)
{
    const json_t *drawings = json_object_get(data, "drawings");
    fprintf(out,
            "<dt>pictures</dt><dd>%zu, of designs that differ in more than widths, buffers, VCs "
            "and routing: those of the front first, up to %d kB</dd>\n",
            json_array_size(json_object_get(drawings, "list")),
            (int)json_integer_value(json_object_get(drawings, "kilobytes")));
}

/* Writes the constraints, each with the number of designs that it excludes. */
static void put_constraints(FILE *out, const noc_front_view *view)
{
    noc_reason_list reasons = {0};
    noc_diag ignored = {0};
    json_t *list = json_loads(view->space->constraints, 0, NULL);
    noc_store_read_reasons(view->store, view->space->id, &reasons, &ignored);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text) continue;
        fputs("<dt>constraint</dt><dd>", out);
        noc_page_write_text(out, text);
        fprintf(out, ": excludes %s of %s designs</dd>\n",
                noc_grouped_number_make(noc_reason_list_count(&reasons, text)).text,
                noc_grouped_number_make(view->space->design_count).text);
    }
    json_decref(list);
    noc_reason_list_clear(&reasons);
    noc_diag_clear(&ignored);
}

static void put_space(FILE *out, const noc_front_view *view, const noc_page_designs *drawn)
{
    const noc_candidates *candidates = view->candidates;
    fprintf(out, "<dt>space</dt><dd>");
    noc_page_write_text(out, view->space->name);
    fprintf(out, " (%s), %zu designs within the constraints</dd>\n", view->space->id,
            candidates->count);
    put_constraints(out, view);
    fprintf(out, "<dt>drawn</dt><dd>%zu of %zu designs%s</dd>\n", drawn->count, candidates->count,
            drawn->count < candidates->count
                ? ": all that are on the front of the objectives and all measured ones, then even "
                  "parts of those possibly on it (four fifths of the room) and of the rest. Fronts "
                  "of other pairs of metrics are "
                  "of the designs drawn"
                : "");
}

static void put_intervals(FILE *out, const noc_front_view *view)
{
    const noc_candidates *candidates = view->candidates;
    fprintf(out,
            "<dt>intervals</dt><dd>measured: 95 %%; model: %s; where it has none, %.0f %% as "
            "stated%s</dd>\n",
            noc_candidates_has_learned(candidates)
                ? "objectives as learned from the measured designs, 95 %; "
                  "the others of its calibration, 90 %"
                : "of its calibration, 90 %",
            100.0 * view->model_error,
            candidates->is_paired && candidates->cost_scale.common_spread > 0.0
                ? "; costs: against the other designs, without the factor that all costs of the "
                  "technology share"
                : "");
}

static void put_fact(FILE *out, const char *name, const char *fact)
{
    fputs("<dt>", out);
    noc_page_write_text(out, name);
    fputs("</dt><dd>", out);
    noc_page_write_text(out, fact);
    fputs("</dd>\n", out);
}

/* Writes facts, a line each. With `name` the whole line is a fact of that name; else the name is
 * the part before a tab. */
static void put_lines(FILE *out, const char *lines, const char *name)
{
    while (*lines) {
        const size_t line = strcspn(lines, "\n"), tab = strcspn(lines, "\t");
        char *copy = strndup(lines, line);
        if (copy && name) {
            put_fact(out, name, copy);
        } else if (copy && tab < line) {
            copy[tab] = '\0';
            put_fact(out, copy, copy + tab + 1);
        }
        free(copy);
        lines += line + (lines[line] == '\n');
    }
}

static void put_facts(FILE *out, const noc_front_view *view, const noc_page_designs *drawn,
                      const json_t *data, const char *facts)
{
    fputs("<section id=\"about\"><h2>About this report</h2><dl class=\"about\">\n", out);
    put_space(out, view, drawn);
    put_intervals(out, view);
    put_drawings(out, data);
    put_lines(out, view->caveats, "warning");
    put_lines(out, facts, NULL);
    fputs("</dl></section>\n", out);
}

static void put_static_table(FILE *out, const noc_candidates *candidates,
                             const noc_design_names *names, const noc_page_designs *drawn)
{
    fputs("<table><tr><th>design</th><th>id</th>", out);
    for (size_t k = 0; k < 2; k++) {
        fputs("<th>", out);
        noc_page_write_text(out, noc_metric_info_of(candidates->objectives.list[k].metric)->name);
        fputs("</th>", out);
    }
    fputs("<th>settings</th></tr>\n", out);
    for (size_t i = 0; i < drawn->front_count; i++) {
        const noc_entry *entry = noc_candidate_entry(&candidates->list[drawn->list[i]]);
        char text[600], *name = noc_design_name(names, drawn->list[i]);
        noc_overrides_write_all(entry->overrides, text, sizeof text);
        fputs("<tr><td class=\"text\">", out);
        noc_page_write_text(out, name ? name : "");
        free(name);
        fprintf(out, "</td><td>d-%.*s</td><td>%.5g</td><td>%.5g</td><td class=\"text\">",
                NOC_SHORT_ID_CHARS, entry->hash, fabs(candidates->points[drawn->list[i]].value[0]),
                fabs(candidates->points[drawn->list[i]].value[1]));
        noc_page_write_text(out, text);
        fputs("</td></tr>\n", out);
    }
    fputs("</table>", out);
}

/* Writes the figure of the front and its table for browsers without scripts. */
static noc_status put_static_plot(FILE *out, const noc_front_view *view,
                                  const noc_design_names *names, const noc_page_designs *drawn,
                                  noc_diag *diag)
{
    fputs("<noscript>", out);
    const noc_status status = noc_front_draw(view, NOC_CHART_BOTH, out, diag);
    put_static_table(out, view->candidates, names, drawn);
    fputs("</noscript>\n", out);
    return status;
}

/* Writes a best design: "<b>Highest throughput per area</b> 12 memory nodes, 4 VCs: 1.062
 * bytes/cycle/mm2 ..." */
static void put_best_design(FILE *out, const noc_candidates *candidates,
                            const noc_design_names *names, const char *title, size_t candidate,
                            size_t objective)
{
    char id[NOC_SHORT_ID_CHARS + 3], *name = noc_design_name(names, candidate);
    char *figures = noc_front_figures(candidates, candidate, objective);
    fputs("<li><b>", out);
    noc_page_write_text(out, title);
    fputs("</b> ", out);
    noc_page_write_text(out, name ? name : "");
    fprintf(out, " <small>%s</small>: ",
            noc_short_id(noc_candidate_entry(&candidates->list[candidate]), id));
    noc_page_write_text(out, figures ? figures : "");
    fputs("</li>\n", out);
    free(figures);
    free(name);
}

static void put_excluded(FILE *out, const noc_candidates *candidates)
{
    char *text = noc_front_excluded_words(candidates);
    if (text && *text) {
        fputs("<p>", out);
        noc_page_write_text(out, text);
        fputs("</p>\n", out);
    }
    free(text);
}

/* Writes a folded list of warnings, each with the number of its designs. */
static void put_warnings(FILE *out, const noc_candidates *candidates)
{
    noc_reason_list list = {0};
    noc_diag ignored = {0};
    char count_words[100];
    noc_front_list_warnings(candidates, &list, &ignored);
    if (list.count)
        fprintf(out, "<details class=\"warnings\"><summary>%zu warning%s</summary><ul>\n",
                list.count, list.count == 1 ? "" : "s");
    for (size_t i = 0; i < list.count; i++) {
        fputs("<li>", out);
        noc_page_write_text(out, noc_front_count_warned(candidates, &list.reasons[i], count_words,
                                                        sizeof count_words));
        fputs(": ", out);
        noc_page_write_text(out, list.reasons[i].example);
        fputs("</li>\n", out);
    }
    if (list.count) fputs("</ul></details>\n", out);
    noc_reason_list_clear(&list);
    noc_diag_clear(&ignored);
}

/* Writes the front in words. */
static void put_answer(FILE *out, const noc_front_view *view, const noc_design_names *names,
                       const noc_page_importance *importance)
{
    const noc_candidates *candidates = view->candidates;
    const noc_front_summary summary = noc_front_summarize(candidates);
    char title[200], load[300], *count = noc_front_count_words(candidates, &summary);
    fprintf(out, "<section id=\"answer\"><p>%s</p>\n<ul>\n", count ? count : "");
    free(count);
    for (size_t d = 0; d < candidates->objectives.count; d++) {
        if (summary.best_designs[d] == candidates->count) continue;
        snprintf(title, sizeof title, "%s %s",
                 candidates->objectives.list[d].is_maximised ? "Highest" : "Lowest",
                 noc_label_without_unit(candidates->objectives.list[d].metric).text);
        put_best_design(out, candidates, names, title, summary.best_designs[d], d);
    }
    if (summary.knee < candidates->count)
        put_best_design(out, candidates, names, "Knee", summary.knee, 0);
    noc_page_importance_put_item(out, importance);
    fputs("</ul>\n", out);
    put_excluded(out, candidates);
    put_warnings(out, candidates);
    fputs("<p class=\"faint\">", out);
    if (summary.knee < candidates->count) fprintf(out, "Knee: %s. ", noc_front_knee_words);
    noc_page_write_text(out, noc_front_load_words(view->space->task, load, sizeof load));
    fputs("</p></section>\n", out);
}

/* Returns the page's script; its parts run in this order. The caller frees the text. */
static char *build_script(void)
{
    static const char *const parts[] = {
        "/designs.js", "/state.js",    "/scales.js",   "/plot.js", "/table.js",
        "/compare.js", "/parallel.js", "/pointing.js", "/save.js", "/controls.js"};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < sizeof parts / sizeof parts[0]; i++)
        fputs(noc_page_find_part(noc_page_parts, parts[i]), out);
    return noc_memory_text_close(out, &text);
}

static noc_status put_page(FILE *out, const noc_front_view *view, const noc_design_names *names,
                           const noc_page_designs *drawn, const noc_page_importance *importance,
                           const json_t *data, const char *facts, noc_diag *diag)
{
    char objectives_words[300], *json = json_dumps(data, NOC_PAGE_DATA_FLAGS);
    char *js = build_script();
    noc_objectives_write(&view->candidates->objectives, objectives_words, sizeof objectives_words);
    noc_page_begin(out, view->space->name, noc_page_find_part(noc_page_parts, "page.css"));
    fputs("<h1>", out);
    noc_page_write_text(out, view->space->name);
    fprintf(out, ": front of %s</h1>\n", objectives_words);
    put_answer(out, view, names, importance);
    fputs(noc_page_find_part(noc_page_parts, "/controls.html"), out);
    const noc_status status = put_static_plot(out, view, names, drawn, diag);
    fputs(noc_page_find_part(noc_page_parts, "/stage.html"), out);
    noc_page_importance_put_section(out, view, importance);
    fputs(noc_page_find_part(noc_page_parts, "/table.html"), out);
    put_facts(out, view, drawn, data, facts);
    noc_page_end(out, json, js ? js : "");
    free(js);
    free(json);
    return status;
}

/* Parts of a front that a page shows. */
typedef struct shown_front {
    noc_design_names names;
    noc_page_designs drawn;
    noc_page_settings settings;
} shown_front;

static noc_status find_shown(const noc_front_view *view, shown_front *shown, noc_diag *diag)
{
    const noc_network_words words = noc_front_network_words(view);
    noc_status status = noc_design_names_find(view->candidates, &words, &shown->names, diag);
    if (status == NOC_OK) status = noc_page_choose_designs(view->candidates, &shown->drawn, diag);
    if (status != NOC_OK) return status;
    return noc_page_settings_read(view->store, view->candidates, &shown->drawn, &shown->settings,
                                  diag);
}

static void clear_shown(shown_front *shown)
{
    noc_page_settings_clear(&shown->settings);
    noc_design_names_clear(&shown->names);
    free(shown->drawn.list);
}

noc_status noc_report_page(const noc_sheet *sheet, const noc_front_view *view, const char *facts,
                           noc_diag *diag)
{
    NOC_AUTO(noc_page_importance_clear) noc_page_importance importance = {0};
    NOC_AUTO(clear_shown) shown_front shown = {.settings = {.count = 0}};
    noc_status status = find_shown(view, &shown, diag);
    if (status == NOC_OK) status = noc_page_importance_find(view, &shown.names, &importance, diag);
    if (status != NOC_OK) return status;
    json_t *data = noc_page_data(view, &shown.names, &shown.drawn, &shown.settings);
    status = put_page(sheet->out, view, &shown.names, &shown.drawn, &importance, data, facts, diag);
    json_decref(data);
    return status;
}

noc_status noc_report_page_data(const noc_front_view *view, json_t **data, noc_diag *diag)
{
    NOC_AUTO(clear_shown) shown_front shown = {.settings = {.count = 0}};
    const noc_status status = find_shown(view, &shown, diag);
    *data = NULL;
    if (status == NOC_OK) *data = noc_page_data(view, &shown.names, &shown.drawn, &shown.settings);
    return status;
}
