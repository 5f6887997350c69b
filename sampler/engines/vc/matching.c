#include "sampler/engines/vc/matching.h"

#include <stdlib.h>

#include "base/min_max.h"

static bool is_matched(noc_allocator allocator)
{
    return noc_rule_of(allocator) == NOC_RULE_MATCHING;
}

/* Adds a router with such an allocator. The square of the allocator includes unconnected ports
 * of the router as built. */
static void add_matching(noc_vc_engine *e, const noc_router *router)
{
    const noc_output *out = &e->outputs[router->first_output];
    const noc_allocator vcs = (noc_allocator)out->vc_allocator;
    const uint32_t inputs = (uint32_t)out->input_bits >> out->shift;
    const uint32_t built_inputs = (uint32_t)router->built.inputs * out->inputs;
    if (!is_matched((noc_allocator)out->allocator) && !is_matched(vcs)) return;
    e->matching_of_input[out->first_input] = e->matching_count;
    e->matchings[e->matching_count++] = (noc_matching){
        .first_input = out->first_input,
        .inputs = inputs,
        .first_output = router->first_output,
        .outputs = router->outputs,
        .size = max_unsigned(max_unsigned(inputs, router->outputs),
                             max_unsigned(built_inputs, router->built.outputs)),
        .allocator = out->allocator,
        .vc_allocator = out->vc_allocator,
    };
}

bool noc_matchings_new(noc_vc_engine *e, uint64_t seed)
{
    const noc_graph *g = &e->system->graph;
    if (!e->mode.mixed) return true;
    e->matchings = calloc(g->router_count + 1u, sizeof *e->matchings);
    e->matching_of_input = calloc(e->input_count + 1u, sizeof *e->matching_of_input);
    if (!e->matchings || !e->matching_of_input) return false;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        if (!noc_vc_is_own(e, router->network) || router->outputs == 0) continue;
        add_matching(e, router);
    }
    e->matching_random = noc_random_stream(seed, g->terminal_count + 1);
    return true;
}

void noc_matchings_free(noc_vc_engine *e)
{
    free(e->matchings);
    free(e->matching_of_input);
}

/* ---- switch --------------------------------------------------------------------------------- */

static bool wants(noc_vc_engine *e, const noc_matching *r, uint32_t input, uint32_t port)
{
    return noc_set_has(noc_grants(e, r->first_input + input, e->mode), port);
}

static void match(noc_vc_engine *e, const noc_matching *r, uint32_t input, uint32_t port)
{
    e->allocation.matched[r->first_output + port] = r->first_input + input;
    noc_set_add(e->allocation.taken_inputs, r->first_input + input);
}

/* Sweeps the diagonals of the square of inputs and outputs. Returns the first diagonal with a
 * grant; NOC_NONE: no grant. */
static uint32_t sweep(noc_vc_engine *e, const noc_matching *r)
{
    const uint32_t size = r->size;
    uint32_t first = NOC_NONE;
    for (uint32_t p = 0; p < size; p++) {
        const uint32_t diagonal = (r->diagonal + p) % size;
        for (uint32_t i = 0; i < r->inputs; i++) {
            const uint32_t port = (diagonal + size - i) % size;
            if (port >= r->outputs || noc_set_has(e->allocation.taken_inputs, r->first_input + i))
                continue;
            if (e->allocation.matched[r->first_output + port] != NOC_NONE || !wants(e, r, i, port))
                continue;
            match(e, r, i, port);
            if (first == NOC_NONE) first = diagonal;
        }
    }
    return first;
}

/* Adds the yielding requests of a router to its other requests. */
static void add_yielding(noc_vc_engine *e, const noc_matching *r)
{
    for (uint32_t i = r->first_input; i < r->first_input + r->inputs; i++)
        for (unsigned w = 0; w < e->mode.words && e->inputs[i].yields; w++)
            noc_grants(e, i, e->mode)[w] |= e->allocation.yielding[i * e->mode.words + w];
}

