/* Program that prints the model's errors against tables of sampled closed loops, by set:
 * loop_residuals TABLE... (run where configs/ is). The first block has the loop's model as derived,
 * the second one the model corrected by the compiled-in calibration of loops; networks are
 * corrected in both. Sets of loops that are held back end with -kept.
 *
 * Errors of IPC, round trip, banks in use and MSHRs in use are model over sample less 1: mean
 * sizes, and for the first two the worst. For row hits, use of the DRAM and stalled memory nodes:
 * mean size of the difference. `inside`: share of the loops whose IPC lies in the interval, %. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/auto.h"
#include "hybrid/correction/calibration/shipped.h"
#include "hybrid/training/learning/closed_cases.h"

typedef struct error_sum {
    double count, sum, worst;
} error_sum;

typedef struct residuals {
    const char *set; /* name of the set, borrowed from its first case */
    error_sum ipc, trip, banks, mshrs, row_hits, dram_use, memory_stalls;
    double inside_count;
} residuals;

enum { SETS_MAX = 64 };

/* Adds an error; an unknown error is ignored. */
static void add_error(error_sum *e, double error)
{
    if (!isfinite(error)) return;
    e->count++;
    e->sum += fabs(error);
    if (fabs(error) > fabs(e->worst)) e->worst = error;
}

static void add_case(residuals *r, const noc_closed_case *c,
                     const noc_closed_calibration *calibration)
{
    const noc_sample *s = &c->sample;
    noc_closed_point p;
    const double score = noc_closed_case_ipc_error(c, calibration, &p);
    add_error(&r->ipc, expm1(-score));
    add_error(&r->trip, p.round_trip / s->quantities[NOC_SAMPLE_ROUND_TRIP].mean - 1.0);
    add_error(&r->banks, p.memories.bank_parallelism / s->bank_parallelism - 1.0);
    add_error(&r->mshrs, p.mshrs_used / s->mshrs_used - 1.0);
    add_error(&r->row_hits, p.memories.row_hit_rate - s->row_hit_rate);
    add_error(&r->dram_use, p.memories.dram_used - s->dram_used);
    add_error(&r->memory_stalls, p.memories.stalled - s->memory_stalled);
    if (!calibration) return;
    const noc_spread *spread = &calibration->ipc[noc_loop_kind(c->system, p.binding)];
    r->inside_count += score >= fmin(spread->low, 0.0) && score <= fmax(spread->high, 0.0);
}

static residuals *find_set(residuals *list, size_t *count, const char *set)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(list[i].set, set) == 0) return &list[i];
    if (*count == SETS_MAX) return NULL;
    list[*count] = (residuals){.set = set};
    return &list[(*count)++];
}

static double mean(const error_sum *e)
{
    return e->count > 0.0 ? e->sum / e->count : NAN;
}

static void print_row(const residuals *r, bool has_intervals)
{
    printf(
        "%-24s %5.0f  IPC %5.1f %% (%+6.1f)  trip %5.1f %% (%+6.1f)  banks %5.1f %%  MSHRs %5.1f "
        "%%  hits %.3f  DRAM %.3f  stalled %.3f",
        r->set, r->ipc.count, 100.0 * mean(&r->ipc), 100.0 * r->ipc.worst, 100.0 * mean(&r->trip),
        100.0 * r->trip.worst, 100.0 * mean(&r->banks), 100.0 * mean(&r->mshrs), mean(&r->row_hits),
        mean(&r->dram_use), mean(&r->memory_stalls));
    if (has_intervals) printf("  inside %.0f %%", 100.0 * r->inside_count / r->ipc.count);
    putchar('\n');
}

static void print_all(const noc_closed_cases *cases, const noc_closed_calibration *calibration)
{
    static residuals list[SETS_MAX];
    size_t count = 0;
    printf(calibration ? "\nas similar loops predict it:\n" : "as derived:\n");
    for (size_t i = 0; i < cases->count; i++) {
        residuals *r = find_set(list, &count, cases->list[i].set);
        if (r) add_case(r, &cases->list[i], calibration);
    }
    for (size_t i = 0; i < count; i++) print_row(&list[i], calibration);
}

int main(int argc, char **argv)
{
    NOC_AUTO(noc_closed_cases_clear) noc_closed_cases cases = {0};
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    noc_status status = NOC_OK;
    if (argc < 2) {
        fprintf(stderr, "Usage: loop_residuals TABLE...\n");
        return 2;
    }
    gsl_set_error_handler_off(); /* results are checked by the caller */
    for (int i = 1; i < argc && status == NOC_OK; i++)
        status = noc_closed_cases_read(argv[i], &cases, &diag);
    if (status == NOC_OK)
        status = noc_closed_cases_solve_open(&cases, noc_calibration_shipped(), &diag);
    if (status == NOC_OK) {
        print_all(&cases, NULL);
        print_all(&cases, noc_closed_calibration_shipped());
    }
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "loop_residuals: %s\n", diag.messages[i].text);
    return status == NOC_OK ? 0 : 1;
}
