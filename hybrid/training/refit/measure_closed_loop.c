/* Program that measures tables of closed loops again, half an hour on two cores: measure_closed
 * TABLE FILE [DESIGN] (run where configs/ is). Cases already in FILE are kept, unless FILE is the
 * TABLE: then all are measured. DESIGN: only designs whose name starts with it. A new case is a row
 * with any figures. Measured cases are stored in FILE.part until all are done, so that an
 * interrupted run can continue. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/training/learning/closed_cases.h"

typedef struct measuring {
    const char *table, *file, *start;
    char part[4096];
} measuring;

/* Finds the case in the earlier measurements; NULL: not measured. */
static const noc_closed_case *find(const noc_closed_cases *before, const noc_closed_case *c)
{
    for (size_t i = 0; i < before->count; i++)
        if (noc_closed_case_is_same(&before->list[i], c)) return &before->list[i];
    return NULL;
}

/* Measures the chosen cases. Earlier measurements replace the figures of the table. */
static noc_status measure(noc_closed_cases *cases, const noc_closed_cases *before,
                          const measuring *files, FILE *part, noc_diag *diag)
{
    for (size_t i = 0; i < cases->count; i++) {
        noc_closed_case *c = &cases->list[i];
        const noc_closed_case *known = find(before, c);
        if (known) {
            noc_closed_case_take(c, known);
        } else if (strncmp(c->design, files->start, strlen(files->start)) == 0) {
            const noc_status status = noc_closed_case_measure(c, diag);
            if (status != NOC_OK) return status;
            noc_closed_case_put(c, part);
            fflush(part);
        }
        fprintf(stderr, "measure_closed: %zu of %zu\n", i + 1, cases->count);
    }
    return NOC_OK;
}

static noc_status measure_all(noc_closed_cases *cases, const noc_closed_cases *before,
                              const measuring *files, noc_diag *diag)
{
    const bool goes_on = access(files->part, F_OK) == 0;
    FILE *part = fopen(files->part, "a");
    if (!part) return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", files->part);
    if (!goes_on) noc_closed_cases_put_header(part);
    const noc_status status = measure(cases, before, files, part, diag);
    fclose(part);
    return status;
}

static noc_status write_table(const noc_closed_cases *cases, const measuring *files, noc_diag *diag)
{
    FILE *out = fopen(files->file, "w");
    if (!out) return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", files->file);
    noc_closed_cases_put_header(out);
    for (size_t i = 0; i < cases->count; i++) noc_closed_case_put(&cases->list[i], out);
    if (fclose(out) == 0 && unlink(files->part) == 0) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", files->file);
}

static noc_status read_before(const measuring *files, noc_closed_cases *before, noc_diag *diag)
{
    const bool other = strcmp(files->table, files->file) != 0;
    noc_status status = NOC_OK;
    if (other && access(files->file, F_OK) == 0)
        status = noc_closed_cases_read(files->file, before, diag);
    if (status == NOC_OK && access(files->part, F_OK) == 0)
        status = noc_closed_cases_read(files->part, before, diag);
    return status;
}

int main(int argc, char **argv)
{
    noc_closed_cases cases = {0}, before = {0};
    noc_diag diag = {0};
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "Usage: measure_closed TABLE FILE [DESIGN]\n");
        return 2;
    }
    gsl_set_error_handler_off(); /* results are checked, as cli/main.c does */
    measuring files = {.table = argv[1], .file = argv[2], .start = argc == 4 ? argv[3] : ""};
    snprintf(files.part, sizeof files.part, "%s.part", files.file);
    noc_status status = noc_closed_cases_read(files.table, &cases, &diag);
    if (status == NOC_OK) status = read_before(&files, &before, &diag);
    if (status == NOC_OK) status = noc_closed_cases_solve_open(&cases, NULL, &diag);
    if (status == NOC_OK) status = measure_all(&cases, &before, &files, &diag);
    if (status == NOC_OK) status = write_table(&cases, &files, &diag);
    noc_closed_cases_clear(&cases);
    noc_closed_cases_clear(&before);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "measure_closed: %s\n", diag.messages[i].text);
    noc_diag_clear(&diag);
    return status == NOC_OK ? 0 : 1;
}
