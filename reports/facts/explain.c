#include "reports/facts/explain.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "reports/words/design_json.h"
#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/rows.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

enum { PATH_CHARS = 400 };

/* ---- text ----------------------------------------------------------------------------------- */

/* Returns a node's share of its parent's value; NAN if the parent is not a sum. */
static double node_share(const noc_explanation *explanation, size_t node)
{
    const int parent = explanation->nodes[node].parent;
    if (parent < 0 || explanation->nodes[parent].operation != NOC_TREE_SUM) return NAN;
    return explanation->nodes[node].value / explanation->nodes[parent].value;
}

static const char *node_sign(const noc_explanation *explanation, size_t node)
{
    const int parent = explanation->nodes[node].parent;
    if (parent < 0) return "";
    if (explanation->nodes[parent].operation == NOC_TREE_SUM) return "+ ";
    if (explanation->nodes[parent].operation == NOC_TREE_PRODUCT) return "x ";
    return (int)node == parent + 1 ? "  " : "/ ";
}

static void add_node(noc_table *table, const noc_explanation *explanation, size_t i)
{
    const noc_tree_node *node = &explanation->nodes[i];
    const double share = node_share(explanation, i);
    char name[120];
    if (node->parent < 0)
        snprintf(name, sizeof name, "%s", noc_metric_label(explanation->metric).text);
    else
        snprintf(name, sizeof name, "%*s%s%s", 2 * (node->depth - 1), "", node_sign(explanation, i),
                 node->name);
    noc_table_add_cell(table, "%s", name);
    noc_table_add_cell(table, isfinite(share) ? "%s\t%.1f%%" : "%s",
                       noc_figure_make(node->value, fabs(node->value) < 1.0 ? 4 : 3).text,
                       100.0 * share);
    noc_table_add_cell(table, "%s%s%s", node->unit, *node->unit ? ": " : "", node->formula);
}

/* Prints each source once, in order. */
static void print_sources(const noc_sheet *sheet, const noc_explanation *explanation)
{
    for (size_t i = 0; i < explanation->count; i++) {
        bool is_printed = !*explanation->nodes[i].source;
        for (size_t k = 0; k < i; k++)
            is_printed |= strcmp(explanation->nodes[k].source, explanation->nodes[i].source) == 0;
        if (!is_printed) noc_text_paragraph(sheet, "Source: %s.", explanation->nodes[i].source);
    }
}

static noc_status print_explanation(const noc_sheet *sheet, const noc_explanation *explanation,
                                    noc_diag *diag)
{
    noc_table table = {0};
    fputc('\n', sheet->out);
    if (explanation->reason) {
        noc_text_paragraph(sheet, "Not given: %s; %s.", noc_metric_label(explanation->metric).text,
                           explanation->reason);
        return NOC_OK;
    }
    noc_table_add_columns(&table, "figure and its parts|.value|unit: how it comes about");
    for (size_t i = 0; i < explanation->count; i++) add_node(&table, explanation, i);
    const noc_status status = noc_text_table(sheet, &table, diag);
    print_sources(sheet, explanation);
    return status;
}

static noc_status print_explanations(const noc_sheet *sheet, const noc_explainer *explainer,
                                     const noc_explanation *explanations, size_t count,
                                     noc_diag *diag)
{
    const noc_design *design = explainer->system->design;
    noc_status status = NOC_OK;
    if (isfinite(explainer->estimate.load))
        noc_text_paragraph(sheet, "%s, model at load %.6g flits/cycle per injecting node",
                           design->name, explainer->estimate.load);
    else
        noc_text_paragraph(sheet, "%s, model", design->name);
    for (size_t i = 0; i < design->override_count; i++)
        noc_text_paragraph(sheet, "with %s", design->overrides[i]);
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = print_explanation(sheet, &explanations[i], diag);
    return status;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *node_object(const noc_explanation *explanation, size_t i)
{
    const noc_tree_node *node = &explanation->nodes[i];
    json_t *object = json_object(), *parts = json_array();
    noc_json_set_text(object, "name", node->name);
    noc_json_set_real(object, "value", node->value);
    if (explanation->reason) noc_json_set_text(object, "why", explanation->reason);
    noc_json_set_text(object, "unit", node->unit);
    noc_json_set_text(object, "made", noc_tree_operation_name(node->operation));
    noc_json_set_text(object, "formula", node->formula);
    noc_json_set_text(object, "source", *node->source ? node->source : NULL);
    for (size_t k = i + 1; k < explanation->count; k++)
        if (explanation->nodes[k].parent == (int)i)
            json_array_append_new(parts, node_object(explanation, k));
    json_object_set_new(object, "parts", parts);
    return object;
}

static noc_status write_json(const noc_sheet *sheet, const noc_explainer *explainer,
                             const noc_explanation *explanations, size_t count, noc_diag *diag)
{
    json_t *object = noc_json_document(sheet, "nocsight.explanation/1"), *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, node_object(&explanations[i], 0));
    json_object_set_new(object, "design", noc_json_design(explainer->system->design));
    noc_json_set_text(object, "method", noc_method_name(explainer->estimate.method));
    noc_json_set_real(object, "load_flits_per_cycle", explainer->estimate.load);
    noc_json_set_text(object, "status", noc_answer_name(explainer->estimate.answer));
    json_object_set_new(object, "explanations", array);
    return noc_json_finish(sheet, object, diag);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

/* Writes the path of a node: "round_trip_cycles/requests/zero load/routers". */
static void write_path(const noc_explanation *explanation, int node, char path[PATH_CHARS])
{
    if (explanation->nodes[node].parent >= 0) {
        write_path(explanation, explanation->nodes[node].parent, path);
        strncat(path, "/", PATH_CHARS - strlen(path) - 1);
    } else {
        path[0] = '\0';
    }
    strncat(path, explanation->nodes[node].name, PATH_CHARS - strlen(path) - 1);
}

static noc_status write_csv(const noc_sheet *sheet, const noc_explainer *explainer,
                            const noc_explanation *explanations, size_t count, noc_diag *diag)
{
    const noc_design *design = explainer->system->design;
    noc_rows rows = noc_rows_begin(
        sheet, "name hash load_flits_per_cycle metric path value unit made formula source");
    for (size_t i = 0; i < count; i++) {
        for (size_t n = 0; n < explanations[i].count; n++) {
            const noc_tree_node *node = &explanations[i].nodes[n];
            char path[PATH_CHARS];
            write_path(&explanations[i], (int)n, path);
            noc_rows_add(&rows);
            noc_put_text(&rows, "name", design->name);
            noc_put_text(&rows, "hash", design->hash);
            noc_put_real(&rows, "load_flits_per_cycle", explainer->estimate.load);
            noc_put_text(&rows, "metric", noc_metric_info_of(explanations[i].metric)->name);
            noc_put_text(&rows, "path", path);
            noc_put_real(&rows, "value", node->value);
            noc_put_text(&rows, "unit", node->unit);
            noc_put_text(&rows, "made", noc_tree_operation_name(node->operation));
            noc_put_text(&rows, "formula", node->formula);
            noc_put_text(&rows, "source", node->source);
        }
    }
    return noc_rows_write(&rows, diag);
}

noc_status noc_report_explanations(const noc_sheet *sheet, const noc_explainer *explainer,
                                   const noc_explanation *explanations, size_t count,
                                   noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return write_json(sheet, explainer, explanations, count, diag);
    case NOC_FORMAT_CSV:
        return write_csv(sheet, explainer, explanations, count, diag);
    default:
        return print_explanations(sheet, explainer, explanations, count, diag);
    }
}
