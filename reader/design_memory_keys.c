#include "reader/design_memory_keys.h"

#include <math.h>
#include <pthread.h>

#include "design/memory/replies.h"
#include "design/memory/scheduler_kind.h"
#include "network/graph/system.h"
#include "network/kinds/unread_conditions.h"

#define MEMORY(member) offsetof(noc_memory_spec, member)

/* Names by noc_replies_order. */
NOC_NAMES(reply_order_name, "fifo", "burst-first")

/* ---- conditions under which keys are not read ----------------------------------------------- */

typedef const noc_unread_question question;

static bool never_writes(const noc_workload *w)
{
    return w->read_fraction == 1.0;
}

static bool has_no_writes(question *q)
{
    return noc_workloads_all_have(q, never_writes);
}

static bool has_no_burst(const noc_workload *w)
{
    return w->burst == 1;
}

static bool has_no_bursts(question *q)
{
    return noc_workloads_all_have(q, has_no_burst);
}

static bool has_one_bank(question *q)
{
    return q->design->memory.banks == 1;
}

/* True if the answer has the metric interface_over_memory_bandwidth, which needs the bandwidth
 * of the DRAM. */
static bool has_interface_metric(question *q)
{
    return isfinite(noc_system_reply_bandwidth(q->system));
}

static bool has_only_interface_metric(question *q)
{
    return has_interface_metric(q) &&
           (noc_unread_trace_played.applies(q) || noc_unread_no_workload.applies(q) ||
            noc_unread_open_loop.applies(q) || noc_unread_no_misses.applies(q));
}

static const noc_unread_condition
    over_interface = {has_interface_metric, false, NULL, NULL},
    interface_alone = {has_only_interface_metric, true,
                       " by figures other than interface_over_memory_bandwidth",
                       "the answer has no accesses of DRAM"},
    no_writes = {has_no_writes, true, NULL, "the workload only reads"},
    no_bursts = {has_no_bursts, true, NULL,
                 "with workload.burst = 1 each request is for its own block"},
    one_bank = {has_one_bank, false, NULL, "a controller has one bank"},
    rows_of_trc = {noc_unread_is_model, true, " by the model",
                   "a row is closed later than that when memory.trc has passed (nocsight sample "
                   "reads it)"},
    lines_of_trace = {noc_unread_has_lines, false, NULL, NULL};

/* ---- queues of replies ---------------------------------------------------------------------- */

static bool sends_bursts_first(question *q)
{
    return noc_has_burst_priority(&q->design->memory);
}

static bool sends_in_order(question *q)
{
    return !sends_bursts_first(q);
}

/* True if an overlay weights its adaptive windows by the occupied share of a memory node's
 * queue. */
static bool has_queue_weights(question *q)
{
    for (int n = 0; n < q->design->network_count; n++) {
        const noc_overlay *overlay = &q->design->networks[n].overlay;
        if (noc_has_adaptive_windows(overlay) && overlay->weight_units == NOC_WEIGHTS_NORMALISED)
            return true;
    }
    return false;
}

static bool has_one_queue_weight(question *q)
{
    return sends_in_order(q) && has_queue_weights(q);
}

static bool has_two_queue_weights(question *q)
{
    return sends_bursts_first(q) && has_queue_weights(q);
}

static const noc_unread_condition
    in_order = {sends_in_order, true, NULL, "memory.reply_order is not \"burst-first\""},
    bursts_first = {sends_bursts_first, true, NULL,
                    "with memory.reply_order = \"burst-first\" replies have memory.burst_queue and "
                    "memory.normal_queue"},
    weighs_reply_queue = {has_one_queue_weight, false, NULL, NULL},
    weighs_burst_queues = {has_two_queue_weights, false, NULL, NULL};

/* ---- schedulers and the approximator -------------------------------------------------------- */

static bool has_no_stages(question *q)
{
    return !q->design->memory.scheduler->has_stages;
}

static bool has_nothing_approximable(question *q)
{
    return q->design->memory.approximable_share == 0.0;
}

static const noc_unread_condition
    no_stages = {has_no_stages, true, NULL,
                 "memory.scheduler has no stages before the DRAM's queue"},
    whole_queue_looked_up = {noc_unread_is_model, true, " by the model",
                             "banks are taken to be looked up in the whole queue (nocsight sample "
                             "reads it)"},
    nothing_approximable = {has_nothing_approximable, true, NULL, "memory.approximable is 0"};

/* ---- keys ----------------------------------------------------------------------------------- */

/* Keys of memory nodes. Timings that te13 lacks are those of the GDDR3 of GPGPU-Sim whose other
 * timings equal te13's. */
