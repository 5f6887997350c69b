/* sampler/loop/addresses.h: memory lines that CTAs request, drawn from the sharing figures of a
 * workload (design/cores/sharing.h).
 *
 * New lines of a CTA are numbered by *places*: its n-th new line is the line at place n. The
 * line at a place depends only on the seed, the kernel's rule and the CTA's number. At any time
 * all CTAs are at similar places. At some places each CTA has a private line; at other
 * places runs of neighbour CTAs share a line. CTAs pass the places window by window, and each
 * CTA starts at a random place of the window, so neighbours touch a shared line at times that
 * are uniform in a window. Between new lines a CTA reuses touched lines. */
#ifndef NOC_SAMPLER_LOOP_ADDRESSES_H
#define NOC_SAMPLER_LOOP_ADDRESSES_H

#include <stdbool.h>

#include "base/random.h"
#include "design/cores/sharing.h"

/* Rule for all CTAs of a kernel. */
typedef struct noc_address_rule {
    uint64_t seed;
    uint64_t window;         /* window length, places */
    double places_per_cycle; /* places per cycle, for CTAs that keep pace with the time */
    double place_slack;      /* range of places within which such CTAs may differ */
    double shared_share;     /* share of places whose line is shared by a run of CTAs */
    double run_continuation; /* probability that a run continues with the next CTA */
    uint64_t stride;         /* distance between the CTAs of a run, in CTA numbers */
    double reuse_share;      /* share of requests that reuse a touched line */
    /* natural logarithm of the ratio of the geometric reuse distance, lines; below 0 */
    double reuse_log;
} noc_address_rule;

typedef struct noc_address_stream {
    noc_random random;
    uint64_t cta, place_count; /* number of the CTA; places passed so far */
    uint64_t private_lines;    /* private lines without a place, requested so far */
} noc_address_stream;

/* Makes a rule. `requests`: requests of a CTA per cycle, which convert the window from cycles to
 * places. */
noc_address_rule noc_address_rule_make(const noc_sharing *sharing, double requests, uint64_t seed);

/* Makes the stream of a CTA. */
noc_address_stream noc_address_stream_make(const noc_address_rule *rule, uint64_t cta);

/* Finds the line of the next request as a 64-bit name: equal for equal lines; different for
 * different lines, except with probability 2^-64. */
uint64_t noc_address_next_line(const noc_address_rule *rule, noc_address_stream *stream);

/* ---- paced CTAs ----------------------------------------------------------------------------- */

/* Makes a rule for CTAs that keep pace with the time. Each CTA stays within an eighth of a
 * window of the place of the current cycle, and starts anywhere in that range. Each CTA has a
 * random pace, so its position drifts. A late CTA skips places; an early CTA requests private
 * lines without places. Drift lengthens the times between touches of a line by two neighbours;
 * windows of places are shorter in compensation. */
noc_address_rule noc_paced_rule_make(const noc_sharing *sharing, double requests, uint64_t seed);

/* Makes the stream of a CTA that starts in a cycle; finds the next line of such a stream.
 * `is_new`: the CTA touches the line for the first time. */
noc_address_stream noc_paced_stream_make(const noc_address_rule *rule, uint64_t cta,
                                         uint64_t cycle);
uint64_t noc_paced_next_line(const noc_address_rule *rule, noc_address_stream *stream,
                             uint64_t cycle, bool *is_new);

/* ---- lines by number ------------------------------------------------------------------------ */

/* Finds the n-th new line of a CTA, n from 0. The run time is proportional to the mean length of
 * runs. */
uint64_t noc_address_find_line(const noc_address_rule *rule, uint64_t cta, uint64_t n);

#endif