/* Lists the pairs of inputs and ports with a request, and their ranks. */
static size_t list_pairs(noc_vc_engine *e, const noc_matching *r, noc_ranked_pair *list)
{
    size_t count = 0;
    for (uint32_t i = 0; i < r->inputs; i++) {
        NOC_SET_EACH(port, noc_grants(e, r->first_input + i, e->mode), e->mode.words)
        list[count++] = (noc_ranked_pair){noc_request_rank(e, r->first_input + i, (unsigned)port),
                                          i, (uint32_t)port};
    }
    return count;
}

/* Sweeps by rank: repeatedly grants the pair of the highest rank, on the first diagonal. Returns
 * the diagonal of the first grant. */
static uint32_t sweep_by_rank(noc_vc_engine *e, const noc_matching *r)
{
    noc_ranked_pair *list = e->ranks->pairs;
    const size_t count = list_pairs(e, r, list);
    uint32_t first = NOC_NONE;
    for (;;) {
        const noc_ranked_pair *best = NULL;
        uint32_t fewest = r->size;
        for (const noc_ranked_pair *pair = list; pair < list + count; pair++) {
            if (noc_set_has(e->allocation.taken_inputs, r->first_input + pair->input) ||
                e->allocation.matched[r->first_output + pair->port] != NOC_NONE)
                continue;
            const uint32_t turns =
                noc_turns((pair->input + pair->port) % r->size, r->diagonal, r->size);
            if (best && (pair->rank < best->rank || (pair->rank == best->rank && turns >= fewest)))
                continue;
            best = pair;
            fewest = turns;
        }
        if (!best) return first;
        if (first == NOC_NONE) first = (best->input + best->port) % r->size;
        match(e, r, best->input, best->port);
    }
}

/* Sweeps all diagonals for each priority class in turn (BookSim 2.0). */
static uint32_t sweep_all(noc_vc_engine *e, const noc_matching *r)
{
    if (e->mode.ranked) {
        add_yielding(e, r);
        return sweep_by_rank(e, r);
    }
    const uint32_t first = sweep(e, r);
    if (!e->mode.speculation) return first;
    add_yielding(e, r);
    const uint32_t second = sweep(e, r);
    return first == NOC_NONE ? second : first;
}

static void match_wavefront(noc_vc_engine *e, noc_matching *r)
{
    const uint32_t first = sweep_all(e, r);
    const bool moves_past = r->allocator == NOC_ALLOCATOR_RR_WAVEFRONT && first != NOC_NONE;
    r->diagonal = (uint16_t)(((moves_past ? first : r->diagonal) + 1) % r->size);
}

/* Counts the inputs that request a port. */
static uint32_t requests_of(noc_vc_engine *e, const noc_matching *r, uint32_t port)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->inputs; i++) count += wants(e, r, i, port);
    return count;
}

/* Finds the requested port of an input with the fewest requests; of equal ports the first at or
 * after the input's pointer. */
static uint32_t loneliest(noc_vc_engine *e, const noc_matching *r, uint32_t input)
{
    uint32_t best = NOC_NONE, fewest = UINT32_MAX;
    for (uint32_t k = 0; k < r->outputs; k++) {
        const uint32_t port = (e->inputs[r->first_input + input].accept_pointer + k) % r->outputs;
        if (!wants(e, r, input, port)) continue;
        const uint32_t requests = requests_of(e, r, port);
        if (requests >= fewest) continue;
        fewest = requests;
        best = port;
    }
    return best;
}

/* Matches by lonely output allocation; both pointers of a pair advance by one (BookSim 2.0). */
static void match_loa(noc_vc_engine *e, noc_matching *r)
{
    add_yielding(e, r);
    for (uint32_t i = 0; i < r->inputs; i++) {
        const uint32_t port = loneliest(e, r, i);
        if (port == NOC_NONE) continue;
        const noc_output *out = &e->outputs[r->first_output + port];
        const uint32_t pointer = (uint32_t)out->grant_pointer >> out->shift;
        const uint32_t rival = e->allocation.matched[r->first_output + port];
        const unsigned turns = noc_turns(i, pointer, r->inputs);
        if (rival != NOC_NONE && noc_turns(rival - r->first_input, pointer, r->inputs) < turns)
            continue;
        e->allocation.matched[r->first_output + port] = r->first_input + i;
    }
}

