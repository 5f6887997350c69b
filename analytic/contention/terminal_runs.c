#include "analytic/contention/terminal_runs.h"

#include <limits.h>
#include <stdbool.h>

#include "base/min_max.h"

enum { COUNTED = 24, /* packets, after as many have filled the buffers */ BUFFER_MOST = 64 };

/* A VC from the terminal into its router. Each flit takes the place of the one a buffer's length
 * before. */
typedef struct run_vc {
    unsigned sent, left;           /* flits */
    unsigned arrived[BUFFER_MOST]; /* cycle, by place */
    unsigned freed[BUFFER_MOST];   /* cycle from which the place may be taken; UINT_MAX: it is */
    unsigned onward
        [BUFFER_MOST]; /* likewise in the VC behind the router that the packet at the front takes */
    unsigned packet, flit; /* at the front */
    unsigned ready,
        passed; /* cycles: the front's earliest; that in which the router behind sent the last on */
} run_vc;

typedef struct sending {
    const noc_terminal_run *run;
    unsigned lengths[2 * COUNTED + 1], started[2 * COUNTED + 1]; /* by packet: flits, cycle */
    run_vc vcs[NOC_VCS_MAX];
    unsigned turn[NOC_VCS_MAX],
        free_from[NOC_VCS_MAX];   /* by crossbar input: place of the next VC; cycle */
    unsigned packet, flit, cycle; /* being sent */
    unsigned begins;              /* cycle from which on the next packet may be */
} sending;

/* The terminal takes its VCs in turn. */
static void send_flit(sending *s)
{
    const noc_terminal_run *r = s->run;
    run_vc *vc = &s->vcs[s->packet % r->vcs];
    const unsigned place = vc->sent % r->buffer;
    if (vc->freed[place] > s->cycle || s->begins > s->cycle) return;
    if (s->flit == 0) s->started[s->packet] = s->cycle;
    vc->arrived[place] = s->cycle;
    vc->freed[place] = UINT_MAX;
    vc->sent++;
    if (++s->flit < s->lengths[s->packet]) return;
    s->flit = 0;
    s->packet++;
    s->begins = s->cycle + 1 + r->apart;
}

static bool is_ready(const sending *s, const run_vc *vc)
{
    const noc_terminal_run *r = s->run;
    if (vc->left == vc->sent) return false;
    const bool is_head = vc->flit == 0;
    unsigned ready = max_unsigned(vc->ready + (is_head ? r->turnaround : 0),
                                  vc->arrived[vc->left % r->buffer] + (is_head ? r->routed : 0));
    if (vc->flit >= r->buffer) ready = max_unsigned(ready, vc->onward[vc->flit % r->buffer]);
    return ready <= s->cycle;
}

static void pass_flit(sending *s, run_vc *vc)
{
    const noc_terminal_run *r = s->run;
    const bool is_head = vc->flit == 0;
    const unsigned left = s->cycle + (is_head ? r->head_held : 0);
    const unsigned passed = is_head ? left + r->onward_routed + r->onward_head_held
                                    : max_unsigned(left, vc->passed + r->cycles);
    vc->passed = passed;
    vc->onward[vc->flit % r->buffer] = passed + r->onward_loop;
    vc->freed[vc->left % r->buffer] = left + r->loop;
    vc->ready = left + r->cycles;
    vc->left++;
    if (++vc->flit < s->lengths[vc->packet]) return;
    vc->flit = 0;
    vc->packet += r->vcs;
}

/* The VCs of a crossbar input take turns. */
static void serve_input(sending *s, unsigned input)
{
    const noc_terminal_run *r = s->run;
    const unsigned vcs = (r->vcs - input + r->inputs - 1) / r->inputs;
    if (s->free_from[input] > s->cycle) return;
    for (unsigned k = 0; k < vcs; k++) {
        const unsigned place = (s->turn[input] + k) % vcs;
        run_vc *vc = &s->vcs[input + place * r->inputs];
        if (!is_ready(s, vc)) continue;
        s->free_from[input] = s->cycle + r->cycles + (vc->flit == 0 ? r->head_held : 0);
        s->turn[input] = place + 1;
        pass_flit(s, vc);
        return;
    }
}

/* Sends so many packets. */
static void run_out(sending *s, unsigned packets)
{
    const noc_terminal_run *r = s->run;
    const unsigned inputs = r->vcs < r->inputs ? r->vcs : r->inputs;
    for (unsigned v = 0; v < r->vcs; v++) {
        s->vcs[v].sent = s->vcs[v].left = s->vcs[v].flit = s->vcs[v].ready = 0;
        s->vcs[v].packet = v;
        for (unsigned i = 0; i < r->buffer; i++) s->vcs[v].freed[i] = 0;
    }
    for (unsigned i = 0; i < inputs; i++) s->turn[i] = s->free_from[i] = 0;
    s->packet = s->flit = s->begins = 0;
    for (s->cycle = 0; s->packet < packets; s->cycle++) {
        send_flit(s);
        for (unsigned i = 0; i < inputs; i++) serve_input(s, i);
    }
}

/* Types come as evenly as their shares allow: the one that is most behind its share is next. */
static void choose_lengths(sending *s)
{
    double due[NOC_PACKET_LENGTHS_MAX] = {0};
    for (unsigned p = 0; p <= 2 * COUNTED; p++) {
        int next = 0;
        for (int i = 0; i < s->run->types; i++) {
            due[i] += s->run->share[i];
            if (due[i] > due[next]) next = i;
        }
        due[next]--;
        s->lengths[p] = s->run->flits[next];
    }
}

double noc_cycles_lost_in_runs(const noc_terminal_run *run)
{
    sending s = {.run = run};
    double alone[NOC_PACKET_LENGTHS_MAX];
    if (run->buffer > BUFFER_MOST) return 0.0;
    for (int i = 0; i < run->types; i++) {
        s.lengths[0] = run->flits[i];
        run_out(&s, 1);
        alone[i] = max_unsigned(s.cycle, run->flits[i] * run->cycles + run->head_held);
    }
    choose_lengths(&s);
    run_out(&s, 2 * COUNTED + 1);
    double lost = s.started[2 * COUNTED] - s.started[COUNTED];
    for (int p = COUNTED; p < 2 * COUNTED; p++)
        for (int i = 0; i < run->types; i++)
            if (s.lengths[p] == run->flits[i]) {
                lost -= alone[i] + run->apart;
                break;
            }
    return lost > 0.0 ? lost / COUNTED : 0.0;
}
