/* Measures tests/reference/causes.csv anew: measure_causes TABLE FILE (run where configs/ is). Rows
 * that FILE has already stay as they are, so it can be stopped; an hour on one core. New cases: a
 * row with the first four columns. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/helpers.h"
#include "tests/support/rows/cause_rows.h"

static bool is_done(const cause_rows *done, const cause_row *row)
{
    for (size_t i = 0; i < done->count; i++)
        if (strcmp(done->list[i].name, row->name) == 0) return true;
    return false;
}

static noc_status measure(cause_row *row, noc_diag *diag)
{
    test_system t = test_compile_file(row->design, row->settings);
    const noc_status status = cause_row_measure(row, t.system, diag);
    test_system_free(&t);
    return status;
}

int main(int argc, char **argv)
{
    cause_rows rows, done = {0};
    noc_diag diag = {0};
    if (argc != 3 || !cause_rows_read(argv[1], &rows)) return 2;
    gsl_set_error_handler_off(); /* as in cli/main.c */
    FILE *out = fopen(argv[2], "r");
    if (out) {
        fclose(out);
        cause_rows_read(argv[2], &done);
    }
    out = fopen(argv[2], "a");
    if (!out) return 1;
    if (done.count == 0) cause_row_put_header(out);
    for (size_t i = 0; i < rows.count; i++) {
        if (is_done(&done, &rows.list[i])) continue;
        if (measure(&rows.list[i], &diag) == NOC_OK)
            cause_row_put(&rows.list[i], out);
        else
            fprintf(stderr, "%s: %s\n", rows.list[i].name,
                    diag.count ? diag.messages[diag.count - 1].text : "");
    }
    cause_rows_clear(&rows);
    cause_rows_clear(&done);
    noc_diag_clear(&diag);
    return fclose(out);
}
