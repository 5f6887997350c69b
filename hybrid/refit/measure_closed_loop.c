/* Measures the samples of closed loops anew, a quarter of an hour on two cores: measure_closed TABLE FILE (run where
 * configs/ is; FILE may be the TABLE, which is replaced when all is measured). New cases: a row with any figures. */
#include <stdio.h>

#include "hybrid/closed_calibration.h"

static noc_status measure(noc_closed_cases *cases, FILE *out, noc_diag *diag)
{
    noc_closed_cases_put_header(out);
    for (size_t i = 0; i < cases->count; i++) {
        const noc_status status = noc_closed_case_measure(&cases->list[i], diag);
        if (status != NOC_OK) return status;
        noc_closed_case_put(&cases->list[i], out);
        fprintf(stderr, "measure_closed: %zu of %zu\n", i + 1, cases->count);
    }
    return NOC_OK;
}

/* Whole or not at all. */
static noc_status write_table(noc_closed_cases *cases, const char *path, noc_diag *diag)
{
    char part[4096];
    snprintf(part, sizeof part, "%s.part", path);
    FILE *out = fopen(part, "w");
    if (!out) return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", part);
    const noc_status status = measure(cases, out, diag);
    const bool written = fclose(out) == 0 && status == NOC_OK && rename(part, path) == 0;
    if (written || status != NOC_OK) return status;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", path);
}

int main(int argc, char **argv)
{
    noc_closed_cases cases;
    noc_diag diag = {0};
    if (argc != 3) {
        fprintf(stderr, "Usage: measure_closed TABLE FILE\n");
        return 2;
    }
    noc_status status = noc_closed_cases_read(argv[1], &cases, &diag);
    if (status == NOC_OK) status = noc_closed_cases_solve_open(&cases, &diag);
    if (status == NOC_OK) status = write_table(&cases, argv[2], &diag);
    noc_closed_cases_clear(&cases);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "measure_closed: %s\n", diag.messages[i].text);
    noc_diag_clear(&diag);
    return status == NOC_OK ? 0 : 1;
}
