#include "reports/facts/explain.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "reports/words/design_json.h"
#include "reports/words/figure.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

enum { PATH_CHARS = 400 };

/* ---- text ----------------------------------------------------------------------------------- */

/* Returns a node's share of its parent's value; NAN if the parent is not a sum. */
static double share_of(const noc_explanation *e, size_t node)
{
    const int parent = e->nodes[node].parent;
    if (parent < 0 || e->nodes[parent].making != NOC_MADE_SUM) return NAN;
    return e->nodes[node].value / e->nodes[parent].value;
}

static const char *sign_of(const noc_explanation *e, size_t node)
{
    const int parent = e->nodes[node].parent;
    if (parent < 0) return "";
    if (e->nodes[parent].making == NOC_MADE_SUM) return "+ ";
    if (e->nodes[parent].making == NOC_MADE_PRODUCT) return "x ";
    return (int)node == parent + 1 ? "  " : "/ ";
}

static void add_node(noc_table *table, const noc_explanation *e, size_t i)
{
    const noc_node *node = &e->nodes[i];
    const double share = share_of(e, i);
    char name[120];
    if (node->parent < 0)
        snprintf(name, sizeof name, "%s", noc_metric_label(e->metric).text);
    else
        snprintf(name, sizeof name, "%*s%s%s", 2 * (node->depth - 1), "", sign_of(e, i),
                 node->name);
    noc_table_cell(table, "%s", name);
    noc_table_cell(table, isfinite(share) ? "%s\t%.1f%%" : "%s",
                   noc_figure_of(node->value, fabs(node->value) < 1.0 ? 4 : 3).text, 100.0 * share);
    noc_table_cell(table, "%s%s%s", node->unit, *node->unit ? ": " : "", node->formula);
}

/* Prints each source once, in order. */
static void print_sources(const noc_sheet *sheet, const noc_explanation *e)
{
    for (size_t i = 0; i < e->count; i++) {
        bool told = !*e->nodes[i].source;
        for (size_t k = 0; k < i; k++) told |= strcmp(e->nodes[k].source, e->nodes[i].source) == 0;
        if (!told) noc_text_say(sheet, "Source: %s.", e->nodes[i].source);
    }
}

static noc_status print_explanation(const noc_sheet *sheet, const noc_explanation *e,
                                    noc_diag *diag)
{
    noc_table table = {0};
    fputc('\n', sheet->out);
    if (e->why) {
        noc_text_say(sheet, "Not given: %s; %s.", noc_metric_label(e->metric).text, e->why);
        return NOC_OK;
    }
    noc_table_column(&table, NOC_ALIGN_LEFT, "figure and its parts");
    noc_table_column(&table, NOC_ALIGN_POINT, "value");
    noc_table_column(&table, NOC_ALIGN_LEFT, "unit: how it comes about");
    for (size_t i = 0; i < e->count; i++) add_node(&table, e, i);
    const noc_status status = noc_text_table(sheet, &table, diag);
    print_sources(sheet, e);
    return status;
}

