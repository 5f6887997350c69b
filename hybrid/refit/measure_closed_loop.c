/* Measures the samples of closed loops anew, half an hour on two cores: measure_closed TABLE FILE [DESIGN] (run where
 * configs/ is; FILE may be the TABLE, which is replaced when all is measured). DESIGN: only those whose name starts with
 * it. New cases: a row with any figures. */
#include <stdio.h>
#include <string.h>

#include "hybrid/closed_calibration.h"

static noc_status measure(noc_closed_cases *cases, const char *start, FILE *out, noc_diag *diag)
{
    noc_closed_cases_put_header(out);
    for (size_t i = 0; i < cases->count; i++) {
        noc_closed_case *c = &cases->list[i];
        const bool chosen = strncmp(c->design, start, strlen(start)) == 0;
        const noc_status status = chosen ? noc_closed_case_measure(c, diag) : NOC_OK;
        if (status != NOC_OK) return status;
        noc_closed_case_put(c, out);
        fprintf(stderr, "measure_closed: %zu of %zu\n", i + 1, cases->count);
    }
    return NOC_OK;
}

/* Whole or not at all. */
static noc_status write_table(noc_closed_cases *cases, const char *start, const char *path,
                              noc_diag *diag)
{
    char part[4096];
    snprintf(part, sizeof part, "%s.part", path);
    FILE *out = fopen(part, "w");
    if (!out) return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", part);
    const noc_status status = measure(cases, start, out, diag);
    const bool written = fclose(out) == 0 && status == NOC_OK && rename(part, path) == 0;
    if (written || status != NOC_OK) return status;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", path);
}

int main(int argc, char **argv)
{
    noc_closed_cases cases = {0};
    noc_diag diag = {0};
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "Usage: measure_closed TABLE FILE [DESIGN]\n");
        return 2;
    }
    noc_status status = noc_closed_cases_read(argv[1], &cases, &diag);
    if (status == NOC_OK) status = noc_closed_cases_solve_open(&cases, &diag);
    if (status == NOC_OK) status = write_table(&cases, argc == 4 ? argv[3] : "", argv[2], &diag);
    noc_closed_cases_clear(&cases);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "measure_closed: %s\n", diag.messages[i].text);
    noc_diag_clear(&diag);
    return status == NOC_OK ? 0 : 1;
}
