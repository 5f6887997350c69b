#include "sampler/sampling/replication.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory_limit.h"

/* ---- pilot runs ----------------------------------------------------------------------------- */

/* Pilot runs precede a sample and measure inputs of its runs. The first pilot uses the windows
 * of cores that never wait; the second uses the windows of the first, and differs by the effect
 * of windows on the network. */
enum { PILOTS = 2, HALF_CYCLES = 4096 };

static bool needs_pilots(const noc_system *system, const noc_load *load,
                         const noc_kernel_choice *kernels)
{
    const noc_design *d = system->design;
    bool needed = load->workload && noc_sharing_is_active(&load->workload->sharing);
    for (size_t k = 0; load->workload && k < d->kernel_name_count; k++)
        needed = needed || noc_sharing_is_active(&d->kernels[k].sharing);
    for (int k = 0; k < NOC_KERNELS_MAX; k++)
        needed = needed && kernels->touches_per_cycle[k] == 0.0;
    return needed;
}

/* Measures the second half of a pilot if CTAs still run then; else the whole pilot. */
static void measure_touches(const noc_cores_tally *middle, const noc_cores_tally *end,
                            noc_kernel_choice *kernels)
{
    for (int k = 0; k < NOC_KERNELS_MAX; k++) {
        const bool has_late_ctas = end->cta_cycles[k] > middle->cta_cycles[k];
        const uint64_t touches = end->touches[k] - (has_late_ctas ? middle->touches[k] : 0);
        const uint64_t cycles = end->cta_cycles[k] - (has_late_ctas ? middle->cta_cycles[k] : 0);
        if (cycles > 0) kernels->touches_per_cycle[k] = (double)touches / (double)cycles;
    }
}

/* Runs a pilot; stuck networks are reported by the sample itself. */
static noc_status run_pilot(const noc_system *system, noc_load load, noc_kernel_choice *kernels)
{
    load.kernel_choice = kernels;
    noc_run *run = noc_run_new(system, load);
    if (!run) return NOC_EFAILED;
    noc_status status = noc_run_cycles(run, HALF_CYCLES, true);
    const noc_cores_tally half = noc_run_tally(run)->cores;
    if (status == NOC_OK) status = noc_run_cycles(run, HALF_CYCLES, true);
    if (status == NOC_OK) measure_touches(&half, &noc_run_tally(run)->cores, kernels);
    noc_run_free(run);
    return NOC_OK;
}

/* Finds the new lines that a CTA of each kernel touches per cycle, where kernels share lines and
 * `kernel_choice` does not state the number, and stores the number there. Windows in which
 * neighbours touch a line are times, but address streams count lines. `load`: load of the runs,
 * without `kernel_choice`. NOC_EFAILED when out of memory. */
static noc_status find_touches(const noc_system *system, noc_load load, noc_kernel_choice *kernels)
{
    noc_status status = NOC_OK;
    if (!needs_pilots(system, &load, kernels)) return NOC_OK;
    for (int i = 0; i < PILOTS && status == NOC_OK; i++) status = run_pilot(system, load, kernels);
    return status;
}

/* ---- replications --------------------------------------------------------------------------- */

/* Counts the bytes of all replications; `is_borrowed`: constant data are borrowed. */
static double count_bytes(const noc_system *system, const noc_load *load, bool is_borrowed)
{
    const noc_run_memory m = noc_run_memory_find(system, load);
    return NOC_REPLICATIONS * m.run_bytes + (is_borrowed ? 0.0 : m.shared_bytes);
}

double noc_replications_bytes(const noc_system *system)
{
    const noc_design *d = system->design;
    const noc_load load = {.packets_per_cycle = d->closed_loop ? 0.0 : 1.0,
                           .workload = d->closed_loop ? &d->workload : NULL};
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t set_count = d->closed_loop ? noc_design_workloads(d, parts) : 1;
    return (double)set_count * count_bytes(system, &load, false);
}

noc_status noc_replications_new(noc_replications *r, const noc_system *system, double load,
                                const noc_sample_options *options, uint64_t batch_cycles,
                                const noc_replications *lender, noc_diag *diag)
{
    *r = (noc_replications){.batch_cycles = batch_cycles, .thread_count = options->thread_count};
    if (r->thread_count == 0) {
        const long processors = sysconf(_SC_NPROCESSORS_ONLN);
        r->thread_count = processors > 0 ? (unsigned)processors : 1;
    }
    if (r->thread_count > NOC_REPLICATIONS) r->thread_count = NOC_REPLICATIONS;
    noc_kernel_choice kernels = options->kernels;
    const noc_load pilot = {.seed = options->seed * NOC_REPLICATIONS,
                            .workload = options->workload,
                            .derating = options->derating};
    if (find_touches(system, pilot, &kernels) != NOC_OK) return noc_fail_memory(diag);
    noc_load source = {
        .packets_per_cycle =
            options->workload || options->is_eager ? 0.0 : noc_system_packet_rate(system, load),
        .is_eager = options->is_eager,
        .counts_flows = options->flow_counts != NULL,
        .workload = options->workload,
        .derating = options->derating,
        .kernel_choice = &kernels,
    };
    const noc_status status =
        noc_memory_check_room(diag, NOC_EFAILED, NOC_NOWHERE, "a sample of this design",
                              count_bytes(system, &source, lender != NULL));
    if (status != NOC_OK) return status;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        source.seed = options->seed * NOC_REPLICATIONS + i;
        source.lender = lender ? lender->runs[0].run : r->runs[0].run;
        r->runs[i].run = noc_run_new(system, source);
        if (!r->runs[i].run) return noc_fail_memory(diag);
    }
    return NOC_OK;
}