static noc_status print_all(const noc_sheet *sheet, const noc_explainer *x,
                            const noc_explanation *explanations, size_t count, noc_diag *diag)
{
    const noc_design *design = x->system->design;
    noc_status status = NOC_OK;
    if (isfinite(x->estimate.load))
        noc_text_say(sheet, "%s, model at load %.6g flits/cycle per injecting node", design->name,
                     x->estimate.load);
    else
        noc_text_say(sheet, "%s, model", design->name);
    for (size_t i = 0; i < design->override_count; i++)
        noc_text_say(sheet, "with %s", design->overrides[i]);
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = print_explanation(sheet, &explanations[i], diag);
    return status;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *node_object(const noc_explanation *e, size_t i)
{
    const noc_node *node = &e->nodes[i];
    json_t *object = json_object(), *parts = json_array();
    json_object_set_new(object, "name", noc_json_text(node->name));
    json_object_set_new(object, "value", noc_json_real(node->value));
    if (e->why) json_object_set_new(object, "why", noc_json_text(e->why));
    json_object_set_new(object, "unit", noc_json_text(node->unit));
    json_object_set_new(object, "made", noc_json_text(noc_making_name(node->making)));
    json_object_set_new(object, "formula", noc_json_text(node->formula));
    json_object_set_new(object, "source",
                        *node->source ? noc_json_text(node->source) : json_null());
    for (size_t k = i + 1; k < e->count; k++)
        if (e->nodes[k].parent == (int)i) json_array_append_new(parts, node_object(e, k));
    json_object_set_new(object, "parts", parts);
    return object;
}

static noc_status json_all(const noc_sheet *sheet, const noc_explainer *x,
                           const noc_explanation *explanations, size_t count, noc_diag *diag)
{
    json_t *object = json_object(), *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, node_object(&explanations[i], 0));
    json_object_set_new(object, "schema", noc_json_text("nocsight.explanation/1"));
    json_object_set_new(object, "tool", noc_json_tool(&sheet->run));
    json_object_set_new(object, "design", noc_json_design(x->system->design));
    json_object_set_new(object, "method", noc_json_text(noc_method_name(x->estimate.method)));
    json_object_set_new(object, "load_flits_per_cycle", noc_json_real(x->estimate.load));
    json_object_set_new(object, "status", noc_json_text(noc_answer_name(x->estimate.answer)));
    json_object_set_new(object, "explanations", array);
    json_object_set_new(object, "run", noc_json_run(&sheet->run));
    return noc_json_write(sheet->out, object, diag);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

/* Writes the path of a node: "round_trip_cycles/requests/zero load/routers". */
static void path_of(const noc_explanation *e, int node, char path[PATH_CHARS])
{
    if (e->nodes[node].parent >= 0) {
        path_of(e, e->nodes[node].parent, path);
        strncat(path, "/", PATH_CHARS - strlen(path) - 1);
    } else {
        path[0] = '\0';
    }
    strncat(path, e->nodes[node].name, PATH_CHARS - strlen(path) - 1);
}

/* Adds a number; an empty cell if not finite. */
static void add_real(noc_table *table, double value)
{
    if (isfinite(value))
        noc_table_cell(table, "%.12g", value);
    else
        noc_table_cell(table, "%s", "");
}

static noc_status csv_all(const noc_sheet *sheet, const noc_explainer *x,
                          const noc_explanation *explanations, size_t count, noc_diag *diag)
{
    static const char *const headers[] = {
        "name",    "hash",  "load_flits_per_cycle", "metric", "path", "value", "unit", "made",
        "formula", "source"};
    noc_table table = {0};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        noc_table_column(&table, NOC_ALIGN_LEFT, headers[i]);
    for (size_t i = 0; i < count; i++) {
        const noc_explanation *e = &explanations[i];
        for (size_t n = 0; n < e->count; n++) {
            char path[PATH_CHARS];
            path_of(e, (int)n, path);
            noc_table_cell(&table, "%s", x->system->design->name);
            noc_table_cell(&table, "%s", x->system->design->hash);
            add_real(&table, x->estimate.load);
            noc_table_cell(&table, "%s", noc_metric_info_of(e->metric)->name);
            noc_table_cell(&table, "%s", path);
            add_real(&table, e->nodes[n].value);
            noc_table_cell(&table, "%s", e->nodes[n].unit);
            noc_table_cell(&table, "%s", noc_making_name(e->nodes[n].making));
            noc_table_cell(&table, "%s", e->nodes[n].formula);
            noc_table_cell(&table, "%s", e->nodes[n].source);
        }
    }
    const noc_status status = noc_csv_table(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

noc_status noc_report_explanations(const noc_sheet *sheet, const noc_explainer *x,
                                   const noc_explanation *explanations, size_t count,
                                   noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return json_all(sheet, x, explanations, count, diag);
    case NOC_FORMAT_CSV:
        return csv_all(sheet, x, explanations, count, diag);
    default:
        return print_all(sheet, x, explanations, count, diag);
    }
}
