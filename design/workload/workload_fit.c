/* Fit of a workload to a trace: first the lines that its sources share, then all other
 * parameters. */
#include "design/workload/workload_fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "design/cores/sharing_fit.h"
#include "design/key.h"

/* ---- shared lines --------------------------------------------------------------------------- */

enum { FAR = 8 }; /* largest counted distance between sources */

/* A request of a source for a line. */
typedef struct touch {
    uint64_t line, packet; /* packet: number in the trace */
    uint32_t source;
} touch;

/* A line that a source requests. */
typedef struct claim {
    uint64_t line, first; /* first_cycle: cycle of the first request */
    uint64_t place;       /* rank among the source's lines, by first request */
    uint32_t source;
    bool asked; /* true once a request was counted */
} claim;

typedef struct sharing_counts {
    const noc_trace *trace;
    touch *touches;  /* requests, sorted by line, source, packet */
    claim *claims;   /* lines of sources, sorted by line, source */
    size_t *claimed; /* [packet]: index of its source line */
    size_t touch_count, claim_count;
    uint64_t *lines;      /* [source]: distinct lines so far */
    double all[FAR + 1];  /* [distance]: lines of sources that have a source at this distance */
    double both[FAR + 1]; /* [distance]: lines among these that this source requests, too */
    double apart; /* cycles between first requests of neighbours, summed over shared_lines[1] */
    uint64_t reuses;
    double reuse_distance; /* lines in between, summed over `reuse_count` */
} sharing_counts;

static int order(const void *a, const void *b)
{
    const touch *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    return (x->packet > y->packet) - (x->packet < y->packet);
}

static bool make_room(sharing_counts *s)
{
    const size_t most = s->trace->count + 1;
    s->touches = malloc(most * sizeof *s->touches);
    s->claims = malloc(most * sizeof *s->claims);
    s->claimed = malloc(most * sizeof *s->claimed);
    s->lines = calloc(NOC_TRACE_NODES_MAX, sizeof *s->lines);
    return s->touches && s->claims && s->claimed && s->lines;
}

static void find_claims(sharing_counts *s, uint64_t line_bytes)
{
    for (size_t i = 0; i < s->trace->count; i++) {
        const noc_trace_packet *p = &s->trace->packets[i];
        if (p->class == NOC_TRACE_REPLY) continue;
        s->touches[s->touch_count++] = (touch){p->address / line_bytes, i, p->source};
    }
    qsort(s->touches, s->touch_count, sizeof *s->touches, order);
    for (size_t i = 0; i < s->touch_count; i++) {
        const touch *t = &s->touches[i];
        if (i == 0 || t->line != t[-1].line || t->source != t[-1].source)
            s->claims[s->claim_count++] = (claim){
                .line = t->line, .source = t->source, .first = s->trace->packets[t->packet].cycle};
        s->claimed[t->packet] = s->claim_count - 1;
    }
}

/* Counts, in the order of the trace, the requests for lines that their source requested before, and
 * the lines that it first requested in between. */
static void count_returns(sharing_counts *s)
{
    for (size_t i = 0; i < s->trace->count; i++) {
        const noc_trace_packet *p = &s->trace->packets[i];
        if (p->class == NOC_TRACE_REPLY) continue;
        claim *c = &s->claims[s->claimed[i]];
        if (c->asked) {
            s->reuses++;
            s->reuse_distance += (double)(s->lines[p->source] - 1 - c->place);
            continue;
        }
        c->asked = true;
        c->place = s->lines[p->source]++;
    }
}

static void count_pairs(sharing_counts *s)
{
    for (uint32_t d = 1; d <= FAR; d++)
        for (uint32_t n = 0; n + d < NOC_TRACE_NODES_MAX; n++)
            if (s->lines[n + d] > 0) s->all[d] += (double)s->lines[n];
    for (size_t i = 0; i < s->claim_count; i++) {
        const claim *a = &s->claims[i], *end = s->claims + s->claim_count;
        for (const claim *b = a + 1; b < end && b->line == a->line && b->source - a->source <= FAR;
             b++) {
            s->both[b->source - a->source]++;
            if (b->source - a->source > 1) continue;
            s->apart += (double)(b->first > a->first ? b->first - a->first : a->first - b->first);
        }
    }
}