/* Runs one round of PIM: each output grants the first request from a random input on; each input
 * accepts the first grant from a random output on. */
static void match_pim(noc_vc_engine *e, noc_matching *r)
{
    uint32_t *matched = &e->allocation.matched[r->first_output];
    add_yielding(e, r);
    for (uint32_t port = 0; port < r->outputs; port++) {
        const uint32_t start = noc_match_draw(e, r->inputs);
        for (uint32_t k = 0; k < r->inputs && matched[port] == NOC_NONE; k++)
            if (wants(e, r, (start + k) % r->inputs, port))
                matched[port] = r->first_input + (start + k) % r->inputs;
    }
    for (uint32_t i = 0; i < r->inputs; i++) {
        const uint32_t start = noc_match_draw(e, r->outputs);
        bool accepted = false;
        for (uint32_t k = 0; k < r->outputs; k++) {
            uint32_t *grant = &matched[(start + k) % r->outputs];
            if (*grant != r->first_input + i) continue;
            if (accepted) *grant = NOC_NONE;
            accepted = true;
        }
    }
}

/* ---- maximum -------------------------------------------------------------------------------- */

/* Maximum matching by augmenting paths (Kuhn 1955), for all routers together. The first input
 * rotates from cycle to cycle, so that no input starves. No router could find this matching in a
 * cycle; it shows the gain of a better allocator. */

/* Finds an output for an input; moves other inputs to other outputs if necessary. */
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

/* Searches an output for every input without one. */
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

/* Adds the yielding requests of all routers to the other requests. */
static void add_all_yielding(noc_vc_engine *e, unsigned words)
{
    NOC_SET_EACH(i, e->allocation.granted_inputs, e->input_words)
    {
        if (e->inputs[i].allocator != NOC_ALLOCATOR_MAXIMUM || !e->inputs[i].yields) continue;
        uint64_t *grants = noc_grants(e, (uint32_t)i, e->mode);
        for (unsigned w = 0; w < words; w++) grants[w] |= e->allocation.yielding[i * words + w];
    }
}

/* Matches all routers. An input loses its output only if the search finds another output for it. */
static void match_maximum(noc_vc_engine *e)
{
    const unsigned words = e->mode.words;
    search_all(e, words);
    if (!e->mode.speculation) return;
    add_all_yielding(e, words);
    search_all(e, words);
}

/* ---- all ------------------------------------------------------------------------------------ */

static bool has_requests(const noc_vc_engine *e, const noc_matching *r)
{
    for (uint32_t i = r->first_input; i < r->first_input + r->inputs; i++)
        if (noc_set_has(e->allocation.granted_inputs, i)) return true;
    return false;
}

static void match_router(noc_vc_engine *e, noc_matching *r)
{
    switch ((noc_allocator)r->allocator) {
    case NOC_ALLOCATOR_WAVEFRONT:
    case NOC_ALLOCATOR_RR_WAVEFRONT:
        match_wavefront(e, r);
        return;
    case NOC_ALLOCATOR_LOA:
        match_loa(e, r);
        return;
    case NOC_ALLOCATOR_PIM:
        match_pim(e, r);
        return;
    default: /* maximum: all routers together; others: only virtual channels are matched */
        return;
    }
}

/* Grants the switch to the pairs of a router. */
static void grant_router(noc_vc_engine *e, const noc_matching *r)
{
    const bool by_one = r->allocator == NOC_ALLOCATOR_LOA;
    for (uint32_t o = r->first_output; o < r->first_output + r->outputs; o++) {
        if (e->allocation.matched[o] == NOC_NONE) continue;
        noc_output *out = &e->outputs[o];
        noc_input *input = &e->inputs[e->allocation.matched[o]];
        if (by_one) {
            input->accept_pointer = (uint16_t)((input->accept_pointer + 1) % r->outputs);
            out->grant_pointer =
                (uint16_t)((out->grant_pointer + (1u << out->shift)) % out->input_bits);
        }
        noc_grant_switch(e, out->port, input, !by_one, e->mode);
    }
}