static const noc_key memory_keys[] = {
    {"clock_mhz", NOC_REAL, MEMORY(clock_mhz), 1, 20000, 1107, 0, NULL, "MHz", "clock of the DRAM",
     "te13 Table II", NOC_UNREAD(&over_interface, &interface_alone, &noc_unread_no_misses),
     NOC_BY_LOOP},
    {"bus_bytes", NOC_INTEGER, MEMORY(bus_bytes), 1, 1024, 16, 0, NULL, "bytes",
     "bytes that a controller's DRAM moves in a memory clock", "te13 footnote 3",
     NOC_UNREAD(&over_interface, &interface_alone, &noc_unread_no_misses), NOC_BY_LOOP},
    {"banks", NOC_INTEGER, MEMORY(banks), 1, 256, 8, 0, NULL, "banks", "DRAM banks of a controller",
     "cdx19 Table 3: 16; te13 does not say", NOC_UNREAD(&noc_unread_no_misses), NOC_BY_LOOP},
    {"slices", NOC_INTEGER, MEMORY(slices), 1, 16, 1, 0, NULL, "nodes",
     "memory nodes (cache slices) that share a controller's DRAM", "cdx19 Table 3: 2",
     NOC_UNREAD(&over_interface, &interface_alone, &noc_unread_no_misses), NOC_BY_LOOP},
    {"tcl", NOC_INTEGER, MEMORY(tcl), 1, 1000, 9, 0, NULL, "memory clocks",
     "column access to first data", "te13 Table II", NOC_UNREAD(&noc_unread_no_misses),
     NOC_BY_LOOP},
    {"trp", NOC_INTEGER, MEMORY(trp), 1, 1000, 13, 0, NULL, "memory clocks",
     "precharge to activation", "te13 Table II", NOC_UNREAD(&noc_unread_no_misses), NOC_BY_LOOP},
    {"trc", NOC_INTEGER, MEMORY(trc), 1, 1000, 34, 0, NULL, "memory clocks",
     "activation to activation of the same bank", "te13 Table II",
     NOC_UNREAD(&noc_unread_no_misses), NOC_BY_LOOP},
    {"tras", NOC_INTEGER, MEMORY(tras), 1, 1000, 21, 0, NULL, "memory clocks",
     "activation to precharge", "te13 Table II", NOC_UNREAD(&noc_unread_no_misses, &rows_of_trc),
     NOC_BY_LOOP},
    {"trcd", NOC_INTEGER, MEMORY(trcd), 1, 1000, 12, 0, NULL, "memory clocks",
     "activation to column access", "te13 Table II", NOC_UNREAD(&noc_unread_no_misses),
     NOC_BY_LOOP},
    {"trrd", NOC_INTEGER, MEMORY(trrd), 1, 1000, 8, 0, NULL, "memory clocks",
     "activation to activation of another bank", "te13 Table II",
     NOC_UNREAD(&noc_unread_no_misses, &one_bank), NOC_BY_LOOP},
    {"tccd", NOC_INTEGER, MEMORY(tccd), 1, 1000, 2, 0, NULL, "memory clocks",
     "column access to column access", "cdx19 Table 3: 2; te13 does not say",
     NOC_UNREAD(&noc_unread_no_misses), NOC_BY_LOOP},
    {"twr", NOC_INTEGER, MEMORY(twr), 0, 1000, 13, 0, NULL, "memory clocks",
     "last data written to precharge", "cdx19 Table 3: 12; te13 does not say",
     NOC_UNREAD(&noc_unread_no_misses, &no_writes), NOC_BY_LOOP},
    {"scheduler", &noc_scheduler_type, MEMORY(scheduler), 0, 0, 0, 0, noc_scheduler_name, "",
     "which request the DRAM serves next ('nocsight describe schedulers')",
     "te13 Table II: FR-FCFS", NOC_UNREAD(&noc_unread_no_misses), NOC_BY_LOOP},
    {"dram_queue", NOC_INTEGER, MEMORY(dram_queue), 1, 1024, 32, 0, NULL, "requests",
     "requests that wait for the DRAM of a controller", "te13 Table II: 32",
     NOC_UNREAD(&noc_unread_no_misses), NOC_BY_LOOP},
    {"input_queue", NOC_INTEGER, MEMORY(input_queue), 1, 1024, 8, 0, NULL, "requests",
     "requests from the network that wait at a memory node; the next ones wait in it",
     "te13 footnote 9: 8", NULL, NOC_BY_LOOP},
    {"reply_queue", NOC_INTEGER, MEMORY(reply_queue), 1, 1024, 6, 0, NULL, "replies",
     "replies that wait for the network at a memory node; when it is full the node stalls",
     "te13 footnote 9: 6", NOC_UNREAD(&weighs_reply_queue, &bursts_first),
     NOC_BY_CONTENTION | NOC_BY_LOOP},
    {"reply_order", NOC_CHOICE, MEMORY(reply_order), 0, 0, 0, 0, reply_order_name, "",
     "which reply a memory node sends next: \"burst-first\" keeps those of bursts apart",
     "rapid18 4.2.4", NULL, NOC_BY_CONTENTION | NOC_BY_LOOP},
    {"write_replies", NOC_CHOICE, MEMORY(write_replies), 0, 1, 1, 0, noc_truth_name, "",
     "whether memory nodes of the closed loop answer writes with a packet; else a write's MSHR is "
     "free when its node has done it",
     "te13 3.4: only read replies", NOC_UNREAD(&no_writes), NOC_BY_LOOP},
    {"burst_cycles", NOC_INTEGER, MEMORY(burst_cycles), 1, 100000, 8, 0, NULL, "cycles",
     "reply_order burst-first: a request that follows its core's last one so soon is of a burst",
     "rapid18 5.1: 8", NOC_UNREAD(&in_order), NOC_BY_LOOP},
    {"burst_queue", NOC_INTEGER, MEMORY(burst_queue), 1, 1024, 66, 0, NULL, "replies",
     "reply_order burst-first: replies of bursts at a memory node until they have left",
     "rapid18 5.1: 66", NOC_UNREAD(&weighs_burst_queues, &in_order),
     NOC_BY_CONTENTION | NOC_BY_LOOP},
    {"normal_queue", NOC_INTEGER, MEMORY(normal_queue), 1, 1024, 66, 0, NULL, "replies",
     "reply_order burst-first: weight of other replies", "rapid18 5.1: 66",
     NOC_UNREAD(&weighs_burst_queues, &in_order), NOC_BY_CONTENTION | NOC_BY_LOOP},
    {"burst_share", NOC_INTEGER, MEMORY(burst_share), 1, 1024, 3, 0, NULL, "replies",
     "reply_order burst-first: replies of bursts in a row while others wait", "rapid18 4.2.4: 3",
     NOC_UNREAD(&in_order), NOC_BY_LOOP},
    {"line_bytes", NOC_INTEGER, MEMORY(line_bytes), 1, 4096, 64, 0, NULL, "bytes",
     "of a cache line: what a DRAM access moves", "te13 Table IV: 64", NOC_UNREAD(&lines_of_trace),
     NOC_BY_LOOP},
    {"interleave_bytes", NOC_INTEGER, MEMORY(interleave_bytes), 1, 65536, 256, 0, NULL, "bytes",
     "block of addresses in one memory node", "te13 2.2: 256", NOC_UNREAD(&no_bursts), NOC_BY_LOOP},
    {"l2_cycles", NOC_INTEGER, MEMORY(l2_cycles), 0, 1000, 10, 0, NULL, "cycles",
     "latency of the second-level cache, hit or miss, in network cycles", "assumed", NULL,
     NOC_BY_LOOP},
    {"l2_banks", NOC_INTEGER, MEMORY(l2_banks), 1, 64, 1, 0, NULL, "banks",
     "banks of the cache slice of a memory node", "assumed", NULL, NOC_BY_LOOP},
    {"l2_bank_cycles", NOC_INTEGER, MEMORY(l2_bank_cycles), 1, 64, 1, 0, NULL, "cycles",
     "network cycles for which an access occupies its bank of the cache", "assumed", NULL,
     NOC_BY_LOOP},
    {"command_queue", NOC_INTEGER, MEMORY(command_queue), 1, 1024, 32, 0, NULL, "commands",
     "scheduler sms, amc: accesses that have left its stages, up to their data", "dapper: 32",
     NOC_UNREAD(&noc_unread_no_misses, &no_stages, &whole_queue_looked_up), 0},
};

