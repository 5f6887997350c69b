/* Rule "round-robin": each source uses the slices in turn. */
#include "network/kinds/choices.h"

static uint8_t choose_slice(noc_slice_state *state, uint8_t slice_count)
{
    state->last_slice = (uint8_t)((state->last_slice + 1) % slice_count);
    return state->last_slice;
}

const noc_slice_choice_kind noc_slice_choice_round_robin = {
    .name = "round-robin",
    .summary = "the slices in turn, at each source",
    .source = "te13 4.4",
    .choose_slice = choose_slice,
    .spread_rule = NOC_SPREAD_IN_TURN,
    .blocking_factor = 1.0,
};
