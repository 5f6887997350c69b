/* sampler/engines/slices/tokens.h: slices whose senders take turns by a token (network/slices.h): CENOC, cfNoC.
 *
 * A column of cores shares a slice and its token, which goes from the top core to the bottom one and back to the top. A
 * core that has it, and a packet, sends that packet, a flit a cycle, and passes the token on with the tail. Tokens begin
 * at the top in cycle 0. */
#ifndef NOC_SAMPLER_ENGINES_SLICES_TOKENS_H
#define NOC_SAMPLER_ENGINES_SLICES_TOKENS_H

#include "sampler/engines/sender_queues.h"

typedef struct noc_token_slices noc_token_slices;

typedef struct noc_token_plan {
    int slices, senders, destinations;
    const int *slice_of; /* of each sender; the senders of a slice are in the token's order */
    const int *way; /* cycles of a head from each sender to each destination, sender by sender */
    int hop_cycles; /* of the token */
} noc_token_plan;

/* Tables are copied. NULL when out of memory. */
noc_token_slices *noc_token_slices_new(const noc_token_plan *plan, noc_sender_queues queues);
void noc_token_slices_free(noc_token_slices *slices);

void noc_token_slices_created(noc_token_slices *slices, int sender, uint64_t now);

/* A cycle: what arrives in it, and what is sent. A packet of one flit over one stop arrives in the cycle in which it
 * is sent. */
void noc_token_slices_arrive(noc_token_slices *slices, uint64_t now);
void noc_token_slices_send(noc_token_slices *slices, uint64_t now);

uint64_t noc_token_slices_quiet_until(const noc_token_slices *slices, uint64_t now);

#endif
