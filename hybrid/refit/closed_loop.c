/* Fits the closed loop's terms to a table of samples and learns the IPC's intervals:
 * refit_closed TABLE [FILE] (run where configs/ is). */
#include <stdio.h>
#include <stdlib.h>

#include "hybrid/closed_calibration.h"

static noc_status refit(const char *table, char **text, noc_diag *diag)
{
    noc_closed_cases cases;
    noc_closed_calibration calibration;
    noc_status status = noc_closed_cases_read(table, &cases, diag);
    if (status == NOC_OK) status = noc_closed_cases_solve_open(&cases, diag);
    if (status == NOC_OK) status = noc_closed_fit(&cases, 0.9, &calibration, diag);
    noc_closed_cases_clear(&cases);
    if (status != NOC_OK) return status;
    *text = noc_closed_calibration_text(&calibration);
    return *text ? NOC_OK : noc_fail_memory(diag);
}

static int write_text(const char *path, const char *text)
{
    FILE *out = path ? fopen(path, "w") : stdout;
    if (!out || fputs(text, out) < 0 || (path && fclose(out) != 0)) {
        fprintf(stderr, "refit_closed: %s cannot be written\n", path ? path : "the output");
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    char *text = NULL;
    noc_diag diag = {0};
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "Usage: refit_closed TABLE [FILE]\n");
        return 2;
    }
    const noc_status status = refit(argv[1], &text, &diag);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "refit_closed: %s\n", diag.messages[i].text);
    noc_diag_clear(&diag);
    const int failed = status == NOC_OK ? write_text(argc == 3 ? argv[2] : NULL, text) : 1;
    free(text);
    return failed;
}
