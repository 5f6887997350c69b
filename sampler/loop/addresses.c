#include "sampler/loop/addresses.h"

#include <math.h>

/* Purposes of random numbers. */
typedef enum purpose { KIND_OF_PLACE, START_IN_WINDOW, END_OF_RUN, NAME_OF_LINE, NO_PLACE } purpose;

/* Draws a number that depends only on the arguments. */
static uint64_t drawn(const noc_address_rule *rule, purpose what, uint64_t a, uint64_t b)
{
    uint64_t state = rule->seed + (uint64_t)what;
    state = noc_splitmix(&state) ^ a;
    state = noc_splitmix(&state) ^ b;
    return noc_splitmix(&state);
}

static double drawn_uniform(const noc_address_rule *rule, purpose what, uint64_t a, uint64_t b)
{
    return (double)(drawn(rule, what, a, b) >> 11) * 0x1p-53;
}

noc_address_rule noc_address_rule_of(const noc_sharing *s, double requests, uint64_t seed)
{
    const double window = fmax(1.0, floor(s->window * requests + 0.5));
    const double reuse = s->reuse;
    return (noc_address_rule){
        .seed = seed,
        .window = (uint64_t)window,
        .same = s->same,
        .follows = noc_sharing_follows(s),
        .stride = noc_sharing_stride(s),
        .again = reuse > 0.0 ? s->same : 0.0,
        .reuse_log = reuse > 0.0 ? log(reuse / (1.0 + reuse)) : 0.0,
    };
}

noc_address_stream noc_address_stream_of(const noc_address_rule *rule, uint64_t cta)
{
    return (noc_address_stream){.random = noc_random_stream(rule->seed, cta), .cta = cta};
}

static uint64_t first_of_run(const noc_address_rule *rule, uint64_t cta, uint64_t place)
{
    while (cta >= rule->stride && drawn_uniform(rule, END_OF_RUN, cta, place) < rule->follows)
        cta -= rule->stride;
    return cta;
}

uint64_t noc_address_at(const noc_address_rule *rule, uint64_t cta, uint64_t n)
{
    const uint64_t window = n / rule->window;
    const uint64_t start = drawn(rule, START_IN_WINDOW, cta, window) % rule->window;
    const uint64_t place = window * rule->window + (n + start) % rule->window;
    const bool shared = drawn_uniform(rule, KIND_OF_PLACE, place, 0) < rule->same;
    return drawn(rule, NAME_OF_LINE, shared ? first_of_run(rule, cta, place) : cta, place);
}

/* Draws the number of new lines since the reused line. */
static uint64_t lines_between(const noc_address_rule *rule, noc_random *random)
{
    return (uint64_t)(log(noc_random_positive(random)) / rule->reuse_log);
}

uint64_t noc_address_next(const noc_address_rule *rule, noc_address_stream *stream)
{
    if (rule->again > 0.0 && noc_random_uniform(&stream->random) < rule->again) {
        const uint64_t between = lines_between(rule, &stream->random);
        if (between < stream->places)
            return noc_address_at(rule, stream->cta, stream->places - 1 - between);
    }
    return noc_address_at(rule, stream->cta, stream->places++);
}

/* ---- side by side --------------------------------------------------------------------------- */

/* Window factor x. Two times that differ by a uniform number over x windows, and drift over a
 * quarter of a window each, agree as often as times over a whole window if (1 - (1/12) / x) / x
 * = 1; the mean difference of the drifts is a twelfth. */
static const double drift = 0.25, left_of_window = 0.908;

noc_address_rule noc_address_rule_at_pace(const noc_sharing *sharing, double requests,
                                          uint64_t seed)
{
    noc_sharing shorter = *sharing;
    shorter.window *= left_of_window;
    noc_address_rule rule = noc_address_rule_of(&shorter, requests, seed);
    rule.pace = requests;
    rule.slack = drift * sharing->window * requests;
    return rule;
}

static uint64_t place_at(const noc_address_rule *rule, uint64_t cycle, double ahead)
{
    return (uint64_t)fmax(0.0, (double)cycle * rule->pace + ahead);
}

noc_address_stream noc_address_stream_from(const noc_address_rule *rule, uint64_t cta,
                                           uint64_t cycle)
{
    noc_address_stream stream = noc_address_stream_of(rule, cta);
    const double ahead = drawn_uniform(rule, START_IN_WINDOW, cta, 0) - 0.5;
    stream.places = place_at(rule, cycle, ahead * rule->slack);
    return stream;
}

static uint64_t own_line(const noc_address_rule *rule, noc_address_stream *stream)
{
    return drawn(rule, NO_PLACE, stream->cta, stream->apart++);
}

uint64_t noc_address_next_at(const noc_address_rule *rule, noc_address_stream *stream,
                             uint64_t cycle, bool *fresh)
{
    const double ahead = (double)stream->places - (double)cycle * rule->pace;
    const double most = 0.5 * rule->slack;
    if (ahead < -most) stream->places = place_at(rule, cycle, -most);
    const uint64_t places = stream->places;
    const uint64_t line = noc_address_next(rule, stream);
    *fresh = stream->places > places;
    if (!*fresh || ahead <= most) return line;
    stream->places = places;
    return own_line(rule, stream);
}
