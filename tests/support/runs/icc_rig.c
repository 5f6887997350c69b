#include "tests/support/runs/icc_rig.h"

#include <stdlib.h>

icc_rig *icc_rig_new(noc_cluster_spec spec, uint64_t round_trip)
{
    icc_rig *rig = calloc(1, sizeof *rig);
    assert_non_null(rig);
    const uint32_t most = (uint32_t)round_trip + 1;
    if (spec.merge_entries < 0) spec.merge_entries = (int)most;
    rig->cores = (unsigned)spec.cores;
    rig->round_trip = round_trip;
    rig->replies = noc_arena_array(&rig->arena, most, sizeof *rig->replies);
    rig->tags = noc_arena_array(&rig->arena, most, sizeof *rig->tags);
    noc_cluster_make(&rig->cluster, &spec, &rig->arena);
    for (unsigned c = 0; c < rig->cores; c++)
        noc_mshrs_make(&rig->mshrs[c], most, most, &rig->arena);
    assert_false(rig->arena.is_short);
    return rig;
}

void icc_rig_free(icc_rig *rig)
{
    noc_arena_clear(&rig->arena);
    free(rig);
}

static void pass_time(icc_rig *rig, uint64_t cycle)
{
    rig->entry_cycles += (double)(cycle - rig->now) * rig->cluster.table.count;
    rig->now = cycle;
}

static void note(icc_rig *rig, uint64_t line, uint64_t cores)
{
    if (!rig->deliveries) return;
    fprintf(rig->deliveries, "%s%lu:%lu:", rig->counts.replies > 1 ? " " : "",
            (unsigned long)rig->now, (unsigned long)line);
    for (unsigned c = 0; c < rig->cores; c++)
        if (cores >> c & 1) fprintf(rig->deliveries, "%u", c);
}

/* A core that is named and does not wait for the line drops it. */
static void take(icc_rig *rig, const icc_reply *reply)
{
    const uint64_t cores =
        noc_cluster_reply(&rig->cluster, reply->core, reply->line, reply->entered);
    rig->counts.replies++;
    note(rig, reply->line, cores);
    for (unsigned c = 0; c < rig->cores; c++) {
        if (!(cores >> c & 1)) continue;
        const uint32_t answered = noc_mshrs_answer(&rig->mshrs[c], reply->line, rig->tags);
        rig->counts.answered += answered;
        rig->counts.dropped += answered == 0;
    }
}

void icc_rig_advance(icc_rig *rig, uint64_t cycle)
{
    while (rig->first < rig->last) {
        const icc_reply *reply = &rig->replies[rig->first % (rig->round_trip + 1)];
        if (reply->cycle > cycle) break;
        pass_time(rig, reply->cycle);
        rig->first++;
        take(rig, reply);
    }
    pass_time(rig, cycle);
}

static void send(icc_rig *rig, unsigned core, uint64_t line, bool entered)
{
    rig->replies[rig->last++ % (rig->round_trip + 1)] =
        (icc_reply){rig->now + rig->round_trip, line, core, entered};
}

/* A hit is answered in the next cycle, before anything else can come of the line; the core waits
 * until then. */
static char read_line(icc_rig *rig, unsigned core, uint64_t line)
{
    static const char letters[] = {
        [NOC_CLUSTER_SENT] = 'U',
        [NOC_CLUSTER_ENTERED] = 'S',
        [NOC_CLUSTER_MERGED] = 'M',
        [NOC_CLUSTER_HIT] = 'C',
    };
    rig->counts.reads++;
    if (noc_mshrs_ask(&rig->mshrs[core], line, 0) == NOC_MSHR_MERGED) {
        rig->counts.own++;
        return 'R';
    }
    const noc_cluster_outcome outcome = noc_cluster_read(&rig->cluster, core, line);
    if (outcome == NOC_CLUSTER_HIT)
        rig->counts.answered += noc_mshrs_answer(&rig->mshrs[core], line, rig->tags);
    else if (outcome != NOC_CLUSTER_MERGED)
        send(rig, core, line, outcome == NOC_CLUSTER_ENTERED);
    if (rig->cluster.table.count > rig->most_entries) rig->most_entries = rig->cluster.table.count;
    return letters[outcome];
}

char icc_rig_request(icc_rig *rig, uint64_t cycle, unsigned core, uint64_t line, bool write)
{
    icc_rig_advance(rig, cycle);
    if (!write) return read_line(rig, core, line);
    noc_cluster_write(&rig->cluster, line);
    return 'W';
}

bool icc_rig_finish(icc_rig *rig)
{
    icc_rig_advance(rig, rig->now + rig->round_trip);
    uint32_t waiting = 0;
    for (unsigned c = 0; c < rig->cores; c++) waiting += rig->mshrs[c].lines.count;
    return waiting == 0 && rig->cluster.table.count == 0 &&
           rig->counts.answered == rig->counts.reads;
}

double icc_absorbed(const noc_cluster_tally *tally)
{
    const uint64_t *n = tally->reads;
    const uint64_t kept = n[NOC_CLUSTER_HIT] + n[NOC_CLUSTER_MERGED];
    const uint64_t all = kept + n[NOC_CLUSTER_SENT] + n[NOC_CLUSTER_ENTERED];
    return all ? (double)kept / (double)all : 0.0;
}
