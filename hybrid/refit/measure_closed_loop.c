/* Measures the samples of closed loops anew, half an hour on two cores: measure_closed TABLE FILE [DESIGN] (run where
 * configs/ is; FILE may be the TABLE, which is replaced when all is measured). DESIGN: only those whose name starts with
 * it. New cases: a row with any figures. What was interrupted goes on with what FILE.part has. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/closed_calibration.h"

static bool is_same(const noc_closed_case *a, const noc_closed_case *b)
{
    bool same = strcmp(a->design, b->design) == 0 && a->override_count == b->override_count;
    for (size_t i = 0; same && i < a->override_count; i++)
        same = strcmp(a->overrides[i], b->overrides[i]) == 0;
    return same;
}

/* The case as it was measured before; NULL: it was not. */
static const noc_closed_case *find(const noc_closed_cases *before, const noc_closed_case *c)
{
    for (size_t i = 0; i < before->count; i++)
        if (is_same(&before->list[i], c)) return &before->list[i];
    return NULL;
}

static noc_status measure(noc_closed_cases *cases, const noc_closed_cases *before,
                          const char *start, FILE *out, noc_diag *diag)
{
    noc_closed_cases_put_header(out);
    for (size_t i = 0; i < cases->count; i++) {
        noc_closed_case *c = &cases->list[i];
        const noc_closed_case *known = find(before, c);
        const bool chosen = !known && strncmp(c->design, start, strlen(start)) == 0;
        const noc_status status = chosen ? noc_closed_case_measure(c, diag) : NOC_OK;
        if (status != NOC_OK) return status;
        noc_closed_case_put(known ? known : c, out);
        fflush(out);
        fprintf(stderr, "measure_closed: %zu of %zu\n", i + 1, cases->count);
    }
    return NOC_OK;
}

/* Whole or not at all. */
static noc_status write_table(noc_closed_cases *cases, const noc_closed_cases *before,
                              const char *start, const char *part, const char *path, noc_diag *diag)
{
    FILE *out = fopen(part, "w");
    if (!out) return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", part);
    const noc_status status = measure(cases, before, start, out, diag);
    const bool written = fclose(out) == 0 && status == NOC_OK && rename(part, path) == 0;
    if (written || status != NOC_OK) return status;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", path);
}

int main(int argc, char **argv)
{
    noc_closed_cases cases = {0}, before = {0};
    noc_diag diag = {0};
    char part[4096];
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "Usage: measure_closed TABLE FILE [DESIGN]\n");
        return 2;
    }
    snprintf(part, sizeof part, "%s.part", argv[2]);
    noc_status status = noc_closed_cases_read(argv[1], &cases, &diag);
    if (status == NOC_OK && access(part, F_OK) == 0)
        status = noc_closed_cases_read(part, &before, &diag);
    if (status == NOC_OK) status = noc_closed_cases_solve_open(&cases, &diag);
    if (status == NOC_OK)
        status = write_table(&cases, &before, argc == 4 ? argv[3] : "", part, argv[2], &diag);
    noc_closed_cases_clear(&cases);
    noc_closed_cases_clear(&before);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "measure_closed: %s\n", diag.messages[i].text);
    noc_diag_clear(&diag);
    return status == NOC_OK ? 0 : 1;
}