void noc_replications_free(noc_replications *r)
{
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        noc_run_free(r->runs[i].run);
        free(r->runs[i].totals);
        free(r->runs[i].backlogs);
        r->runs[i] = (noc_replication){0};
    }
}

static noc_status reserve_batches(noc_replication *run, size_t batches)
{
    const size_t capacity = run->batch_count + batches + 1;
    if (capacity <= run->capacity) return NOC_OK;
    noc_tally *totals = realloc(run->totals, capacity * sizeof *totals);
    if (totals) run->totals = totals;
    double *backlogs = realloc(run->backlogs, capacity * sizeof *backlogs);
    if (backlogs) run->backlogs = backlogs;
    if (!totals || !backlogs) return NOC_EFAILED;
    if (run->batch_count == 0) {
        totals[0] = (noc_tally){0};
        backlogs[0] = 0.0;
    }
    run->capacity = capacity;
    return NOC_OK;
}

/* Runs a batch, which is shorter if the kernels end. */
static noc_status run_batch(noc_run *run, uint64_t cycles)
{
    enum { LOOK_CYCLES = 256 };
    const noc_loop_end *end = noc_run_end(run);
    if (!end) return noc_run_cycles(run, cycles, true);
    for (uint64_t left = cycles; left > 0 && !end->is_over;) {
        const uint64_t step = left < LOOK_CYCLES ? left : LOOK_CYCLES;
        if (noc_run_cycles(run, step, true) != NOC_OK) return NOC_EFAILED;
        left -= step;
    }
    return NOC_OK;
}

static noc_status run_batches(noc_replication *run, size_t batches, uint64_t batch_cycles)
{
    if (reserve_batches(run, batches) != NOC_OK) return NOC_EFAILED;
    for (size_t k = 0; k < batches; k++) {
        if (run_batch(run->run, batch_cycles) != NOC_OK) return NOC_EFAILED;
        run->batch_count++;
        run->totals[run->batch_count] = *noc_run_tally(run->run);
        run->backlogs[run->batch_count] =
            noc_run_backlog(run->run, NOC_REQUEST) + noc_run_backlog(run->run, NOC_REPLY);
    }
    return NOC_OK;
}

/* Counts the packets that entered the network in a span and have not left, from their flits. A
 * multicast packet counts once, at its first terminal. */
static double count_stored_packets(const noc_tally *from, const noc_tally *to)
{
    double flits = 0.0, packets = 0.0;
    for (int c = 0; c < NOC_CLASSES; c++) {
        flits += (double)(to->flits_ejected[c] - from->flits_ejected[c]);
        flits -= (double)(to->copies_ejected[c] - from->copies_ejected[c]);
        packets += (double)(to->delivered[c] - from->delivered[c]);
    }
    const double entered = (double)(to->flits_injected - from->flits_injected);
    return flits > 0.0 ? (entered - flits) * packets / flits : 0.0;
}

noc_batch_sums noc_replication_kept_load(const noc_replication *run, double rate, size_t from,
                                         size_t end)
{
    const noc_tally *first = &run->totals[from], *last = &run->totals[end];
    const double offered = rate * (double)(last->cycles - first->cycles);
    const double backlog_growth = run->backlogs[end] - run->backlogs[from];
    return (noc_batch_sums){offered - backlog_growth - count_stored_packets(first, last), offered};
}

typedef struct work {
    noc_replications *replications;
    size_t batches;
    atomic_uint next_run;
    atomic_bool failed;
} work;

static void *run_next_replication(void *argument)
{
    work *w = argument;
    for (;;) {
        const unsigned i = atomic_fetch_add(&w->next_run, 1);
        if (i >= NOC_REPLICATIONS) return NULL;
        if (run_batches(&w->replications->runs[i], w->batches, w->replications->batch_cycles) ==
            NOC_OK)
            continue;
        w->replications->runs[i].has_failed = true;
        atomic_store(&w->failed, true);
    }
}

noc_status noc_replications_run(noc_replications *r, size_t batches)
{
    work w = {.replications = r, .batches = batches};
    pthread_t threads[NOC_REPLICATIONS];
    unsigned started = 0;
    while (started + 1 < r->thread_count &&
           pthread_create(&threads[started], NULL, run_next_replication, &w) == 0)
        started++;
    run_next_replication(&w);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    return atomic_load(&w.failed) ? NOC_EFAILED : NOC_OK;
}

bool noc_replications_are_over(const noc_replications *r)
{
    bool all_over = true;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_loop_end *end = noc_run_end(r->runs[i].run);
        all_over = all_over && end && end->is_over;
    }
    return all_over;
}

void noc_replications_explain(const noc_replications *r, noc_diag *diag)
{
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        if (!r->runs[i].has_failed) continue;
        noc_run_explain(r->runs[i].run, diag);
        return;
    }
    noc_fail_memory(diag);
}
