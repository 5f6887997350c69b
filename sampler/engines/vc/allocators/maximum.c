/* A matching of maximum size by augmenting paths (Kuhn 1955). Inputs are served in an order that
 * rotates from cycle to cycle, so that none starves. */
#include "sampler/engines/vc/allocators/maximum.h"

/* Finds an output for the input, moving others to other outputs where needed. */
static bool augment(noc_vc_engine *e, uint32_t i, unsigned words)
{
    const noc_input *input = &e->inputs[i];
    for (unsigned k = 0; k < input->outputs; k++) {
        const unsigned start = input->accept_pointer + k;
        const unsigned port = start < input->outputs ? start : start - input->outputs;
        const uint32_t o = input->first_output + port;
        if (!noc_set_has(noc_grants(e, i, e->mode), port) ||
            e->allocation.tried[o] == e->allocation.searches)
            continue;
        e->allocation.tried[o] = e->allocation.searches;
        if (e->allocation.matched[o] == NOC_NONE || augment(e, e->allocation.matched[o], words)) {
            e->allocation.matched[o] = i;
            return true;
        }
    }
    return false;
}

/* Searches for every input that has no output yet. */
static void search_all(noc_vc_engine *e, unsigned words)
{
    const unsigned first = (unsigned)(e->now % e->input_count);
    for (uint32_t k = 0; k < e->input_count; k++) {
        const unsigned i = (first + k) % e->input_count;
        if (e->inputs[i].allocator != NOC_ALLOCATOR_MAXIMUM) continue;
        if (!noc_set_has(e->allocation.granted_inputs, i) ||
            noc_set_has(e->allocation.taken_inputs, i))
            continue;
        e->allocation.searches++;
        if (augment(e, i, words)) noc_set_add(e->allocation.taken_inputs, i);
    }
}

/* Adds the requests that yield to those that do not. */
static void add_yielding(noc_vc_engine *e, unsigned words)
{
    NOC_SET_EACH(i, e->allocation.granted_inputs, e->input_words)
    {
        if (e->inputs[i].allocator != NOC_ALLOCATOR_MAXIMUM || !e->inputs[i].yields) continue;
        uint64_t *grants = noc_grants(e, (uint32_t)i, e->mode);
        for (unsigned w = 0; w < words; w++) grants[w] |= e->allocation.yielding[i * words + w];
    }
}

/* Searches never take an output away from an input without another for it. */
void noc_maximum_match(noc_vc_engine *e)
{
    const unsigned words = e->mode.words;
    search_all(e, words);
    if (!e->mode.speculation) return;
    add_yielding(e, words);
    search_all(e, words);
}
