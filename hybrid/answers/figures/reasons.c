#include "hybrid/answers/figures/reasons.h"

#include <math.h>

#include "hybrid/answers/figures/figures.h"

/* ---- kinds of metrics ----------------------------------------------------------------------- */

/* Kinds of metrics, bits of KINDS in metrics.def; a metric may have several. A metric derived from
 * another has no kind, and the reason of the other one (fill.c). */
enum {
    LIMIT = 1u << 0,      /* saturation and knee */
    IDLE = 1u << 1,       /* latency of packets alone */
    REPLIES = 1u << 2,    /* figures of requests that are answered */
    LATENCY = 1u << 3,    /* figures under load, without a value where a queue grows */
    IN_NETWORK = 1u << 4, /* latency from injection on */
    TRIP = 1u << 5,       /* round trips, which need the request of each reply */
    QUANTILE = 1u << 6,   /* quantiles of latency */
    STALL = 1u << 7,      /* stalls of memory nodes */
    CHANNEL = 1u << 8,    /* figures of channels */
    FLOW = 1u << 9,       /* hops and accepted load */
    LOOP = 1u << 10,      /* figures of a closed loop */
    DRAM = 1u << 11,      /* figures of DRAM accesses */
    AREA = 1u << 12,      /* areas, die edge and clock */
    WIRE = 1u << 13,      /* area of metal */
    POWER = 1u << 14,     /* power and energies */
    ENERGY = 1u << 15,    /* energies */
    OFFER = 1u << 16,     /* offered load */
    ACCESS = 1u << 17,    /* energy of memories beside the network */
    END = 1u << 18,       /* end of kernels or batches */
    NODES = 1u << 19,     /* shares of single nodes */
    WAYS = 1u << 20,      /* figures determined by the routes alone */
    SOURCE = 1u << 21,    /* latency of one node's packets */
    DIES = 1u << 22,      /* transactions on one die, or across two */
    INTERFACE = 1u << 23, /* figures of the ports of memory nodes */
    ANY = (1u << 24) - 1u,
};

static unsigned find_kinds(noc_metric_id id)
{
    switch (id) {
#define KINDS(bits) return bits;
#include "hybrid/answers/metrics.def"
    }
    return 0;
}

static bool has_replies(const noc_figures *f)
{
    return noc_graph_has_replies(&f->system->graph);
}

bool noc_metric_is_cost(noc_metric_id id)
{
    return (find_kinds(id) & AREA) != 0 || id == NOC_METRIC_leakage_power_mw;
}

/* Finds the metric from which a metric without kinds is derived; any other metric is its own
 * root. */
static noc_metric_id root_of(noc_metric_id id)
{
    if (find_kinds(id)) return id;
    switch (id) {
#define FOLLOWS(other, rule) return root_of(NOC_METRIC_##other);
#include "hybrid/answers/metrics.def"
    }
    return id;
}

noc_extent noc_metric_extent(noc_metric_id id)
{
    const noc_metric_id root = root_of(id);
    if (noc_metric_is_cost(root)) return NOC_EXTENT_COST;
    if (find_kinds(root) & (IDLE | WAYS | INTERFACE)) return NOC_EXTENT_IDLE;
    return find_kinds(root) & LIMIT ? NOC_EXTENT_LIMITS : NOC_EXTENT_ALL;
}

const char *noc_metric_extent_reason(noc_metric_id id)
{
    static const char *const texts[] = {
#define NOC_METRIC(id, unit, digits, meaning, facts) "not computed: figures = (\"" #id "\")",
#include "hybrid/answers/metrics.def"
    };
    return texts[id];
}

/* True if channels are counted. A trace counts them for any network. */
static bool has_channels(const noc_figures *f)
{
    return noc_graph_has_channels(&f->system->graph) ||
           (f->scope != NOC_SCOPE_LOAD && f->scope != NOC_SCOPE_LOOP &&
            f->scope != NOC_SCOPE_EAGER);
}

static bool is_reported(const noc_figures *f, noc_metric_id id)
{
    const unsigned kind = find_kinds(id);
    return (!(kind & REPLIES) || has_replies(f)) && (!(kind & CHANNEL) || has_channels(f)) &&
           (!(kind & LATENCY) || !f->no_latency) && (!(kind & TRIP) || f->knows_reply_requests);
}

/* ---- texts ---------------------------------------------------------------------------------- */

static const char sample_reason[] = "the model does not predict it (nocsight sample)";
static const char no_load_reason[] = "no load was given (--load)";
static const char no_wires_reason[] =
    "the table for this technology does not separate wires from silicon";
static const char eager_reason[] = "nodes send as fast as the network accepts it: leave out --load";
static const char no_replies_reason[] = "the design has no memory nodes, so no replies";
static const char no_trip_reason[] =
    "a trace with replies is played as it is: it does not say which request a reply answers";
static const char trace_reason[] = "a trace is played once, at its own cycles";
static const char no_search_reason[] = "a sample at one load does not search it (--saturation)";
static const char no_nodes_reason[] =
    "nodes are compared at a --load, and as they send as fast as the network accepts it";
static const char no_such_packet_reason[] =
    "no packet is known to go so, between nodes of one die or of two";
static const char one_die_reason[] = "all nodes are on one die";

/* ---- reasons -------------------------------------------------------------------------------- */

/* Finds the reason why channels are missing: windows, slices and tokens fill up, but are no
 * channels of the graph. */
