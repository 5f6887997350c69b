/* sampler/engines/vc/paces.h: routers with several steps per cycle (internal_speedup), and channels
 * that do not accept exactly one flit per cycle (network/graph/pace.h).
 *
 * As in BookSim 2.0, flits and credits arrive before the first step of a cycle and leave after the
 * last step. Flits queue at their output; as many leave per cycle as the channel accepts. The
 * credits that one step returns to an input are one message. Messages also queue; one leaves per
 * cycle, or as many as the channel accepts flits, rounded up. Credits bound both queues.
 *
 * Routers with one step per cycle have no queues. The switch does not grant an output whose
 * channel is not due. */
#ifndef NOC_SAMPLER_ENGINES_VC_PACES_H
#define NOC_SAMPLER_ENGINES_VC_PACES_H

#include "network/graph/pace.h"
#include "sampler/engines/vc/state.h"

/* Ring in an array shared by the rings of all channels. */
typedef struct noc_pace_ring {
    uint32_t first, size; /* range of the ring in the array */
    uint32_t head, count;
} noc_pace_ring;

/* Flit in the queue of an output, and the first cycle in which the flit may leave. */
typedef struct noc_leaving_flit {
    uint32_t vc;
    uint64_t ready;
} noc_leaving_flit;

/* Credit in the queue of an input; credits of one step are one message. */
typedef struct noc_leaving_credit {
    uint32_t vc;
    uint64_t step;
} noc_leaving_credit;

/* Steps of a network's routers. */
typedef struct noc_network_steps {
    uint64_t speedup;  /* steps per cycle * 10^9 */
    unsigned steps;    /* steps of this cycle */
    uint64_t *outputs; /* set of the network's outputs; output_words words */
} noc_network_steps;

struct noc_paces {
    noc_network_steps *networks;
    /* steps of this cycle in the fastest network; current step, from 0 */
    unsigned steps, step;
    uint64_t step_count;         /* steps since the start of the engine */
    noc_pace *output_paces;      /* [output, injection channels included]: pace of the channel */
    uint8_t *credit_messages;    /* [output]: messages of credits that may leave in a cycle */
    noc_pace_ring *flit_rings;   /* [output]: queue of flits */
    noc_pace_ring *credit_rings; /* [output that feeds the input]: queue of credits */
    uint64_t *flit_outputs;   /* outputs with a queue of flits that is not empty; `words` words */
    uint64_t *credit_outputs; /* outputs with a queue of credits that is not empty; `words` words */
    /* outputs without a queue whose channel is not due; output_words words */
    uint64_t *blocked_outputs;
    /* outputs of routers without further steps in this cycle; output_words words */
    uint64_t *idle_outputs;
    noc_leaving_flit *flit_store;
    noc_leaving_credit *credit_store;
    unsigned words;
};

/* Makes the paces of a numbered engine, unless every router runs one step per cycle and every
 * channel accepts one flit per cycle. False when out of memory. */
bool noc_paces_new(noc_vc_engine *engine);

/* Upper bound of the flits, and of the credit messages, that a channel carries per cycle. */
unsigned noc_channel_flits_max(const noc_channel *channel);

/* Begins a cycle, before the first step: finds the number of steps and the due channels. */
void noc_paces_begin_cycle(noc_vc_engine *engine);

/* Begins a step: finds the routers that take part. */
void noc_paces_begin_step(noc_vc_engine *engine);

/* Ends a cycle, after its last step: flits and credits leave the queues. */
void noc_paces_end_cycle(noc_vc_engine *engine);

/* Adds the queued flits and credits to the counts under_way[VC]. Returns the number of flits. */
uint64_t noc_paces_count(const noc_vc_engine *engine, uint32_t *under_way);

/* True if all queues are empty. */
NOC_INLINE bool noc_paces_are_empty(const noc_vc_engine *e)
{
    return noc_set_is_empty(e->paces->flit_outputs, e->paces->words) &&
           noc_set_is_empty(e->paces->credit_outputs, e->paces->words);
}

/* True if an output's router has no further steps in this cycle. */
NOC_INLINE bool noc_paces_is_idle(const noc_vc_engine *e, uint32_t output)
{
    return noc_set_has(e->paces->idle_outputs, output);
}

/* Appends an entry to a ring. Returns its index in the array. */
NOC_INLINE uint32_t noc_pace_ring_push(noc_pace_ring *ring)
{
    uint32_t place = ring->head + ring->count++;
    if (place >= ring->size) place -= ring->size;
    return ring->first + place;
}

/* Removes the first entry of a ring. */
NOC_INLINE void noc_pace_ring_pop(noc_pace_ring *ring)
{
    ring->head = ring->head + 1 == ring->size ? 0 : ring->head + 1;
    ring->count--;
}

/* Passes a flit through the crossbar to its output's queue. If the traversal takes a step, the
 * flit may leave after the next step. */
NOC_INLINE void noc_queue_flit(noc_vc_engine *e, const noc_vc *in, noc_flit flit)
{
    noc_paces *p = e->paces;
    const noc_output *out = &e->outputs[in->output];
    const bool next_cycle = out->has_traversal && p->step + 1 >= p->networks[out->network].steps;
    p->flit_store[noc_pace_ring_push(&p->flit_rings[in->output])] =
        (noc_leaving_flit){in->out_vc, e->now + next_cycle};
    noc_set_add(p->flit_outputs, in->output);
    noc_write_flit(e, in->out_vc, flit);
}

/* Queues the credit of a flit that has left the buffer of a VC. */
NOC_INLINE void noc_queue_credit(noc_vc_engine *e, const noc_vc *in, uint32_t vc)
{
    noc_paces *p = e->paces;
    p->credit_store[noc_pace_ring_push(&p->credit_rings[in->source_output])] =
        (noc_leaving_credit){vc, p->step_count};
    noc_set_add(p->credit_outputs, in->source_output);
}

/* Passes a flit from an input VC to its output, and frees its place. */
NOC_INLINE void noc_transfer_flit(noc_vc_engine *e, const noc_vc *in, uint32_t vc, noc_flit flit)
{
    const noc_output *out = &e->outputs[in->output];
    if (out->has_queue) {
        noc_queue_flit(e, in, flit);
        noc_queue_credit(e, in, vc);
        return;
    }
    noc_send_flit(e, out, in->out_vc, flit);
    noc_send_credit(e, in, vc);
}

/* Uses the pace of an output after a switch grant, if the channel has no queue. */
NOC_INLINE void noc_spend_pace(noc_vc_engine *e, uint32_t output)
{
    noc_pace *pace = &e->paces->output_paces[output];
    if (!pace->rate || e->outputs[output].has_queue) return;
    noc_pace_spend(pace, e->now, noc_pace_credit(pace, e->now), 1);
    noc_set_add(e->paces->blocked_outputs, output);
}

#endif
