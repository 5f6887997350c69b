#include "reports/words/bottleneck.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/cause.h"
#include "network/graph/resources.h"
#include "reports/words/figure.h"

/* Writes the words for a channel: "link (0,0) to (1,0)", "the injection port of memory 3". The
 * place may include its kind already. */
static void write_channel(const char *kind, const char *place, char *words, size_t size)
{
    if (strncmp(place, kind, strlen(kind)) == 0)
        snprintf(words, size, "%s", place);
    else if (strcmp(kind, "link") == 0)
        snprintf(words, size, "link %s", place);
    else
        snprintf(words, size, "the %s port of %s", kind, place);
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
static bool has_eager_sample(const noc_estimate *e)
{
    return e->method == NOC_METHOD_SAMPLE && isnan(e->load) &&
           noc_traffic_is_eager(&e->design->traffic) &&
           noc_metric_has_value(&e->metrics[NOC_METRIC_accepted_flits_per_cycle]);
}

/* Writes the utilisation of the busiest channel: ", 93% used at saturation"; "" if not known. */
static void write_utilisation(const noc_estimate *e, char *words, size_t size)
{
    const noc_bottleneck *b = &e->bottleneck;
    const char *condition = b->workload[0] || has_eager_sample(e) ? ""
                            : isnan(e->load)                      ? " at saturation"
                                                                  : " at this load";
    words[0] = '\0';
    if (isfinite(b->utilization))
        snprintf(words, size, ", %.0f%% used%s", 100.0 * b->utilization, condition);
}

/* Writes the kind of limit, and its busiest member. */
static void write_kind(const noc_estimate *e, char *words, size_t size)
{
    const noc_bottleneck *b = &e->bottleneck;
    const char *kind = noc_resource_words(noc_resource_of_name(b->kind));
    char channel[128], utilisation[48];
    write_utilisation(e, utilisation, sizeof utilisation);
    const char *separator = b->where[0] ? " of " : "";
    if (is_channel(b)) {
        write_channel(b->resource, b->where, channel, sizeof channel);
        snprintf(words, size, "%s (busiest: %s%s)", kind, channel, utilisation);
    } else if (b->resource[0]) {
        snprintf(words, size, "%s (%s%s%s%s)", kind, b->resource, separator, b->where, utilisation);
    } else {
        snprintf(words, size, "%s%s%s%s", kind, separator, b->where, utilisation);
    }
}

/* True if the limit's channel is the channel that holds packets. */
static bool is_held_at_channel(const noc_bottleneck *b)
{
    return strcmp(b->held_channel, b->where) == 0 && strcmp(b->held_kind, b->resource) == 0;
}

/* Writes the cause of a ceiling: ", by head-of-line blocking: 58% of the injection port of compute
 * 0 is the ceiling at 2 virtual channels". */
static void write_ceiling(const noc_bottleneck *b, char *words, size_t size)
{
    char place[128] = "it", vcs[48] = "";
    words[0] = '\0';
    /* no cause beyond full utilisation */
    if (!b->reason[0] || noc_bottleneck_has_reason(b, NOC_HELD_BY_FLITS)) return;
    if (!is_held_at_channel(b)) write_channel(b->held_kind, b->held_channel, place, sizeof place);
    if (b->held_vcs > 0)
        snprintf(vcs, sizeof vcs, " at %u virtual channel%s%s", b->held_vcs,
                 b->held_vcs == 1 ? "" : "s", b->has_class_vcs ? " of its class" : "");
    snprintf(words, size, ", by %s: %.0f%% of %s is the ceiling%s", noc_bottleneck_reason_text(b),
             100.0 * b->held_utilization, place, vcs);
}

/* Writes the workload of a limit: ", with te13-MUM, one of 5 applications"; "own" is a workload
 * without a name. */
static void write_workload(const noc_bottleneck *b, char *words, size_t size)
{
    words[0] = '\0';
    if (b->workload_count > 1)
        snprintf(words, size, ", with %s, one of %zu applications", b->workload, b->workload_count);
    else if (b->workload[0] && strcmp(b->workload, "own") != 0)
        snprintf(words, size, ", with %s", b->workload);
}

const char *noc_limit_words(const noc_estimate *e, char words[NOC_CAUSE_CHARS])
{
    const noc_bottleneck *b = &e->bottleneck;
    char cause[256], workload[96], ceiling[256];
    words[0] = '\0';
    const bool has_load = e->method == NOC_METHOD_SAMPLE && isfinite(e->load);
    if (b->kind[0] && (has_eager_sample(e) || (has_load && !b->reason[0]))) {
        write_channel(b->resource, b->where, cause, sizeof cause);
        write_utilisation(e, workload, sizeof workload);
        snprintf(words, NOC_CAUSE_CHARS, "%s%s", cause, workload);
        return "busiest";
    }
    if (b->kind[0]) {
        write_kind(e, cause, sizeof cause);
        write_workload(b, workload, sizeof workload);
        write_ceiling(b, ceiling, sizeof ceiling);
        snprintf(words, NOC_CAUSE_CHARS, "%s%s%s", cause, workload, ceiling);
    }
    return "limited by";
}
