/* sampler/loop/addresses.h: lines that CTAs ask for, from the figures of their sharing
 * (design/cores/sharing.h).
 *
 * A CTA's new lines stand at *places*: its n-th new line is the line at place n. The line at a
 * place depends on the seed, the kernel's rule and the CTA's number only; the core of the CTA and
 * other CTAs do not matter. In a run all CTAs are at places of about the same time. At some places
 * each CTA has a line of its own, at others runs of neighbours share one line. Places are taken
 * window by window, and each CTA begins at a random place of the window: neighbours that run side
 * by side touch a line at times that are uniform in a window. Between new lines a CTA comes back to
 * lines that it has touched. */
#ifndef NOC_SAMPLER_LOOP_ADDRESSES_H
#define NOC_SAMPLER_LOOP_ADDRESSES_H

#include <stdbool.h>

#include "base/random.h"
#include "design/cores/sharing.h"

/* Rule for all CTAs of a kernel. */
typedef struct noc_address_rule {
    uint64_t seed;
    uint64_t window; /* length of a window, places */
    double pace;     /* places a cycle, for CTAs that keep pace with the time */
    double slack;    /* places by which CTAs that keep pace may differ */
    double same;     /* share of places whose line is shared by a run */
    double follows;  /* probability that a run goes on */
    uint64_t stride; /* distance of a run's CTAs, in CTA numbers */
    double again;    /* share of requests for a line that the CTA has touched */
    /* logarithm of the ratio of the geometric number of lines between a line and its reuse; below
     * 0 */
    double reuse_log;
} noc_address_rule;

typedef struct noc_address_stream {
    noc_random random;
    uint64_t cta, places; /* number, and places so far */
    uint64_t apart;       /* lines without a place so far */
} noc_address_stream;

/* Rule with a window in places, from the window in cycles and a CTA's requests a cycle. */
noc_address_rule noc_address_rule_of(const noc_sharing *sharing, double requests, uint64_t seed);

noc_address_stream noc_address_stream_of(const noc_address_rule *rule, uint64_t cta);

/* Line of the next request, as 64 bits: equal for equal lines, different for different lines but
 * for one chance in 2^64. */
uint64_t noc_address_next(const noc_address_rule *rule, noc_address_stream *stream);

/* ---- side by side --------------------------------------------------------------------------- */

/* Rule for CTAs that keep pace with the time: each stays within an eighth of a window before or
 * after the place of the current cycle, and starts anywhere in that range. Each CTA has a random
 * pace of its own, so it drifts in that range. A CTA that is late leaves places out; a CTA that is
 * early asks for lines of its own, without places, until the time is there. Drift lengthens the
 * times between two neighbours' touches of a line; windows of places are shorter by as much. */
noc_address_rule noc_address_rule_at_pace(const noc_sharing *sharing, double requests,
                                          uint64_t seed);

/* Stream of a CTA that starts in a cycle, and the next line of a stream; `fresh`: the CTA touches
 * the line for the first time. */
noc_address_stream noc_address_stream_from(const noc_address_rule *rule, uint64_t cta,
                                           uint64_t cycle);
uint64_t noc_address_next_at(const noc_address_rule *rule, noc_address_stream *stream,
                             uint64_t cycle, bool *fresh);

/* ---- by number ------------------------------------------------------------------------------ */

/* Finds the n-th new line that a CTA touches, n from 0 on, reused lines not counted. Time: in
 * proportion to the mean length of runs. */
uint64_t noc_address_at(const noc_address_rule *rule, uint64_t cta, uint64_t n);

#endif
