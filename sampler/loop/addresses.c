#include "sampler/loop/addresses.h"

#include <math.h>

/* Purposes of random numbers. */
typedef enum purpose { KIND_OF_PLACE, START_IN_WINDOW, END_OF_RUN, NAME_OF_LINE, NO_PLACE } purpose;

/* Draws a number that depends only on the arguments. */
static uint64_t draw(const noc_address_rule *rule, purpose purpose_number, uint64_t a, uint64_t b)
{
    uint64_t state = rule->seed + (uint64_t)purpose_number;
    state = noc_splitmix(&state) ^ a;
    state = noc_splitmix(&state) ^ b;
    return noc_splitmix(&state);
}

static double draw_uniform(const noc_address_rule *rule, purpose purpose_number, uint64_t a,
                           uint64_t b)
{
    return (double)(draw(rule, purpose_number, a, b) >> 11) * 0x1p-53;
}

noc_address_rule noc_address_rule_make(const noc_sharing *s, double requests, uint64_t seed)
{
    const double window = fmax(1.0, floor(s->window_cycles * requests + 0.5));
    const double reuse = s->reuse_lines;
    return (noc_address_rule){
        .seed = seed,
        .window = (uint64_t)window,
        .shared_share = s->shared_fraction,
        .run_continuation = noc_sharing_next_chance(s),
        .stride = noc_sharing_stride(s),
        .reuse_share = reuse > 0.0 ? s->shared_fraction : 0.0,
        .reuse_log = reuse > 0.0 ? log(reuse / (1.0 + reuse)) : 0.0,
    };
}

noc_address_stream noc_address_stream_make(const noc_address_rule *rule, uint64_t cta)
{
    return (noc_address_stream){.random = noc_random_stream(rule->seed, cta), .cta = cta};
}

static uint64_t find_run_start(const noc_address_rule *rule, uint64_t cta, uint64_t place)
{
    while (cta >= rule->stride &&
           draw_uniform(rule, END_OF_RUN, cta, place) < rule->run_continuation)
        cta -= rule->stride;
    return cta;
}

uint64_t noc_address_find_line(const noc_address_rule *rule, uint64_t cta, uint64_t n)
{
    const uint64_t window = n / rule->window;
    const uint64_t start = draw(rule, START_IN_WINDOW, cta, window) % rule->window;
    const uint64_t place = window * rule->window + (n + start) % rule->window;
    const bool shared = draw_uniform(rule, KIND_OF_PLACE, place, 0) < rule->shared_share;
    return draw(rule, NAME_OF_LINE, shared ? find_run_start(rule, cta, place) : cta, place);
}

/* Draws the number of new lines since the reused line. */
static uint64_t draw_reuse_distance(const noc_address_rule *rule, noc_random *random)
{
    return (uint64_t)(log(noc_random_positive(random)) / rule->reuse_log);
}

uint64_t noc_address_next_line(const noc_address_rule *rule, noc_address_stream *stream)
{
    if (rule->reuse_share > 0.0 && noc_random_uniform(&stream->random) < rule->reuse_share) {
        const uint64_t reuse_distance = draw_reuse_distance(rule, &stream->random);
        if (reuse_distance < stream->place_count)
            return noc_address_find_line(rule, stream->cta,
                                         stream->place_count - 1 - reuse_distance);
    }
    return noc_address_find_line(rule, stream->cta, stream->place_count++);
}

/* ---- paced CTAs ----------------------------------------------------------------------------- */

/* Window factor x. Two times that differ by a uniform number over x windows, and drift over a
 * quarter of a window each, agree as often as times over a whole window if (1 - (1/12) / x) / x
 * = 1; the mean difference of the drifts is a twelfth. */
static const double drift_windows = 0.25, window_factor = 0.908;

noc_address_rule noc_paced_rule_make(const noc_sharing *sharing, double requests, uint64_t seed)
{
    noc_sharing shorter = *sharing;
    shorter.window_cycles *= window_factor;
    noc_address_rule rule = noc_address_rule_make(&shorter, requests, seed);
    rule.places_per_cycle = requests;
    rule.place_slack = drift_windows * sharing->window_cycles * requests;
    return rule;
}

static uint64_t find_place(const noc_address_rule *rule, uint64_t cycle, double ahead)
{
    return (uint64_t)fmax(0.0, (double)cycle * rule->places_per_cycle + ahead);
}

noc_address_stream noc_paced_stream_make(const noc_address_rule *rule, uint64_t cta, uint64_t cycle)
{
    noc_address_stream stream = noc_address_stream_make(rule, cta);
    const double ahead = draw_uniform(rule, START_IN_WINDOW, cta, 0) - 0.5;
    stream.place_count = find_place(rule, cycle, ahead * rule->place_slack);
    return stream;
}

static uint64_t make_private_line(const noc_address_rule *rule, noc_address_stream *stream)
{
    return draw(rule, NO_PLACE, stream->cta, stream->private_lines++);
}

uint64_t noc_paced_next_line(const noc_address_rule *rule, noc_address_stream *stream,
                             uint64_t cycle, bool *is_new)
{
    const double ahead = (double)stream->place_count - (double)cycle * rule->places_per_cycle;
    const double limit = 0.5 * rule->place_slack;
    if (ahead < -limit) stream->place_count = find_place(rule, cycle, -limit);
    const uint64_t places = stream->place_count;
    const uint64_t line = noc_address_next_line(rule, stream);
    *is_new = stream->place_count > places;
    if (!*is_new || ahead <= limit) return line;
    stream->place_count = places;
    return make_private_line(rule, stream);
}