static const noc_key approximator_keys[] = {
    {"approximable", NOC_REAL, MEMORY(approximable_share), 0, 1, 0, 0, NULL, "",
     "scheduler amc and approximator: share of the reads whose data may be approximate",
     "dapper 5.2: up to 0.78", NOC_UNREAD(&noc_unread_exact_data, &noc_unread_rare_bursts),
     NOC_BY_LOOP},
    {"match", NOC_REAL, MEMORY(match_share), 0, 1, 0, 0, NULL, "",
     "approximator: chance that the data of two such reads is about the same, so that their "
     "replies may go as one packet",
     "dapper 4.1", NOC_UNREAD(&nothing_approximable), NOC_BY_LOOP},
    {"error_threshold", NOC_REAL, MEMORY(error_threshold), 0, NOC_ERROR_THRESHOLD_MAX, 10, 0, NULL,
     "%",
     "approximator: difference of data that counts as none; tells output_error_percent, while "
     "match "
     "says how many replies it lets go together",
     "dapper 5.2: 5 to 20, 10 chosen", NOC_UNREAD(&noc_unread_no_coalescing), 0},
};

/* ---- the group ------------------------------------------------------------------------------ */

enum { ROWS_MAX = 128 };

/* Rows of all keys, filled once, then read only. */
static noc_key rows[ROWS_MAX];
static size_t row_count;
static pthread_once_t fill_once = PTHREAD_ONCE_INIT;

static void add_rows(noc_key_table table)
{
    for (size_t k = 0; k < table.count && row_count < ROWS_MAX; k++)
        rows[row_count++] = table.keys[k];
}

/* Fills the rows. Schedulers go from the last of their registry to the first, the order in the
 * hashes of measured designs. */
static void fill_rows(void)
{
    size_t schedulers = 0;
    while (noc_scheduler_at(schedulers)) schedulers++;
    add_rows((noc_key_table)NOC_KEYS(memory_keys));
    while (schedulers-- > 0) add_rows(noc_scheduler_at(schedulers)->keys);
    add_rows((noc_key_table)NOC_KEYS(approximator_keys));
}

noc_key_table noc_memory_keys(void)
{
    pthread_once(&fill_once, fill_rows);
    return (noc_key_table){rows, row_count};
}
