#include "reports/report.h"

#include "reports/csv.h"
#include "reports/json.h"
#include "reports/text.h"

const char *noc_format_name(size_t i)
{
    static const char *const names[] = {"table", "json", "csv"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

noc_status noc_report_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                                bool several, noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_estimates(sheet, estimates, count, several, diag);
    case NOC_FORMAT_CSV:
        return noc_csv_estimates(sheet, estimates, count);
    default:
        break;
    }
    if (count == 1) return noc_text_estimate(sheet, estimates, diag);
    return noc_text_whatif(sheet, estimates, count, diag);
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
        return noc_json_table(sheet, table, true, diag);
    case NOC_FORMAT_CSV:
        return noc_csv_table(sheet, table);
    default:
        return noc_table_print(table, sheet->out, sheet->width, diag);
    }
}

noc_status noc_report_entries(const noc_sheet *sheet, const noc_table *table, noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_table(sheet, table, false, diag);
    case NOC_FORMAT_CSV:
        return noc_csv_table(sheet, table);
    default:
        break;
    }
    for (size_t r = 0; r < table->row_count; r++) {
        if (r > 0) fputc('\n', sheet->out);
        noc_table_print_row(table, r, sheet->out, sheet->width);
    }
    return NOC_OK;
}
