/* Rule "round-robin": each source uses the slices in turn. */
#include "network/kinds/choices.h"

static uint8_t choose(noc_slice_state *state, uint8_t slices)
{
    state->last = (uint8_t)((state->last + 1) % slices);
    return state->last;
}

const noc_slice_choice_kind noc_slice_choice_round_robin = {
    .name = "round-robin",
    .summary = "the slices in turn, at each source",
    .source = "te13 4.4",
    .choose = choose,
    .spread = NOC_SPREAD_IN_TURN,
    .blocking = 1.0,
};