static void forget_requests(noc_vc_engine *e, const noc_matching *r)
{
    for (uint32_t i = r->first_input; i < r->first_input + r->inputs; i++) {
        noc_set_remove(e->allocation.granted_inputs, i);
        noc_set_remove(e->allocation.taken_inputs, i);
        for (unsigned w = 0; w < e->mode.words; w++)
            noc_grants(e, i, e->mode)[w] = e->allocation.yielding[i * e->mode.words + w] = 0;
    }
}

void noc_match_switch(noc_vc_engine *e)
{
    for (uint32_t o = 0; o < e->output_count; o++) e->allocation.matched[o] = NOC_NONE;
    if (e->maximum) match_maximum(e);
    for (uint32_t k = 0; k < e->matching_count; k++)
        if (has_requests(e, &e->matchings[k])) match_router(e, &e->matchings[k]);
    for (uint32_t k = 0; k < e->matching_count; k++)
        if (is_matched((noc_allocator)e->matchings[k].allocator)) grant_router(e, &e->matchings[k]);
    for (uint32_t k = 0; k < e->matching_count; k++)
        if (is_matched((noc_allocator)e->matchings[k].allocator))
            forget_requests(e, &e->matchings[k]);
}

/* ---- virtual channels ----------------------------------------------------------------------- */

/* Finds the free VCs of an output that a head requests. */
static uint32_t asked_of(const noc_vc_engine *e, const noc_output *out, uint32_t vc)
{
    return noc_permitted(e, vc, (uint32_t)(out - e->outputs), e->mode) & out->free_vcs;
}

static unsigned vc_circle(const noc_matching *r, const noc_output *out)
{
    return max_unsigned(r->size * out->labels, out->input_bits);
}

/* Advances the first diagonal of a router, once per allocation, however many outputs take part. */
static void start_wavefront(noc_vc_engine *e, noc_matching *r, unsigned circle)
{
    if (r->vc_turn == e->vc_allocations) return;
    const bool moves_past = r->vc_allocator == NOC_ALLOCATOR_RR_WAVEFRONT;
    r->vc_diagonal = (uint16_t)((r->vc_diagonal + (moves_past ? r->vc_granted : 0u) + 1u) % circle);
    r->vc_granted = (uint16_t)circle;
    r->vc_rank = 0;
    r->vc_turn = e->vc_allocations;
}

/* Pair of a head and a requested VC, with its distance from the first diagonal and the head's
 * rank. */
typedef struct pair {
    uint32_t head; /* input VC; NOC_NONE: no pair */
    unsigned v, turns;
    uint64_t rank;
} pair;

/* Finds, among the pairs of the highest rank, the pair on the first diagonal. */
static pair first_pair(const noc_vc_engine *e, const noc_matching *r, const noc_output *out,
                       const uint64_t *heads, unsigned circle)
{
    pair best = {NOC_NONE, 0, circle, 0};
    NOC_SET_EACH(bit, heads, e->mode.words)
    {
        const uint32_t head = out->first_input_vc + (uint32_t)bit;
        const uint64_t rank = e->mode.ranked ? noc_front_rank(e, head) : 0;
        if (rank < best.rank) continue;
        for (uint32_t left = asked_of(e, out, head); left; left &= left - 1) {
            const unsigned v = (unsigned)__builtin_ctz(left);
            const unsigned diagonal = ((unsigned)bit + out->first_label + v) % circle;
            const unsigned turns = noc_turns(diagonal, r->vc_diagonal, circle);
            if (rank > best.rank || turns < best.turns) best = (pair){head, v, turns, rank};
        }
    }
    return best;
}

static void wavefront_vcs(noc_vc_engine *e, noc_matching *r, noc_output *out, const uint64_t *heads)
{
    const unsigned circle = vc_circle(r, out);
    bool any = false;
    NOC_SET_EACH(bit, heads, e->mode.words)
    any |= asked_of(e, out, out->first_input_vc + (uint32_t)bit) != 0;
    if (any) start_wavefront(e, r, circle);
    for (;;) {
        const pair next = first_pair(e, r, out, heads, circle);
        if (next.head == NOC_NONE) return;
        if (next.rank > r->vc_rank || (next.rank == r->vc_rank && next.turns < r->vc_granted)) {
            r->vc_granted = (uint16_t)next.turns;
            r->vc_rank = next.rank;
        }
        noc_grant_vc(e, out, next.head, next.v, false, e->mode);
    }
}

