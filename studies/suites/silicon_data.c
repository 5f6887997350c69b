#include "studies/suites/silicon_data.h"

#include <math.h>
#include <stdlib.h>

/* ---- answers -------------------------------------------------------------------------------- */

noc_status noc_silicon_answer_table(noc_bench *bench, const char *text, const char *file,
                                    void (*step)(void *context, const char *id),
                                    noc_silicon_answers *a)
{
    *a = (noc_silicon_answers){.list = NULL};
    noc_status status = noc_silicon_read(text, file, &a->table, bench->diag);
    if (status != NOC_OK) return status;
    a->list = calloc(a->table.count + 1, sizeof *a->list);
    if (!a->list) return noc_fail_memory(bench->diag);
    while (a->count < a->table.count && status == NOC_OK) {
        const noc_silicon_row *row = &a->table.rows[a->count];
        if (step) step(bench->context, row->id);
        status = noc_silicon_answer_row(bench, &a->table, row, &a->list[a->count++]);
    }
    return status;
}

void noc_silicon_answers_clear(noc_silicon_answers *a)
{
    for (size_t i = 0; i < a->count; i++) noc_silicon_compared_clear(&a->list[i]);
    free(a->list);
    noc_silicon_clear(&a->table);
}

static bool has_range(const noc_silicon_figure *figure)
{
    return figure->lo <= figure->hi;
}

static bool is_inside(const noc_silicon_figure *figure, const noc_printed *printed)
{
    return has_range(figure) && figure->lo <= printed->hi && figure->hi >= printed->lo;
}

bool noc_silicon_has_range(const noc_silicon_compared *c)
{
    return has_range(&c->model) || has_range(&c->sample);
}

bool noc_silicon_is_inside(const noc_silicon_compared *c)
{
    return is_inside(&c->model, &c->printed) || is_inside(&c->sample, &c->printed);
}

/* ---- table for CSV and JSON ------------------------------------------------------------------ */

static void put_number(noc_table *data, double value)
{
    if (isfinite(value))
        noc_table_add_cell(data, "%.7g", value);
    else
        noc_table_add_cell(data, "%s", "");
}

static void put_flag(noc_table *data, bool flag)
{
    noc_table_add_cell(data, "%s", flag ? "true" : "false");
}

static void put_figure(noc_table *data, const noc_silicon_compared *c,
                       const noc_silicon_figure *figure)
{
    put_number(data, figure->value);
    put_number(data, figure->half_width);
    put_number(data, has_range(figure) ? figure->lo : NAN);
    put_number(data, has_range(figure) ? figure->hi : NAN);
    put_number(data, 100.0 * noc_silicon_error(c, figure));
    noc_table_add_cell(data, "%s", figure->text ? figure->text : "");
}

/* [model, sample]: names of a method's columns, in the order of put_figure. */
static const char *const method_columns[2][6] = {
    {"model", "model_half_width", "model_lo", "model_hi", "model_error_percent", "model_text"},
    {"sample", "sample_half_width", "sample_lo", "sample_hi", "sample_error_percent",
     "sample_text"},
};

static void add_columns(noc_table *data)
{
    data->schema = "nocsight.silicon/1";
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "id");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "kind");
    noc_table_add_typed_detail(data, NOC_CELL_FLAG, "determined");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "determined_by");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "gpu");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "quantity");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "class");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "unit");
    noc_table_add_typed_detail(data, NOC_CELL_NUMBER, "published");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "published_text");
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < 6; i++)
            noc_table_add_typed_detail(data, i < 5 ? NOC_CELL_NUMBER : NOC_CELL_TEXT,
                                       method_columns[m][i]);
    noc_table_add_typed_detail(data, NOC_CELL_FLAG, "range_holds_published");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "spread");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "conditions");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "source");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "read_how");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "why");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "questions");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "expression");
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "command");
}

static void put_row(noc_table *data, const noc_silicon_compared *c)
{
    const noc_silicon_row *r = c->row;
    const bool is_number = c->printed.form == NOC_PRINTED_NUMBER;
    const char *const first_texts[] = {r->id, r->kind};
    const char *const middle_texts[] = {r->determined_by, r->gpu, r->quantity,
                                        noc_silicon_class_name(noc_silicon_find_class(r)), r->unit};
    const char *const last_texts[] = {r->spread, r->conditions, r->source,     r->read_how,
                                      r->why,    r->asks,       r->expression, c->command};
    for (size_t i = 0; i < sizeof first_texts / sizeof first_texts[0]; i++)
        noc_table_add_cell(data, "%s", first_texts[i]);
    put_flag(data, noc_silicon_is_determined(r));
    for (size_t i = 0; i < sizeof middle_texts / sizeof middle_texts[0]; i++)
        noc_table_add_cell(data, "%s", middle_texts[i]);
    put_number(data, is_number ? c->printed.lo : NAN);
    noc_table_add_cell(data, "%s", r->value);
    put_figure(data, c, &c->model);
    put_figure(data, c, &c->sample);
    if (noc_silicon_has_range(c))
        put_flag(data, noc_silicon_is_inside(c));
    else
        noc_table_add_cell(data, "%s", "");
    for (size_t i = 0; i < sizeof last_texts / sizeof last_texts[0]; i++)
        noc_table_add_cell(data, "%s", last_texts[i]);
}

void noc_silicon_put_data(const noc_silicon_answers *a, noc_table *data)
{
    add_columns(data);
    for (size_t i = 0; i < a->count; i++) put_row(data, &a->list[i]);
}
