#include "reports/report.h"

#include "reports/breakdown.h"
#include "reports/channels.h"
#include "reports/components.h"
#include "reports/csv.h"
#include "reports/json.h"
#include "reports/text.h"

const char *noc_format_name(size_t i)
{
    static const char *const names[] = {"table", "json", "csv", "svg"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

noc_status noc_report_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                                bool several, noc_diag *diag)
{
    const bool counted = count > 0 && estimates[0].components;
    const bool channels = count > 0 && estimates[0].channels;
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_estimates(sheet, estimates, count, several, diag);
    case NOC_FORMAT_CSV:
        if (channels) return noc_csv_channels(sheet, estimates, count, diag);
        return counted ? noc_csv_components(sheet, estimates, count, diag)
                       : noc_csv_estimates(sheet, estimates, count);
    default:
        break;
    }
    noc_status status = count == 1 ? noc_text_estimate(sheet, estimates, diag)
                                   : noc_text_whatif(sheet, estimates, count, diag);
    if (status == NOC_OK && counted) status = noc_text_components(sheet, estimates, count, diag);
    for (size_t i = 0; i < count && sheet->breakdowns && status == NOC_OK; i++)
        status = noc_breakdown_text(sheet, &sheet->breakdowns[i], diag);
    if (status == NOC_OK && channels) status = noc_text_channels(sheet, estimates, count, diag);
    return status;
}

noc_status noc_report_validation(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                 noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_comparisons(sheet, rows, count, diag);
    case NOC_FORMAT_CSV:
        return noc_csv_comparisons(sheet, rows, count);
    default:
        return noc_text_validation(sheet, rows, count, diag);
    }
}

noc_status noc_report_curve(const noc_sheet *sheet, const noc_comparison *points, size_t count,
                            noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_comparisons(sheet, points, count, diag);
    case NOC_FORMAT_CSV:
        return noc_csv_comparisons(sheet, points, count);
    default:
        return noc_text_curve(sheet, points, count, diag);
    }
}

noc_status noc_report_listing(const noc_sheet *sheet, const noc_table *table, noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_tables(sheet, table, 1, true, diag);
    case NOC_FORMAT_CSV:
        return noc_csv_table(sheet, table);
    default:
        return noc_table_print(table, sheet->out, sheet->width, diag);
    }
}

/* Catalogues begin with the columns kind and name. */
static noc_status list_fields(const noc_sheet *sheet, const noc_table *tables, size_t count,
                              noc_diag *diag)
{
    noc_table fields = {0};
    static const char *const headers[] = {"kind", "name", "field", "value"};
    for (size_t i = 0; i < 4; i++) noc_table_column(&fields, NOC_ALIGN_LEFT, headers[i]);
    for (size_t t = 0; t < count; t++) {
        for (size_t r = 0; r < tables[t].row_count; r++) {
            for (size_t c = 2; c < tables[t].column_count; c++) {
                noc_table_cell(&fields, "%s", noc_table_at(&tables[t], r, 0));
                noc_table_cell(&fields, "%s", noc_table_at(&tables[t], r, 1));
                noc_table_cell(&fields, "%s", tables[t].columns[c].header);
                noc_table_cell(&fields, "%s", noc_table_at(&tables[t], r, c));
            }
        }
    }
    const noc_status status = fields.failed ? noc_fail_memory(diag) : noc_csv_table(sheet, &fields);
    noc_table_clear(&fields);
    return status;
}

noc_status noc_report_entries(const noc_sheet *sheet, const noc_table *tables, size_t count,
                              noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return noc_json_tables(sheet, tables, count, false, diag);
    if (sheet->format == NOC_FORMAT_CSV) return list_fields(sheet, tables, count, diag);
    bool first = true;
    for (size_t t = 0; t < count; t++) {
        for (size_t r = 0; r < tables[t].row_count; r++) {
            if (!first) fputc('\n', sheet->out);
            noc_table_print_row(&tables[t], r, sheet->out, sheet->width);
            first = false;
        }
    }
    return NOC_OK;
}
