#include "reports/estimates/comparison_data.h"

#include <math.h>

#include "reports/estimates/estimate_csv.h"
#include "reports/estimates/estimate_json.h"
#include "reports/writers/json.h"

static json_t *errors_object(const noc_comparison *row)
{
    json_t *object = json_object();
    for (size_t i = 0; noc_comparison_metric(i) != NOC_METRICS; i++) {
        const noc_metric_id id = noc_comparison_metric(i);
        noc_json_set_real(object, noc_metric_info_of(id)->name, noc_comparison_error(row, id));
    }
    return object;
}

noc_status noc_json_comparisons(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                noc_diag *diag)
{
    json_t *array = json_array();
    noc_labels labels = {0};
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&labels, rows[i].model.design);
    for (size_t i = 0; i < count; i++) {
        const noc_comparison *row = &rows[i];
        json_t *errors = row->has_sample ? errors_object(row) : NULL;
        json_array_append_new(array, noc_json_estimate(&sheet->run, &row->model, &labels, errors));
        if (row->has_sample)
            json_array_append_new(array,
                                  noc_json_estimate(&sheet->run, &row->sample, &labels, NULL));
    }
    return noc_json_write(sheet->out, array, diag);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void put_errors(noc_rows *rows, const noc_comparison *row, bool is_model)
{
    for (size_t i = 0; noc_comparison_metric(i) != NOC_METRICS; i++) {
        const noc_metric_id id = noc_comparison_metric(i);
        char column[100];
        snprintf(column, sizeof column, "%s_error_frac", noc_metric_info_of(id)->name);
        noc_put_real(rows, column, is_model ? noc_comparison_error(row, id) : NAN);
    }
}

noc_status noc_csv_comparisons(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                               noc_diag *diag)
{
    NOC_AUTO(noc_csv_designs_clear) noc_csv_designs designs = {.settings = {0}};
    for (size_t i = 0; i < count; i++) {
        const noc_status status = noc_csv_designs_add(&designs, rows[i].model.design, diag);
        if (status != NOC_OK) return status;
    }
    noc_rows table = noc_rows_begin(sheet, NULL);
    for (size_t i = 0; i < count; i++) {
        noc_csv_add_estimate(&table, &designs, &rows[i].model);
        put_errors(&table, &rows[i], true);
        if (!rows[i].has_sample) continue;
        noc_csv_add_estimate(&table, &designs, &rows[i].sample);
        put_errors(&table, &rows[i], false);
    }
    return noc_rows_write(&table, diag);
}
