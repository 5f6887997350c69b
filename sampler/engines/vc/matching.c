#include "sampler/engines/vc/matching.h"

#include "base/min_max.h"

static bool is_matched(noc_allocator allocator)
{
    return noc_find_switch_rule(allocator) == NOC_RULE_MATCHING;
}

/* Adds a router, if it has a matching allocator. The square of the allocator includes unconnected
 * ports of the router as built. */
static void add_matching(noc_vc_engine *e, const noc_router *router)
{
    const noc_output *out = &e->outputs[router->first_output];
    const noc_allocator vcs = (noc_allocator)out->vc_allocator;
    const uint32_t inputs = (uint32_t)out->input_bits >> out->shift;
    const uint32_t built_inputs = (uint32_t)router->built_crossbar.inputs * out->inputs;
    if (!is_matched((noc_allocator)out->allocator) && !is_matched(vcs)) return;
    e->matching_index[out->first_input] = e->matching_count;
    e->matchings[e->matching_count++] = (noc_router_matching){
        .first_input = out->first_input,
        .inputs = inputs,
        .first_output = router->first_output,
        .outputs = router->outputs,
        .size = max_unsigned(max_unsigned(inputs, router->outputs),
                             max_unsigned(built_inputs, router->built_crossbar.outputs)),
        .allocator = out->allocator,
        .vc_allocator = out->vc_allocator,
    };
}

bool noc_matchings_new(noc_vc_engine *e, uint64_t seed)
{
    const noc_graph *g = &e->system->graph;
    if (!e->mode.mixed) return true;
    e->matchings = noc_arena_array(e->ports->arena, g->router_count, sizeof *e->matchings);
    e->matching_index = noc_arena_array(e->ports->arena, e->input_count, sizeof *e->matching_index);
    if (!e->matchings || !e->matching_index) return false;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        if (!noc_vc_has_network(e, router->network) || router->outputs == 0) continue;
        add_matching(e, router);
    }
    e->matching_random = noc_random_stream(seed, g->terminal_count + 1);
    return true;
}

/* ---- switch --------------------------------------------------------------------------------- */

static bool has_request(noc_vc_engine *e, const noc_router_matching *r, uint32_t input,
                        uint32_t port)
{
    return noc_set_has(noc_input_grants(e, r->first_input + input, e->mode), port);
}

static void match_pair(noc_vc_engine *e, const noc_router_matching *r, uint32_t input,
                       uint32_t port)
{
    e->allocation.matched_inputs[r->first_output + port] = r->first_input + input;
    noc_set_add(e->allocation.taken_inputs, r->first_input + input);
}

/* Sweeps the diagonals of the square of inputs and outputs. Returns the first diagonal with a
 * grant; NOC_NONE: no grant. */
static uint32_t sweep_diagonals(noc_vc_engine *e, const noc_router_matching *r)
{
    const uint32_t size = r->size;
    uint32_t first = NOC_NONE;
    for (uint32_t p = 0; p < size; p++) {
        const uint32_t diagonal = (r->diagonal + p) % size;
        for (uint32_t i = 0; i < r->inputs; i++) {
            const uint32_t port = (diagonal + size - i) % size;
            if (port >= r->outputs || noc_set_has(e->allocation.taken_inputs, r->first_input + i))
                continue;
            if (e->allocation.matched_inputs[r->first_output + port] != NOC_NONE ||
                !has_request(e, r, i, port))
                continue;
            match_pair(e, r, i, port);
            if (first == NOC_NONE) first = diagonal;
        }
    }
    return first;
}

/* Adds the yielding requests of a router to its other requests. */
static void add_yielding(noc_vc_engine *e, const noc_router_matching *r)
{
    for (uint32_t i = r->first_input; i < r->first_input + r->inputs; i++)
        for (unsigned w = 0; w < e->mode.words && e->inputs[i].yields; w++)
            noc_input_grants(e, i, e->mode)[w] |= e->allocation.yielding[i * e->mode.words + w];
}

