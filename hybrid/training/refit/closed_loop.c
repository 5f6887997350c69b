/* Program that learns the calibration of closed loops from tables of samples: refit_closed
 * CALIBRATION FILE TABLE... (run where configs/ is). CALIBRATION: calibration of the open model,
 * whose curves the model of the loop uses. FILE: output. */
#include <gsl/gsl_errno.h>
#include <stdio.h>

#include "base/auto.h"
#include "hybrid/correction/calibration/calibration_file.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "hybrid/training/learning/closed_fit.h"

static noc_status read_tables(char **tables, noc_closed_cases *cases, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (; *tables && status == NOC_OK; tables++)
        status = noc_closed_cases_read(*tables, cases, diag);
    return status;
}

static noc_status refit(const noc_calibration *open, char **tables, char **text, noc_diag *diag)
{
    NOC_AUTO(noc_closed_cases_clear) noc_closed_cases cases = {0};
    noc_closed_calibration calibration = {0};
    noc_status status = read_tables(tables, &cases, diag);
    if (status == NOC_OK) status = noc_closed_cases_solve_open(&cases, open, diag);
    if (status == NOC_OK) status = noc_closed_fit(&cases, 0.9, &calibration, diag);
    if (status == NOC_OK) *text = noc_closed_calibration_text(&calibration);
    noc_kriging_clear(&calibration.deviations);
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
    static noc_calibration open;
    NOC_AUTO_FREE char *text = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    if (argc < 4) {
        fprintf(stderr, "Usage: refit_closed CALIBRATION FILE TABLE...\n");
        return 2;
    }
    gsl_set_error_handler_off(); /* results are checked by the caller */
    noc_status status = noc_calibration_read(argv[1], &open, &diag);
    if (status == NOC_OK) status = refit(&open, argv + 3, &text, &diag);
    noc_calibration_clear(&open);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "refit_closed: %s\n", diag.messages[i].text);
    return status == NOC_OK ? write_text(argv[2], text) : 1;
}
