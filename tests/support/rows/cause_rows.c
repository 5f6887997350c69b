#include "tests/support/rows/cause_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/shared_limits.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "design/workload/workload.h"
#include "sampler/sampling/limits.h"

enum { LINE_MOST = 1024, ROWS_MOST = 128 };

/* ---- the file ------------------------------------------------------------------------------- */

/* The next field of a line, which it ends. */
static char *next_field(char **rest)
{
    char *field = *rest;
    if (!field) return NULL;
    char *end = strchr(field, ',');
    if (end) *end++ = '\0';
    *rest = end;
    return field;
}

static double next_number(char **rest)
{
    const char *field = next_field(rest);
    return field && *field ? strtod(field, NULL) : NAN;
}

static void split_settings(char *text, cause_row *row)
{
    size_t count = 0;
    for (char *one = strtok(text, " "); one && count < CAUSE_SETTINGS_MOST; one = strtok(NULL, " "))
        row->settings[count++] = one;
}

static cause_row read_row(const char *line)
{
    cause_row row = {.line = strdup(line)};
    char *rest = row.line;
    row.line[strcspn(row.line, "\n")] = '\0';
    row.name = next_field(&rest);
    row.design = next_field(&rest);
    row.closed_loop = strcmp(next_field(&rest), "closed") == 0;
    char *settings = next_field(&rest);
    row.throughput = next_number(&rest);
    for (int k = 1; k < NOC_RESOURCES; k++) {
        row.losses[k].share = next_number(&rest) / 100.0;
        row.losses[k].half_width = next_number(&rest) / 100.0;
    }
    if (settings) split_settings(settings, &row);
    return row;
}

bool cause_rows_read(const char *path, cause_rows *rows)
{
    char line[LINE_MOST];
    FILE *in = fopen(path, "r");
    *rows = (cause_rows){calloc(ROWS_MOST, sizeof *rows->list), 0};
    if (!in || !rows->list) {
        fprintf(stderr, "%s cannot be read\n", path);
        if (in) fclose(in);
        return false;
    }
    const bool header = fgets(line, sizeof line, in);
    while (header && rows->count < ROWS_MOST && fgets(line, sizeof line, in))
        rows->list[rows->count++] = read_row(line);
    fclose(in);
    return true;
}

void cause_rows_clear(cause_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) free(rows->list[i].line);
    free(rows->list);
    *rows = (cause_rows){0};
}

static void put_number(FILE *out, const char *format, double value)
{
    fputc(',', out);
    if (!isnan(value)) fprintf(out, format, value);
}

void cause_row_put_header(FILE *out)
{
    fprintf(out, "name,design,loop,settings,throughput");
    for (int k = 1; k < NOC_RESOURCES; k++)
        fprintf(out, ",%s_percent,%s_half_width", noc_resource_name((noc_resource)k),
                noc_resource_name((noc_resource)k));
    fputc('\n', out);
}

void cause_row_put(const cause_row *row, FILE *out)
{
    fprintf(out, "%s,%s,%s,", row->name, row->design, row->closed_loop ? "closed" : "open");
    for (size_t i = 0; row->settings[i]; i++) fprintf(out, "%s%s", i ? " " : "", row->settings[i]);
    put_number(out, "%.5g", row->throughput);
    for (int k = 1; k < NOC_RESOURCES; k++) {
        put_number(out, "%.2f", 100.0 * row->losses[k].share);
        put_number(out, "%.2f", 100.0 * row->losses[k].half_width);
    }
    fputc('\n', out);
    fflush(out);
}

/* ---- measuring ------------------------------------------------------------------------------ */

static const noc_sample_options effort = {.precision = 0.01, .seed = 1, .skips_knee = true};

static noc_status find_saturation(const noc_system *system, double *saturation, noc_diag *diag)
{
    noc_sample_limits limits;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    if (noc_loads_new(system, &arena, &loads) != NOC_OK) return noc_fail_memory(diag);
    const double bound = noc_networks_bound(system, &loads);
    const noc_status status = noc_sample_find_limits(system, noc_zero_load_latency(system),
                                                     fmin(bound, noc_system_highest_load(system)),
                                                     &effort, &limits, diag);
    *saturation = limits.saturation;
    return status;
}

noc_status cause_row_measure(cause_row *row, const noc_system *system, noc_diag *diag)
{
    static const uint64_t first_cycles = 32768, most_cycles = 524288;
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_losses losses;
    noc_losses_request request = {
        .rest_cycles = NOC_REST_CYCLES,
        .kinds = noc_resources_of(system, row->closed_loop),
        .precision = NOC_RESOURCE_TIE,
        .least_difference = NOC_RESOURCE_TIE,
        .first_cycles = first_cycles,
        .cycles_max = most_cycles,
        .seed = 2,
    };
    noc_status status = NOC_OK;
    if (row->closed_loop && noc_design_workloads(system->design, parts) > 0)
        request.workload = &parts[0].workload;
    else
        status = find_saturation(system, &request.load, diag);
    if (status == NOC_OK) status = noc_sample_losses(system, &request, &losses, diag);
    if (status != NOC_OK) return status;
    row->throughput = row->closed_loop ? losses.throughput : request.load;
    for (int k = 0; k < NOC_RESOURCES; k++) row->losses[k] = losses.kinds[k];
    return NOC_OK;
}

/* ---- causes --------------------------------------------------------------------------------- */

noc_resource cause_row_cause(const cause_row *row)
{
    noc_resource cause = NOC_RESOURCE_NONE;
    double most = -INFINITY;
    for (int k = 1; k < NOC_RESOURCES; k++)
        if (row->losses[k].share > most) most = row->losses[cause = (noc_resource)k].share;
    return cause;
}

unsigned cause_row_ties(const cause_row *row)
{
    const double most = row->losses[cause_row_cause(row)].share;
    unsigned ties = 0;
    for (int k = 1; k < NOC_RESOURCES; k++)
        if (row->losses[k].share >= most - NOC_RESOURCE_TIE) ties |= 1u << k;
    return ties;
}