/* Lists the pairs of inputs and ports with a request, and their ranks. */
static size_t list_pairs(noc_vc_engine *e, const noc_router_matching *r, noc_ranked_pair *list)
{
    size_t count = 0;
    for (uint32_t i = 0; i < r->inputs; i++) {
        NOC_SET_EACH(port, noc_input_grants(e, r->first_input + i, e->mode), e->mode.words)
        list[count++] = (noc_ranked_pair){
            noc_find_request_rank(e, r->first_input + i, (unsigned)port), i, (uint32_t)port};
    }
    return count;
}

/* Sweeps by rank: repeatedly grants the pair of the highest rank, on the first diagonal. Returns
 * the diagonal of the first grant. */
static uint32_t sweep_by_rank(noc_vc_engine *e, const noc_router_matching *r)
{
    noc_ranked_pair *list = e->ranks->pairs;
    const size_t count = list_pairs(e, r, list);
    uint32_t first = NOC_NONE;
    for (;;) {
        const noc_ranked_pair *best = NULL;
        uint32_t shortest = r->size;
        for (const noc_ranked_pair *pair = list; pair < list + count; pair++) {
            if (noc_set_has(e->allocation.taken_inputs, r->first_input + pair->input) ||
                e->allocation.matched_inputs[r->first_output + pair->port] != NOC_NONE)
                continue;
            const uint32_t distance =
                noc_pointer_distance((pair->input + pair->port) % r->size, r->diagonal, r->size);
            if (best &&
                (pair->rank < best->rank || (pair->rank == best->rank && distance >= shortest)))
                continue;
            best = pair;
            shortest = distance;
        }
        if (!best) return first;
        if (first == NOC_NONE) first = (best->input + best->port) % r->size;
        match_pair(e, r, best->input, best->port);
    }
}

/* Sweeps all diagonals for each priority class in turn (BookSim 2.0). */
static uint32_t sweep_classes(noc_vc_engine *e, const noc_router_matching *r)
{
    if (e->mode.ranked) {
        add_yielding(e, r);
        return sweep_by_rank(e, r);
    }
    const uint32_t first = sweep_diagonals(e, r);
    if (!e->mode.speculation) return first;
    add_yielding(e, r);
    const uint32_t second = sweep_diagonals(e, r);
    return first == NOC_NONE ? second : first;
}

static void match_wavefront(noc_vc_engine *e, noc_router_matching *r)
{
    const uint32_t first = sweep_classes(e, r);
    const bool moves_past = r->allocator == NOC_ALLOCATOR_RR_WAVEFRONT && first != NOC_NONE;
    r->diagonal = (uint16_t)(((moves_past ? first : r->diagonal) + 1) % r->size);
}

/* Counts the inputs that request a port. */
static uint32_t count_requests(noc_vc_engine *e, const noc_router_matching *r, uint32_t port)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->inputs; i++) count += has_request(e, r, i, port);
    return count;
}

/* Finds the requested port of an input with the fewest requests; of equal ports the first at or
 * after the input's pointer. */
static uint32_t find_loneliest_port(noc_vc_engine *e, const noc_router_matching *r, uint32_t input)
{
    uint32_t best = NOC_NONE, minimum = UINT32_MAX;
    for (uint32_t k = 0; k < r->outputs; k++) {
        const uint32_t port = (e->inputs[r->first_input + input].accept_pointer + k) % r->outputs;
        if (!has_request(e, r, input, port)) continue;
        const uint32_t requests = count_requests(e, r, port);
        if (requests >= minimum) continue;
        minimum = requests;
        best = port;
    }
    return best;
}

/* Matches by lonely output allocation; both pointers of a pair advance by one (BookSim 2.0). */
static void match_loa(noc_vc_engine *e, noc_router_matching *r)
{
    add_yielding(e, r);
    for (uint32_t i = 0; i < r->inputs; i++) {
        const uint32_t port = find_loneliest_port(e, r, i);
        if (port == NOC_NONE) continue;
        const noc_output *out = &e->outputs[r->first_output + port];
        const uint32_t pointer = (uint32_t)out->grant_pointer >> out->shift;
        const uint32_t rival = e->allocation.matched_inputs[r->first_output + port];
        const unsigned distance = noc_pointer_distance(i, pointer, r->inputs);
        if (rival != NOC_NONE &&
            noc_pointer_distance(rival - r->first_input, pointer, r->inputs) < distance)
            continue;
        e->allocation.matched_inputs[r->first_output + port] = r->first_input + i;
    }
}

