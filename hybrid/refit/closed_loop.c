/* Fits the closed loop's terms to tables of samples, learns what these deviate from it, and the IPC's intervals:
 * refit_closed FILE TABLE... (run where configs/ is). */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "hybrid/discrepancy/closed_calibration.h"

static noc_status read_tables(char **tables, noc_closed_cases *cases, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (; *tables && status == NOC_OK; tables++)
        status = noc_closed_cases_read(*tables, cases, diag);
    return status;
}

static noc_status refit(char **tables, char **text, noc_diag *diag)
{
    noc_closed_cases cases = {0};
    noc_closed_calibration calibration = {0};
    noc_status status = read_tables(tables, &cases, diag);
    if (status == NOC_OK) status = noc_closed_cases_solve_open(&cases, diag);
    if (status == NOC_OK) status = noc_closed_fit(&cases, 0.9, &calibration, diag);
    if (status == NOC_OK) *text = noc_closed_calibration_text(&calibration);
    noc_closed_calibration_clear(&calibration);
    noc_closed_cases_clear(&cases);
    return status != NOC_OK || *text ? status : noc_fail_memory(diag);
}

static int write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    if (!out || fputs(text, out) < 0 || fclose(out) != 0) {
        fprintf(stderr, "refit_closed: %s cannot be written\n", path);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    char *text = NULL;
    noc_diag diag = {0};
    if (argc < 3) {
        fprintf(stderr, "Usage: refit_closed FILE TABLE...\n");
        return 2;
    }
    gsl_set_error_handler_off(); /* results are looked at */
    const noc_status status = refit(argv + 2, &text, &diag);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "refit_closed: %s\n", diag.messages[i].text);
    noc_diag_clear(&diag);
    const int failed = status == NOC_OK ? write_text(argv[1], text) : 1;
    free(text);
    return failed;
}