/* Allocates VCs by lonely output allocation: a head requests the VC with the fewest requests; a
 * VC accepts the first requesting head. */
static void loa_vcs(noc_vc_engine *e, noc_output *out, const uint64_t *heads)
{
    unsigned requests[NOC_VCS_MAX] = {0};
    noc_vc_choice choice = {.granting = 0};
    NOC_SET_EACH(bit, heads, e->mode.words)
    for (uint32_t left = asked_of(e, out, out->first_input_vc + (uint32_t)bit); left;
         left &= left - 1)
        requests[__builtin_ctz(left)]++;
    NOC_SET_EACH(bit, heads, e->mode.words)
    {
        const uint32_t vc = out->first_input_vc + (uint32_t)bit;
        const uint32_t asked = asked_of(e, out, vc);
        uint32_t lonely = 0;
        unsigned fewest = UINT32_MAX;
        for (uint32_t left = asked; left; left &= left - 1) {
            const unsigned v = (unsigned)__builtin_ctz(left);
            if (requests[v] < fewest) lonely = 0;
            if (requests[v] <= fewest) lonely |= 1u << v;
            if (requests[v] < fewest) fewest = requests[v];
        }
        if (lonely)
            noc_offer_vc(e, out, &choice, noc_preferred_vc(out, &e->vcs[vc], lonely, e->mode), vc);
    }
    for (; choice.granting; choice.granting &= choice.granting - 1) {
        const unsigned v = (unsigned)__builtin_ctz(choice.granting);
        e->vcs[choice.candidate[v]].accept_pointer++;
        e->vcs[out->first_vc + v].grant_pointer++;
        noc_grant_vc(e, out, choice.candidate[v], v, false, e->mode);
    }
}

/* Allocates VCs by PIM: each VC grants the first head from a random place on; each head accepts
 * the first VC from a random VC on. */
static void pim_vcs(noc_vc_engine *e, noc_matching *r, noc_output *out, const uint64_t *heads)
{
    noc_vc_choice choice = {.granting = 0};
    for (uint32_t left = out->free_vcs; left; left &= left - 1) {
        const unsigned v = (unsigned)__builtin_ctz(left);
        e->vcs[out->first_vc + v].grant_pointer = (uint16_t)noc_match_draw(e, out->input_bits);
    }
    NOC_SET_EACH(bit, heads, e->mode.words)
    {
        const uint32_t vc = out->first_input_vc + (uint32_t)bit;
        for (uint32_t left = asked_of(e, out, vc); left; left &= left - 1)
            noc_offer_vc(e, out, &choice, (unsigned)__builtin_ctz(left), vc);
    }
    while (choice.granting) {
        const uint32_t vc = choice.candidate[__builtin_ctz(choice.granting)];
        uint32_t granting_it = 0;
        for (uint32_t left = choice.granting; left; left &= left - 1)
            if (choice.candidate[__builtin_ctz(left)] == vc) granting_it |= left & -left;
        choice.granting &= ~granting_it;
        e->vcs[vc].accept_pointer = (uint16_t)noc_match_draw(e, r->outputs * out->labels);
        noc_grant_vc(e, out, vc, noc_preferred_vc(out, &e->vcs[vc], granting_it, e->mode), false,
                     e->mode);
    }
}

void noc_match_vcs(noc_vc_engine *e, noc_output *out, const uint64_t *heads)
{
    noc_matching *r = &e->matchings[e->matching_of_input[out->first_input]];
    switch ((noc_allocator)r->vc_allocator) {
    case NOC_ALLOCATOR_LOA:
        loa_vcs(e, out, heads);
        return;
    case NOC_ALLOCATOR_PIM:
        pim_vcs(e, r, out, heads);
        return;
    default:
        wavefront_vcs(e, r, out, heads);
        return;
    }
}