static const char *find_no_channels(const noc_figures *f)
{
    const noc_graph *g = &f->system->graph;
    if (has_channels(f)) return NULL;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_switchings[g->networks[n].switching].has_limit)
            return "windows, slices and tokens take the place of channels";
    return "an ideal network has no channels";
}

static const char *find_no_loop(const noc_figures *f)
{
    if (f->scope == NOC_SCOPE_LOOP) return NULL;
    return f->system->design->closed_loop
               ? "of the closed loop, which has no --load"
               : "the design has no workload (--loop, or --set workload=HH)";
}

static const char *find_no_offer(const noc_figures *f)
{
    if (f->scope == NOC_SCOPE_EAGER)
        return "nodes send as fast as the network accepts it (traffic.batch, traffic.outstanding)";
    return f->scope == NOC_SCOPE_LOOP ? no_load_reason : NULL;
}

/* Finds the first reason that applies to a metric of these kinds in an answer; NULL: none.
 * `needs_load`: the metric has no value without a load. `by_result`: the reason may depend on the
 * result; false: it holds for all answers of this kind. */
static const char *find_rule(const noc_figures *f, unsigned kinds, bool needs_load, bool by_result)
{
    const bool is_model = f->method == NOC_METHOD_MODEL, is_loop = f->scope == NOC_SCOPE_LOOP;
    const char *const model_gap = is_model ? sample_reason : NULL;
    const bool has_memory = f->system->graph.memory_count > 0;
    const struct {
        unsigned kinds;     /* the reason applies to metrics with one of these kinds */
        const char *reason; /* text; NULL: the reason does not apply to this answer */
        bool by_result;
    } rules[] = {
        {AREA | POWER, f->no_cost, false},
        {WIRE, no_wires_reason, true},
        {POWER, f->no_power, false},
        {ACCESS, f->no_access_energy, false},
        {ANY, f->scope == NOC_SCOPE_COST ? "only the cost was asked for" : NULL, false},
        {ENERGY, f->no_energy, false},
        {END, noc_traffic_is_eager(&f->system->design->traffic) ? eager_reason : NULL, false},
        {LOOP, find_no_loop(f), false},
        {REPLIES, has_replies(f) ? NULL : no_replies_reason, false},
        {STALL, has_memory ? NULL : "the design has no memory nodes", false},
        {INTERFACE, "replies of memory nodes do not take channels", true},
        {TRIP, f->knows_reply_requests ? NULL : no_trip_reason, false},
        {LIMIT | IDLE | STALL | OFFER, f->scope == NOC_SCOPE_TRACE ? trace_reason : NULL, false},
        {LIMIT, is_model || f->scope == NOC_SCOPE_LIMITS ? NULL : no_search_reason, false},
        {LIMIT, f->is_interrupted ? "the search was interrupted before" : NULL, false},
        {LIMIT, "at any load that the nodes can offer latency stays below it", true},
        {CHANNEL, find_no_channels(f), false},
        {NODES, is_loop || f->scope == NOC_SCOPE_TRACE ? no_nodes_reason : NULL, false},
        {QUANTILE, model_gap, false},
        {STALL, model_gap, true},
        {IN_NETWORK | CHANNEL, is_loop ? model_gap : NULL, false},
        {ANY, needs_load && f->scope == NOC_SCOPE_LIMITS ? no_load_reason : NULL, false},
        {OFFER, find_no_offer(f), false},
        {LATENCY, f->no_latency, false},
        {SOURCE, model_gap, true},
        {IN_NETWORK, model_gap, true},
        {DRAM, "the DRAM was not asked for anything in the time simulated", true},
        {DIES, f->system->graph.dies > 1 ? no_such_packet_reason : one_die_reason, true},
        {ANY, "no packet was delivered in the time simulated", true},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (kinds & rules[i].kinds && rules[i].reason && (by_result || !rules[i].by_result))
            return rules[i].reason;
    return NULL;
}

const char *noc_metric_absence_reason(const noc_figures *f, noc_metric_id id)
{
    const char *reason = noc_metric_part_reason(f->system->design, id);
    const bool needs_load = noc_metric_extent(id) == NOC_EXTENT_ALL;
    return reason ? reason : find_rule(f, find_kinds(root_of(id)), needs_load, false);
}

static const char *find_reason(const noc_figures *f, noc_metric_id id)
{
    const bool is_beyond = noc_metric_extent(id) > f->extent;
    const char *reason = is_beyond ? noc_metric_absence_reason(f, id)
                                   : noc_metric_part_reason(f->system->design, id);
    if (reason) return reason;
    return is_beyond ? noc_metric_extent_reason(id) : find_rule(f, find_kinds(id), true, true);
}

static noc_metric make_metric(const noc_figures *f, noc_metric_id id)
{
    const noc_figure *figure = &f->metrics[id];
    if (!isfinite(figure->value) || !is_reported(f, id))
        return (noc_metric){NAN, NAN, NAN, NAN, find_reason(f, id)};
    return (noc_metric){figure->value, figure->lo, figure->hi, figure->confidence, NULL};
}

void noc_metrics_set(const noc_figures *f, noc_metric metrics[NOC_METRICS])
{
    for (int id = 0; id < NOC_METRICS; id++) metrics[id] = make_metric(f, (noc_metric_id)id);
}

void noc_metrics_set_power(const noc_figures *f, noc_metric metrics[NOC_METRICS])
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (find_kinds((noc_metric_id)id) & POWER) metrics[id] = make_metric(f, (noc_metric_id)id);
}
