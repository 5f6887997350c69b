#include "reports/writers/listing.h"

#include <stdlib.h>
#include <string.h>

#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/table_print.h"

static json_t *make_cell_value(const char *cell, noc_cell_type type)
{
    if (!*cell) return json_null();
    if (type == NOC_CELL_NUMBER) return noc_json_real(strtod(cell, NULL));
    if (type == NOC_CELL_FLAG) return json_boolean(strcmp(cell, "true") == 0);
    return noc_json_text(cell);
}

static json_t *make_row_object(const noc_table *table, size_t row)
{
    json_t *object = json_object();
    noc_json_set_text(object, "schema", table->schema ? table->schema : "nocsight.entry/1");
    for (size_t c = 0; c < table->column_count; c++)
        json_object_set_new(
            object, table->columns[c].header,
            make_cell_value(noc_table_cell_text(table, row, c), table->columns[c].type));
    return object;
}

/* Writes the rows of the tables as an array of objects, a member for each column; empty cells are
 * null. Unless `is_list`, a single row is one object. */
static noc_status write_json(const noc_sheet *sheet, const noc_table *tables, size_t count,
                             bool is_list, noc_diag *diag)
{
    json_t *array = json_array();
    for (size_t t = 0; t < count; t++)
        for (size_t r = 0; r < tables[t].row_count; r++)
            json_array_append_new(array, make_row_object(&tables[t], r));
    return noc_json_write_items(sheet->out, array, is_list, diag);
}

noc_status noc_report_listing(const noc_sheet *sheet, const noc_table *table, noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return write_json(sheet, table, 1, true, diag);
    case NOC_FORMAT_CSV:
        return noc_csv_table(sheet, table, diag);
    default:
        return noc_table_print(sheet, table, diag);
    }
}

/* Writes rows as fields; the first columns of catalogues are kind and name. */
static noc_status write_fields(const noc_sheet *sheet, const noc_table *tables, size_t count,
                               noc_diag *diag)
{
    noc_table fields = {0};
    noc_table_add_columns(&fields, "kind|name|field|value");
    for (size_t t = 0; t < count; t++) {
        for (size_t r = 0; r < tables[t].row_count; r++) {
            for (size_t c = 2; c < tables[t].column_count; c++) {
                noc_table_add_cell(&fields, "%s", noc_table_cell_text(&tables[t], r, 0));
                noc_table_add_cell(&fields, "%s", noc_table_cell_text(&tables[t], r, 1));
                noc_table_add_cell(&fields, "%s", tables[t].columns[c].header);
                noc_table_add_cell(&fields, "%s", noc_table_cell_text(&tables[t], r, c));
            }
        }
    }
    const noc_status status = noc_csv_table(sheet, &fields, diag);
    noc_table_clear(&fields);
    return status;
}

noc_status noc_report_rows(const noc_sheet *sheet, const noc_table *tables, size_t count,
                           noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return write_json(sheet, tables, count, false, diag);
    if (sheet->format == NOC_FORMAT_CSV) return write_fields(sheet, tables, count, diag);
    bool first = true;
    for (size_t t = 0; t < count; t++) {
        for (size_t r = 0; r < tables[t].row_count; r++) {
            if (!first) fputc('\n', sheet->out);
            noc_table_print_row(sheet, &tables[t], r);
            first = false;
        }
    }
    return NOC_OK;
}
