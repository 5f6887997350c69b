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
    default:
        break;
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
    default:
        break;
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

/* ---- reasons: NULL if they do not apply ----------------------------------------------------- */

static const char *explain_no_cost(const noc_figures *f)
{
    return f->no_cost;
}

static const char *explain_no_power(const noc_figures *f)
{
    return f->no_power;
}

static const char *explain_no_energy(const noc_figures *f)
{
    return f->no_energy;
}

static const char *explain_no_wires(const noc_figures *f)
{
    (void)f;
    return "the table for this technology does not separate wires from silicon";
}

static const char *explain_no_access_energy(const noc_figures *f)
{
    return f->no_access_energy;
}

static const char *explain_cost_scope(const noc_figures *f)
{
    return f->scope == NOC_SCOPE_COST ? "only the cost was asked for" : NULL;
}

static const char *explain_no_end(const noc_figures *f)
{
    if (!noc_traffic_is_eager(&f->system->design->traffic)) return NULL;
    return "nodes send as fast as the network accepts it: leave out --load";
}

static const char *explain_no_loop(const noc_figures *f)
{
    if (f->scope == NOC_SCOPE_LOOP) return NULL;
    return f->system->design->closed_loop
               ? "of the closed loop, which has no --load"
               : "the design has no workload (--loop, or --set workload=HH)";
}

static const char *explain_no_replies(const noc_figures *f)
{
    return has_replies(f) ? NULL : "the design has no memory nodes, so no replies";
}

static const char *explain_no_stalls(const noc_figures *f)
{
    return f->system->graph.memory_count > 0 ? NULL : "the design has no memory nodes";
}

static const char *explain_no_trip(const noc_figures *f)
{
    return f->knows_reply_requests
               ? NULL
               : "a trace with replies is played as it is: it does not say which request "
                 "a reply answers";
}

static const char *explain_trace_scope(const noc_figures *f)
{
    return f->scope == NOC_SCOPE_TRACE ? "a trace is played once, at its own cycles" : NULL;
}

static const char *explain_no_search(const noc_figures *f)
{
    return f->method == NOC_METHOD_SAMPLE && f->scope != NOC_SCOPE_LIMITS
               ? "a sample at one load does not search it (--saturation)"
               : NULL;
}

static const char *explain_interruption(const noc_figures *f)
{
    return f->is_interrupted ? "the search was interrupted before" : NULL;
}

static const char *explain_no_limit(const noc_figures *f)
{
    (void)f;
    return "at any load that the nodes can offer latency stays below it";
}

/* Reason why channels are missing: windows, slices and tokens fill up, but are no channels of the
 * graph. */
static const char *explain_no_channels(const noc_figures *f)
{
    const noc_graph *g = &f->system->graph;
    if (has_channels(f)) return NULL;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_switchings[g->networks[n].switching].has_limit)
            return "windows, slices and tokens take the place of channels";
    return "an ideal network has no channels";
}

static const char sample_reason[] = "the model does not predict it (nocsight sample)";

static const char *explain_model_gap(const noc_figures *f)
{
    return f->method == NOC_METHOD_MODEL ? sample_reason : NULL;
}

static const char *explain_no_interface(const noc_figures *f)
{
    (void)f;
    return "replies of memory nodes do not take channels";
}

static const char *explain_loop_gap(const noc_figures *f)
{
    return f->method == NOC_METHOD_MODEL && f->scope == NOC_SCOPE_LOOP ? sample_reason : NULL;
}

static const char no_load_reason[] = "no load was given (--load)";

static const char *explain_no_load(const noc_figures *f)
{
    return f->scope == NOC_SCOPE_LIMITS ? no_load_reason : NULL;
}

static const char *explain_no_offer(const noc_figures *f)
{
    if (f->scope == NOC_SCOPE_EAGER)
        return "nodes send as fast as the network accepts it (traffic.batch, traffic.outstanding)";
    return f->scope == NOC_SCOPE_LOOP ? no_load_reason : NULL;
}

