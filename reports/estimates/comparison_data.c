#include "reports/estimates/comparison_data.h"

#include <math.h>

#include "reports/estimates/estimate_csv.h"
#include "reports/estimates/estimate_json.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"

static json_t *errors_object(const noc_comparison *row)
{
    json_t *object = json_object();
    for (size_t i = 0; noc_comparison_metric(i) != NOC_METRICS; i++) {
        const noc_metric_id id = noc_comparison_metric(i);
        json_object_set_new(object, noc_metric_info_of(id)->name,
                            noc_json_real(noc_comparison_error(row, id)));
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

static void add_errors(noc_csv_line *line, const noc_comparison *row, bool is_model)
{
    for (size_t i = 0; noc_comparison_metric(i) != NOC_METRICS; i++)
        noc_csv_real(line, is_model ? noc_comparison_error(row, noc_comparison_metric(i)) : NAN);
    noc_csv_end(line);
}

noc_status noc_csv_comparisons(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                               noc_diag *diag)
{
    noc_csv_line line = {.sheet = sheet};
    noc_csv_designs designs = {.settings = {0}};
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = noc_csv_designs_add(&designs, rows[i].model.design, diag);
    noc_csv_estimate_header(&line, &designs);
    for (size_t i = 0; noc_comparison_metric(i) != NOC_METRICS; i++) {
        char column[100];
        snprintf(column, sizeof column, "%s_error_frac",
                 noc_metric_info_of(noc_comparison_metric(i))->name);
        noc_csv_text(&line, column);
    }
    noc_csv_end(&line);
    for (size_t i = 0; i < count; i++) {
        noc_csv_estimate(&line, &designs, &rows[i].model);
        add_errors(&line, &rows[i], true);
        if (!rows[i].has_sample) continue;
        noc_csv_estimate(&line, &designs, &rows[i].sample);
        add_errors(&line, &rows[i], false);
    }
    noc_csv_designs_clear(&designs);
    return status;
}