/* Runs one round of PIM: each output grants the first request from a random input on; each input
 * accepts the first grant from a random output on. */
static void match_pim(noc_vc_engine *e, noc_router_matching *r)
{
    uint32_t *matched = &e->allocation.matched_inputs[r->first_output];
    add_yielding(e, r);
    for (uint32_t port = 0; port < r->outputs; port++) {
        const uint32_t start = noc_draw_number(e, r->inputs);
        for (uint32_t k = 0; k < r->inputs && matched[port] == NOC_NONE; k++)
            if (has_request(e, r, (start + k) % r->inputs, port))
                matched[port] = r->first_input + (start + k) % r->inputs;
    }
    for (uint32_t i = 0; i < r->inputs; i++) {
        const uint32_t start = noc_draw_number(e, r->outputs);
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
static bool augment_matching(noc_vc_engine *e, uint32_t i, unsigned words)
{
    const noc_crossbar_input *input = &e->inputs[i];
    for (unsigned k = 0; k < input->outputs; k++) {
        const unsigned start = input->accept_pointer + k;
        const unsigned port = start < input->outputs ? start : start - input->outputs;
        const uint32_t o = input->first_output + port;
        if (!noc_set_has(noc_input_grants(e, i, e->mode), port) ||
            e->allocation.last_searches[o] == e->allocation.search_count)
            continue;
        e->allocation.last_searches[o] = e->allocation.search_count;
        if (e->allocation.matched_inputs[o] == NOC_NONE ||
            augment_matching(e, e->allocation.matched_inputs[o], words)) {
            e->allocation.matched_inputs[o] = i;
            return true;
        }
    }
    return false;
}

/* Searches an output for every input without one. */
static void search_inputs(noc_vc_engine *e, unsigned words)
{
    const unsigned first = (unsigned)(e->now % e->input_count);
    for (uint32_t k = 0; k < e->input_count; k++) {
        const unsigned i = (first + k) % e->input_count;
        if (e->inputs[i].allocator != NOC_ALLOCATOR_MAXIMUM) continue;
        if (!noc_set_has(e->allocation.granted_inputs, i) ||
            noc_set_has(e->allocation.taken_inputs, i))
            continue;
        e->allocation.search_count++;
        if (augment_matching(e, i, words)) noc_set_add(e->allocation.taken_inputs, i);
    }
}

/* Adds the yielding requests of all routers to the other requests. */
static void add_all_yielding(noc_vc_engine *e, unsigned words)
{
    NOC_SET_EACH(i, e->allocation.granted_inputs, e->input_words)
    {
        if (e->inputs[i].allocator != NOC_ALLOCATOR_MAXIMUM || !e->inputs[i].yields) continue;
        uint64_t *grants = noc_input_grants(e, (uint32_t)i, e->mode);
        for (unsigned w = 0; w < words; w++) grants[w] |= e->allocation.yielding[i * words + w];
    }
}

/* Matches all routers. An input loses its output only if the search finds another output for it. */
static void match_maximum(noc_vc_engine *e)
{
    const unsigned words = e->mode.words;
    search_inputs(e, words);
    if (!e->mode.speculation) return;
    add_all_yielding(e, words);
    search_inputs(e, words);
}

/* ---- all routers ---------------------------------------------------------------------------- */

static bool has_requests(const noc_vc_engine *e, const noc_router_matching *r)
{
    for (uint32_t i = r->first_input; i < r->first_input + r->inputs; i++)
        if (noc_set_has(e->allocation.granted_inputs, i)) return true;
    return false;
}

static void match_router(noc_vc_engine *e, noc_router_matching *r)
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
static void grant_router(noc_vc_engine *e, const noc_router_matching *r)
{
    const bool steps_by_one = r->allocator == NOC_ALLOCATOR_LOA;
    for (uint32_t o = r->first_output; o < r->first_output + r->outputs; o++) {
        if (e->allocation.matched_inputs[o] == NOC_NONE) continue;
        noc_output *out = &e->outputs[o];
        noc_crossbar_input *input = &e->inputs[e->allocation.matched_inputs[o]];
        if (steps_by_one) {
            input->accept_pointer = (uint16_t)((input->accept_pointer + 1) % r->outputs);
            out->grant_pointer =
                (uint16_t)((out->grant_pointer + (1u << out->shift)) % out->input_bits);
        }
        noc_grant_switch(e, out->port, input, !steps_by_one, e->mode);
    }
}

static void forget_requests(noc_vc_engine *e, const noc_router_matching *r)
{
    for (uint32_t i = r->first_input; i < r->first_input + r->inputs; i++) {
        noc_set_remove(e->allocation.granted_inputs, i);
        noc_set_remove(e->allocation.taken_inputs, i);
        for (unsigned w = 0; w < e->mode.words; w++)
            noc_input_grants(e, i, e->mode)[w] = e->allocation.yielding[i * e->mode.words + w] = 0;
    }
}

void noc_match_switch(noc_vc_engine *e)
{
    for (uint32_t o = 0; o < e->output_count; o++) e->allocation.matched_inputs[o] = NOC_NONE;
    if (e->has_maximum) match_maximum(e);
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
static uint32_t find_asked_vcs(const noc_vc_engine *e, const noc_output *out, uint32_t vc)
{
    return noc_permitted_vcs(e, vc, (uint32_t)(out - e->outputs), e->mode) & out->free_vcs;
}

static unsigned count_diagonals(const noc_router_matching *r, const noc_output *out)
{
    return max_unsigned(r->size * out->labels, out->input_bits);
}

/* Advances the first diagonal of a router, once per allocation, however many outputs take part. */
static void start_wavefront(noc_vc_engine *e, noc_router_matching *r, unsigned circle)
{
    if (r->vc_allocation == e->vc_allocations) return;
    const bool moves_past = r->vc_allocator == NOC_ALLOCATOR_RR_WAVEFRONT;
    r->vc_diagonal =
        (uint16_t)((r->vc_diagonal + (moves_past ? r->vc_first_distance : 0u) + 1u) % circle);
    r->vc_first_distance = (uint16_t)circle;
    r->vc_rank = 0;
    r->vc_allocation = e->vc_allocations;
}

/* Pair of a head and a requested VC, with its distance from the first diagonal and the head's
 * rank. */
typedef struct pair {
    uint32_t head; /* input VC; NOC_NONE: no pair */
    unsigned v, distance;
    uint64_t rank;
} pair;

/* Finds, among the pairs of the highest rank, the pair on the first diagonal. */
static pair find_first_pair(const noc_vc_engine *e, const noc_router_matching *r,
                            const noc_output *out, const uint64_t *heads, unsigned circle)
{
    pair best = {NOC_NONE, 0, circle, 0};
    NOC_SET_EACH(bit, heads, e->mode.words)
    {
        const uint32_t head = out->first_input_vc + (uint32_t)bit;
        const uint64_t rank = e->mode.ranked ? noc_find_front_rank(e, head) : 0;
        if (rank < best.rank) continue;
        for (uint32_t left = find_asked_vcs(e, out, head); left; left &= left - 1) {
            const unsigned v = (unsigned)__builtin_ctz(left);
            const unsigned diagonal = ((unsigned)bit + out->first_label + v) % circle;
            const unsigned distance = noc_pointer_distance(diagonal, r->vc_diagonal, circle);
            if (rank > best.rank || distance < best.distance)
                best = (pair){head, v, distance, rank};
        }
    }
    return best;
}

static void match_vcs_wavefront(noc_vc_engine *e, noc_router_matching *r, noc_output *out,
                                const uint64_t *heads)
{
    const unsigned circle = count_diagonals(r, out);
    bool has_pairs = false;
    NOC_SET_EACH(bit, heads, e->mode.words)
    has_pairs |= find_asked_vcs(e, out, out->first_input_vc + (uint32_t)bit) != 0;
    if (has_pairs) start_wavefront(e, r, circle);
    for (;;) {
        const pair next = find_first_pair(e, r, out, heads, circle);
        if (next.head == NOC_NONE) return;
        if (next.rank > r->vc_rank ||
            (next.rank == r->vc_rank && next.distance < r->vc_first_distance)) {
            r->vc_first_distance = (uint16_t)next.distance;
            r->vc_rank = next.rank;
        }
        noc_grant_vc(e, out, next.head, next.v, false, e->mode);
    }
}

/* Allocates VCs by lonely output allocation: a head requests the VC with the fewest requests; a
 * VC accepts the first requesting head. */
static void match_vcs_loa(noc_vc_engine *e, noc_output *out, const uint64_t *heads)
{
    unsigned requests[NOC_VCS_MAX] = {0};
    noc_vc_choice choice = {.granting_vcs = 0};
    NOC_SET_EACH(bit, heads, e->mode.words)
    for (uint32_t left = find_asked_vcs(e, out, out->first_input_vc + (uint32_t)bit); left;
         left &= left - 1)
        requests[__builtin_ctz(left)]++;
    NOC_SET_EACH(bit, heads, e->mode.words)
    {
        const uint32_t vc = out->first_input_vc + (uint32_t)bit;
        const uint32_t asked_vcs = find_asked_vcs(e, out, vc);
        uint32_t lonely_vcs = 0;
        unsigned minimum = UINT32_MAX;
        for (uint32_t left = asked_vcs; left; left &= left - 1) {
            const unsigned v = (unsigned)__builtin_ctz(left);
            if (requests[v] < minimum) lonely_vcs = 0;
            if (requests[v] <= minimum) lonely_vcs |= 1u << v;
            if (requests[v] < minimum) minimum = requests[v];
        }
        if (lonely_vcs)
            noc_offer_vc(e, out, &choice,
                         noc_find_preferred_vc(out, &e->vcs[vc], lonely_vcs, e->mode), vc);
    }
    for (; choice.granting_vcs; choice.granting_vcs &= choice.granting_vcs - 1) {
        const unsigned v = (unsigned)__builtin_ctz(choice.granting_vcs);
        e->vcs[choice.candidates[v]].accept_pointer++;
        e->vcs[out->first_vc + v].grant_pointer++;
        noc_grant_vc(e, out, choice.candidates[v], v, false, e->mode);
    }
}

/* Allocates VCs by PIM: each VC grants the first head from a random place on; each head accepts
 * the first VC from a random VC on. */
static void match_vcs_pim(noc_vc_engine *e, noc_router_matching *r, noc_output *out,
                          const uint64_t *heads)
{
    noc_vc_choice choice = {.granting_vcs = 0};
    for (uint32_t left = out->free_vcs; left; left &= left - 1) {
        const unsigned v = (unsigned)__builtin_ctz(left);
        e->vcs[out->first_vc + v].grant_pointer = (uint16_t)noc_draw_number(e, out->input_bits);
    }
    NOC_SET_EACH(bit, heads, e->mode.words)
    {
        const uint32_t vc = out->first_input_vc + (uint32_t)bit;
        for (uint32_t left = find_asked_vcs(e, out, vc); left; left &= left - 1)
            noc_offer_vc(e, out, &choice, (unsigned)__builtin_ctz(left), vc);
    }
    while (choice.granting_vcs) {
        const uint32_t vc = choice.candidates[__builtin_ctz(choice.granting_vcs)];
        uint32_t granting_vcs = 0;
        for (uint32_t left = choice.granting_vcs; left; left &= left - 1)
            if (choice.candidates[__builtin_ctz(left)] == vc) granting_vcs |= left & -left;
        choice.granting_vcs &= ~granting_vcs;
        e->vcs[vc].accept_pointer = (uint16_t)noc_draw_number(e, r->outputs * out->labels);
        noc_grant_vc(e, out, vc, noc_find_preferred_vc(out, &e->vcs[vc], granting_vcs, e->mode),
                     false, e->mode);
    }
}

void noc_match_vcs(noc_vc_engine *e, noc_output *out, const uint64_t *heads)
{
    noc_router_matching *r = &e->matchings[e->matching_index[out->first_input]];
    switch ((noc_allocator)r->vc_allocator) {
    case NOC_ALLOCATOR_LOA:
        match_vcs_loa(e, out, heads);
        return;
    case NOC_ALLOCATOR_PIM:
        match_vcs_pim(e, r, out, heads);
        return;
    default:
        match_vcs_wavefront(e, r, out, heads);
        return;
    }
}