static const char *explain_no_nodes(const noc_figures *f)
{
    return f->scope == NOC_SCOPE_LOOP || f->scope == NOC_SCOPE_TRACE
               ? "nodes are compared at a --load, and as they send as fast as the network accepts "
                 "it"
               : NULL;
}

/* Reason why the model has no latencies of single sources; NULL for a sample. */
static const char *explain_source_gap(const noc_figures *f)
{
    return f->method == NOC_METHOD_MODEL ? sample_reason : NULL;
}

static const char *explain_no_latency(const noc_figures *f)
{
    return f->no_latency;
}

static const char *explain_no_access(const noc_figures *f)
{
    (void)f;
    return "the DRAM was not asked for anything in the time simulated";
}

static const char *explain_no_die(const noc_figures *f)
{
    return f->system->graph.dies > 1
               ? "no packet is known to go so, between nodes of one die or of two"
               : "all nodes are on one die";
}

static const char *explain_no_packet(const noc_figures *f)
{
    (void)f;
    return "no packet was delivered in the time simulated";
}

/* ---- the table ------------------------------------------------------------------------------ */

/* Rules of reasons: the first one that applies gives the reason. */
static const struct {
    unsigned kinds; /* the rule applies to metrics with one of these kinds */
    const char *(*why)(const noc_figures *figures);
    /* the reason depends on the result; false: it holds for all answers of the kind */
    bool in_vain;
} rules[] = {
    {AREA | POWER, explain_no_cost, false},
    {WIRE, explain_no_wires, true},
    {POWER, explain_no_power, false},
    {ACCESS, explain_no_access_energy, false},
    {ANY, explain_cost_scope, false},
    {ENERGY, explain_no_energy, false},
    {END, explain_no_end, false},
    {LOOP, explain_no_loop, false},
    {REPLIES, explain_no_replies, false},
    {STALL, explain_no_stalls, false},
    {INTERFACE, explain_no_interface, true},
    {TRIP, explain_no_trip, false},
    {LIMIT | IDLE | STALL | OFFER, explain_trace_scope, false},
    {LIMIT, explain_no_search, false},
    {LIMIT, explain_interruption, false},
    {LIMIT, explain_no_limit, true},
    {CHANNEL, explain_no_channels, false},
    {NODES, explain_no_nodes, false},
    {QUANTILE, explain_model_gap, false},
    {STALL, explain_model_gap, true},
    {IN_NETWORK | CHANNEL, explain_loop_gap, false},
    {ANY, explain_no_load, false},
    {OFFER, explain_no_offer, false},
    {LATENCY, explain_no_latency, false},
    {SOURCE, explain_source_gap, true},
    {IN_NETWORK, explain_model_gap, true},
    {DRAM, explain_no_access, true},
    {DIES, explain_no_die, true},
    {ANY, explain_no_packet, true},
};

const char *noc_metric_absence_reason(const noc_figures *f, noc_metric_id id)
{
    const unsigned kinds = find_kinds(root_of(id));
    const bool needs_load = noc_metric_extent(id) == NOC_EXTENT_ALL;
    const char *reason = noc_metric_part_reason(f->system->design, id);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0] && !reason; i++)
        if (kinds & rules[i].kinds && !rules[i].in_vain &&
            (needs_load || rules[i].why != explain_no_load))
            reason = rules[i].why(f);
    return reason;
}

static const char *find_reason(const noc_figures *f, noc_metric_id id)
{
    if (noc_metric_extent(id) > f->extent) {
        const char *absent = noc_metric_absence_reason(f, id);
        return absent ? absent : noc_metric_extent_reason(id);
    }
    const char *reason = noc_metric_part_reason(f->system->design, id);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0] && !reason; i++)
        if (find_kinds(id) & rules[i].kinds) reason = rules[i].why(f);
    return reason;
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
