#include "design/workload/workload_fit.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "design/key.h"
#include "design/trace/trace.h"

enum { NEAR_CYCLES = 4 }; /* requests so close belong to one burst */

/* What a node has done so far. */
typedef struct node {
    uint64_t requests, last_cycle;
    uint32_t last_destination;
    int64_t waiting, most;
} node;

typedef struct fitting {
    const noc_trace *trace;
    node *nodes;
    uint64_t reads, bursts;
} fitting;

/* A packet, as it goes to one of its destinations. */
static void add_packet(fitting *f, const noc_trace_packet *p, uint32_t destination)
{
    if (p->class == NOC_TRACE_REPLY) {
        f->nodes[destination].waiting--;
        return;
    }
    node *n = &f->nodes[p->source];
    const bool goes_on = n->requests > 0 && n->last_destination == destination &&
                         p->cycle - n->last_cycle <= NEAR_CYCLES;
    f->bursts += !goes_on;
    f->reads += p->class == NOC_TRACE_READ;
    n->requests++;
    n->last_cycle = p->cycle;
    n->last_destination = destination;
    if (++n->waiting > n->most) n->most = n->waiting;
}

static void conclude(const fitting *f, double issue_cycles, noc_workload_fit *fit)
{
    const noc_key_table keys = noc_workload_keys();
    noc_workload *w = &fit->workload;
    for (size_t i = 0; i < keys.count; i++) noc_value_default(&keys.keys[i], (char *)w);
    const noc_trace *t = f->trace;
    const uint64_t first = t->packets[0].cycle, last = t->packets[t->count - 1].cycle;
    *fit = (noc_workload_fit){.workload = *w,
                              .requests = t->requests,
                              .replies = t->replies,
                              .cycles = last - first + 1,
                              .outstanding = NAN};
    int64_t most = 0;
    for (uint32_t n = 0; n < NOC_TRACE_NODES_MAX; n++) {
        if (f->nodes[n].requests == 0) continue;
        fit->sources++;
        if (f->nodes[n].most > most) most = f->nodes[n].most;
    }
    fit->mean_burst = (double)t->requests / (double)f->bursts;
    w->burst = (int)lround(fmin(fmax(fit->mean_burst, 1.0), 64.0));
    w->read_fraction = (double)f->reads / (double)t->requests;
    const double gap = (double)fit->cycles * fit->sources / (double)t->requests;
    w->instructions = fmin(fmax(gap / issue_cycles, 1.0), 1e6);
    if (t->replies == 0) return;
    fit->outstanding = (double)most;
    w->warps = (int)fmin(fmax(ceil((double)most / w->burst), 1.0), 1024.0);
}

static bool fit_sharing(const noc_trace *trace, int line_bytes, noc_workload_fit *fit)
{
    fit->addressed = trace->addressed;
    fit->line_bytes = line_bytes;
    if (!trace->addressed) return true;
    if (!noc_sharing_fit_trace(trace, line_bytes, &fit->workload.sharing, &fit->sharing))
        return false;
    fit->workload.sharing = fit->sharing.sharing;
    return true;
}

noc_status noc_workload_fit_trace(const char *path, double issue_cycles, int line_bytes,
                                  noc_workload_fit *fit, noc_diag *diag)
{
    noc_trace trace;
    fitting f = {.trace = &trace};
    noc_status status = noc_trace_read(path, &trace, diag);
    if (status == NOC_OK) {
        f.nodes = calloc(NOC_TRACE_NODES_MAX, sizeof *f.nodes);
        if (!f.nodes) status = noc_fail_memory(diag);
    }
    if (status == NOC_OK && trace.requests == 0)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){path, 0}, "there is no request in it");
    for (size_t i = 0; status == NOC_OK && i < trace.count; i++)
        for (uint32_t d = 0; d <= trace.packets[i].more; d++)
            add_packet(&f, &trace.packets[i], noc_trace_destination(&trace, &trace.packets[i], d));
    if (status == NOC_OK) {
        conclude(&f, issue_cycles, fit);
        if (!fit_sharing(&trace, line_bytes, fit)) status = noc_fail_memory(diag);
    }
    free(f.nodes);
    noc_trace_clear(&trace);
    return status;
}
