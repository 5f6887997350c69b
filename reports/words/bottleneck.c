#include "reports/words/bottleneck.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/cause.h"
#include "network/graph/resources.h"
#include "reports/words/figure.h"

/* Writes the words for a channel: "link (0,0) to (1,0)", "the injection port of memory 3". The
 * place may include its kind already. */
static void channel_words(const char *kind, const char *where, char *words, size_t size)
{
    if (strncmp(where, kind, strlen(kind)) == 0)
        snprintf(words, size, "%s", where);
    else if (strcmp(kind, "link") == 0)
        snprintf(words, size, "link %s", where);
    else
        snprintf(words, size, "the %s port of %s", kind, where);
}

static bool is_channel(const noc_bottleneck *b)
{
    static const char *const kinds[] = {"link", "injection", "ejection"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(b->resource, kinds[i]) == 0) return true;
    return false;
}

/* True for a sample of nodes that send as fast as the network accepts packets: such a sample knows
 * only the busiest channel. */
static bool ran_eager(const noc_estimate *e)
{
    return e->method == NOC_METHOD_SAMPLE && isnan(e->load) &&
           noc_traffic_is_eager(&e->design->traffic) &&
           noc_metric_given(&e->metrics[NOC_METRIC_accepted_flits_per_cycle]);
}

/* Writes the utilisation of the busiest channel: ", 93% used at saturation"; "" if not known. */
static void used_words(const noc_estimate *e, char *words, size_t size)
{
    const noc_bottleneck *b = &e->bottleneck;
    const char *when = b->workload[0] || ran_eager(e) ? ""
                       : isnan(e->load)               ? " at saturation"
                                                      : " at this load";
    words[0] = '\0';
    if (isfinite(b->utilization))
        snprintf(words, size, ", %.0f%% used%s", 100.0 * b->utilization, when);
}

/* Writes the kind of limit, and its busiest member. */
static void kind_words(const noc_estimate *e, char *words, size_t size)
{
    const noc_bottleneck *b = &e->bottleneck;
    const char *kind = noc_resource_words(noc_resource_named(b->kind));
    char channel[128], used[48];
    used_words(e, used, sizeof used);
    const char *of = b->where[0] ? " of " : "";
    if (is_channel(b)) {
        channel_words(b->resource, b->where, channel, sizeof channel);
        snprintf(words, size, "%s (busiest: %s%s)", kind, channel, used);
    } else if (b->resource[0]) {
        snprintf(words, size, "%s (%s%s%s%s)", kind, b->resource, of, b->where, used);
    } else {
        snprintf(words, size, "%s%s%s%s", kind, of, b->where, used);
    }
}

/* True if the limit's channel is the channel that holds packets. */
static bool is_held_there(const noc_bottleneck *b)
{
    return strcmp(b->held, b->where) == 0 && strcmp(b->held_kind, b->resource) == 0;
}

/* Writes the cause of a ceiling: ", by head-of-line blocking: 58% of the injection port of compute
 * 0 is the ceiling at 2 virtual channels". */
static void ceiling_words(const noc_bottleneck *b, char *words, size_t size)
{
    char place[128] = "it", vcs[48] = "";
    words[0] = '\0';
    /* no cause beyond full utilisation */
    if (!b->why[0] || noc_held_is(b, NOC_HELD_BY_FLITS)) return;
    if (!is_held_there(b)) channel_words(b->held_kind, b->held, place, sizeof place);
    if (b->held_vcs > 0)
        snprintf(vcs, sizeof vcs, " at %u virtual channel%s%s", b->held_vcs,
                 b->held_vcs == 1 ? "" : "s", b->held_by_class ? " of its class" : "");
    snprintf(words, size, ", by %s: %.0f%% of %s is the ceiling%s", noc_held_words(b),
             100.0 * b->ceiling, place, vcs);
}

/* Writes the workload of a limit: ", with te13-MUM, one of 5 applications"; "own" is a workload
 * without a name. */
static void whose_words(const noc_bottleneck *b, char *words, size_t size)
{
    words[0] = '\0';
    if (b->workloads > 1)
        snprintf(words, size, ", with %s, one of %zu applications", b->workload, b->workloads);
    else if (b->workload[0] && strcmp(b->workload, "own") != 0)
        snprintf(words, size, ", with %s", b->workload);
}

const char *noc_cause_words(const noc_estimate *e, char words[NOC_CAUSE_CHARS])
{
    const noc_bottleneck *b = &e->bottleneck;
    char cause[256], whose[96], why[256];
    words[0] = '\0';
    const bool at_load = e->method == NOC_METHOD_SAMPLE && isfinite(e->load);
    if (b->kind[0] && (ran_eager(e) || (at_load && !b->why[0]))) {
        channel_words(b->resource, b->where, cause, sizeof cause);
        used_words(e, whose, sizeof whose);
        snprintf(words, NOC_CAUSE_CHARS, "%s%s", cause, whose);
        return "busiest";
    }
    if (b->kind[0]) {
        kind_words(e, cause, sizeof cause);
        whose_words(b, whose, sizeof whose);
        ceiling_words(b, why, sizeof why);
        snprintf(words, NOC_CAUSE_CHARS, "%s%s%s", cause, whose, why);
    }
    return "limited by";
}
