/* Program that measures tables of closed loops again, half an hour on two cores: measure_closed
 * TABLE FILE [DESIGN] (run where configs/ is). Cases already in FILE are kept, unless FILE is the
 * TABLE: then all are measured. DESIGN: only designs whose name starts with it. A new case is a row
 * with any figures. Measured cases are stored in FILE.part until all are done, so that an
 * interrupted run can continue. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"
#include "hybrid/training/learning/closed_cases.h"

typedef struct measurement_files {
    const char *table, *file, *design_prefix;
    char part[4096];
} measurement_files;

/* Finds the case in the earlier measurements; NULL: not measured. */
static const noc_closed_case *find_measured_case(const noc_closed_cases *measured,
                                                 const noc_closed_case *c)
{
    for (size_t i = 0; i < measured->count; i++)
        if (noc_closed_case_equals(&measured->list[i], c)) return &measured->list[i];
    return NULL;
}

/* Measures the chosen cases. Earlier measurements replace the figures of the table. */
static noc_status measure(noc_closed_cases *cases, const noc_closed_cases *measured,
                          const measurement_files *files, FILE *part, noc_diag *diag)
{
    for (size_t i = 0; i < cases->count; i++) {
        noc_closed_case *c = &cases->list[i];
        const noc_closed_case *known = find_measured_case(measured, c);
        if (known) {
            noc_closed_case_copy(c, known);
        } else if (strncmp(c->design, files->design_prefix, strlen(files->design_prefix)) == 0) {
            const noc_status status = noc_closed_case_measure(c, diag);
            if (status != NOC_OK) return status;
            noc_closed_case_print(c, part);
            fflush(part);
        }
        fprintf(stderr, "measure_closed: %zu of %zu\n", i + 1, cases->count);
    }
    return NOC_OK;
}

static noc_status measure_all(noc_closed_cases *cases, const noc_closed_cases *measured,
                              const measurement_files *files, noc_diag *diag)
{
    const bool has_part = access(files->part, F_OK) == 0;
    FILE *part = fopen(files->part, "a");
    if (!part) return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", files->part);
    if (!has_part) noc_closed_print_header(part);
    const noc_status status = measure(cases, measured, files, part, diag);
    fclose(part);
    return status;
}

static noc_status write_table(const noc_closed_cases *cases, const measurement_files *files,
                              noc_diag *diag)
{
    FILE *out = fopen(files->file, "w");
    if (!out) return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", files->file);
    noc_closed_print_header(out);
    for (size_t i = 0; i < cases->count; i++) noc_closed_case_print(&cases->list[i], out);
    if (fclose(out) == 0 && unlink(files->part) == 0) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s cannot be written", files->file);
}

static noc_status read_measured(const measurement_files *files, noc_closed_cases *measured,
                                noc_diag *diag)
{
    const bool other = strcmp(files->table, files->file) != 0;
    noc_status status = NOC_OK;
    if (other && access(files->file, F_OK) == 0)
        status = noc_closed_cases_read(files->file, measured, diag);
    if (status == NOC_OK && access(files->part, F_OK) == 0)
        status = noc_closed_cases_read(files->part, measured, diag);
    return status;
}

int main(int argc, char **argv)
{
    NOC_AUTO(noc_closed_cases_clear) noc_closed_cases cases = {0};
    NOC_AUTO(noc_closed_cases_clear) noc_closed_cases measured = {0};
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "Usage: measure_closed TABLE FILE [DESIGN]\n");
        return 2;
    }
    gsl_set_error_handler_off(); /* results are checked, as cli/main.c does */
    measurement_files files = {
        .table = argv[1], .file = argv[2], .design_prefix = argc == 4 ? argv[3] : ""};
    snprintf(files.part, sizeof files.part, "%s.part", files.file);
    noc_status status = noc_closed_cases_read(files.table, &cases, &diag);
    if (status == NOC_OK) status = read_measured(&files, &measured, &diag);
    if (status == NOC_OK) status = noc_closed_cases_solve_open(&cases, NULL, &diag);
    if (status == NOC_OK) status = measure_all(&cases, &measured, &files, &diag);
    if (status == NOC_OK) status = write_table(&cases, &files, &diag);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "measure_closed: %s\n", diag.messages[i].text);
    return status == NOC_OK ? 0 : 1;
}
