/* sampler/loop/addresses.h: the lines that CTAs ask for, from the figures of how they share them
 * (design/cores/sharing.h).
 *
 * Which line is at which *place* for a CTA depends on the seed, its kernel's rule and its number
 * only, so it is the same wherever the CTA runs, and whatever the others do. Its n-th new line is
 * that of place n; in a run all CTAs are at places of the same time. At some places each CTA has a
 * line of its own, at others runs of neighbours have one together. Places are taken window by
 * window, each CTA beginning somewhere within: so neighbours that run side by side touch a line at
 * times that are uniform in a window. In between it comes back to lines that it has touched. */
#ifndef NOC_SAMPLER_LOOP_ADDRESSES_H
#define NOC_SAMPLER_LOOP_ADDRESSES_H

#include <stdbool.h>

#include "base/random.h"
#include "design/cores/sharing.h"

/* For all CTAs of a kernel. */
typedef struct noc_address_rule {
    uint64_t seed;
    uint64_t window;  /* places */
    double pace;      /* places a cycle, of CTAs that keep it */
    double slack;     /* places by which these may differ */
    double same;      /* share of places whose lines runs have together */
    double follows;   /* chance that a run goes on */
    uint64_t stride;  /* CTAs from one of a run to the next */
    double again;     /* share of requests for a line that the CTA has touched */
    double reuse_log; /* how many lines it goes back: geometric, by logarithms; below 0 */
} noc_address_rule;

typedef struct noc_address_stream {
    noc_random random;
    uint64_t cta, places; /* places so far */
    uint64_t apart;       /* lines that have no place */
} noc_address_stream;

/* `requests`: of a CTA a cycle, which makes a window of places out of one of cycles. */
noc_address_rule noc_address_rule_of(const noc_sharing *sharing, double requests, uint64_t seed);

noc_address_stream noc_address_stream_of(const noc_address_rule *rule, uint64_t cta);

/* The line of the next request: 64 bits, alike for equal lines; unequal ones are different but for
 * one chance in 2^64. */
uint64_t noc_address_next(const noc_address_rule *rule, noc_address_stream *stream);

/* ---- side by side --------------------------------------------------------------------------- */

/* For CTAs that keep pace with the time: each is within an eighth of a window before or after the
 * place of a cycle, at first anywhere there. Its own pace is a random one, so it drifts about in
 * there; who is too late leaves places out, who is too early has lines of its own, at no place,
 * until the time is there. Places are taken in windows that are shorter by as much as drifting
 * makes the times longer at which neighbours touch a line. */
noc_address_rule noc_address_rule_at_pace(const noc_sharing *sharing, double requests,
                                          uint64_t seed);

/* Its stream, and the next line of that; `fresh`: whether it is touched for the first time. */
noc_address_stream noc_address_stream_from(const noc_address_rule *rule, uint64_t cta,
                                           uint64_t cycle);
uint64_t noc_address_next_at(const noc_address_rule *rule, noc_address_stream *stream,
                             uint64_t cycle, bool *fresh);

/* ---- by number ------------------------------------------------------------------------------ */

/* The n-th line that a CTA touches, n from 0 on, not counting those that it comes back to. In a
 * time in proportion to the mean length of runs. */
uint64_t noc_address_at(const noc_address_rule *rule, uint64_t cta, uint64_t n);

#endif