static void conclude_sharing(const sharing_counts *s, noc_sharing_fit *fit)
{
    fit->lines = s->claim_count;
    fit->neighbours = s->all[1] > 0.0;
    fit->reuses = (double)s->reuses / (double)s->touch_count;
    const noc_sharing_counts counts = {
        .far = FAR,
        .all = s->all,
        .both = s->both,
        .apart = s->both[1] > 0.0 ? s->apart / s->both[1] : 0.0,
        .reuses = fit->reuses,
        .reuse_distance = s->reuses ? s->reuse_distance / (double)s->reuses : 0.0,
    };
    noc_sharing_conclude(&counts, &fit->sharing);
}

bool noc_sharing_fit_trace(const noc_trace *trace, int line_bytes, const noc_sharing *defaults,
                           noc_sharing_fit *fit)
{
    sharing_counts s = {.trace = trace};
    const bool room = make_room(&s);
    *fit = (noc_sharing_fit){.sharing = *defaults};
    if (room) {
        find_claims(&s, (uint64_t)line_bytes);
        count_returns(&s);
        count_pairs(&s);
        conclude_sharing(&s, fit);
    }
    free(s.touches);
    free(s.claims);
    free(s.claimed);
    free(s.lines);
    return room;
}

/* ---- the workload --------------------------------------------------------------------------- */

/* Counts of a node's packets so far. */
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

/* Counts a packet to one of its destinations. */
static void add_packet(fitting *f, const noc_trace_packet *p, uint32_t destination)
{
    if (p->class == NOC_TRACE_REPLY) {
        f->nodes[destination].waiting--;
        return;
    }
    node *n = &f->nodes[p->source];
    const bool goes_on = n->requests > 0 && n->last_destination == destination &&
                         p->cycle - n->last_cycle <= NOC_FIT_NEAR_CYCLES;
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
    w->burst = (int)lround(clamp(fit->mean_burst, 1.0, 64.0));
    w->read_fraction = (double)f->reads / (double)t->requests;
    const double gap = (double)fit->cycles * fit->sources / (double)t->requests;
    w->instructions = clamp(gap / issue_cycles, 1.0, 1e6);
    if (t->replies == 0) return;
    fit->outstanding = (double)most;
    w->warps = (int)clamp(ceil((double)most / w->burst), 1.0, 1024.0);
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

/* Lists the columns that the fit does not use: requests of a workload wait for their warps, not for
 * packets of the trace, and use the replies and networks of the design. */
static void list_unread(const noc_trace *trace, noc_workload_fit *fit)
{
    static const char *const names[] = {"reply_bytes", "network", "after", "delay", "phase"};
    enum { NAMES = sizeof names / sizeof names[0] };
    bool given[NAMES] = {false};
    for (size_t i = 0; i < trace->count; i++) {
        const noc_trace_packet *p = &trace->packets[i];
        given[0] |= p->reply_bytes > 0;
        given[1] |= p->network > 0;
        given[2] |= p->after > 0;
        given[3] |= p->delay > 0;
        given[4] |= p->phase > 0;
    }
    for (size_t c = 0, used = 0; c < NAMES; c++)
        if (given[c])
            used += (size_t)snprintf(fit->unread + used, sizeof fit->unread - used, "%s%s",
                                     used ? ", " : "", names[c]);
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
        list_unread(&trace, fit);
        if (!fit_sharing(&trace, line_bytes, fit)) status = noc_fail_memory(diag);
    }
    free(f.nodes);
    noc_trace_clear(&trace);
    return status;
}
