/* hybrid/answers/figures/answer.h: one answer about one design, by the model or a sample: metrics,
 * bottleneck, cost scale, warnings and effort. All input of reports/ has this form. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_ANSWER_H
#define NOC_HYBRID_ANSWERS_FIGURES_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analytic/loop/closed_loop.h"
#include "base/diag.h"
#include "hybrid/answers/figures/channels.h"
#include "hybrid/answers/figures/tiles.h"
#include "hybrid/answers/metrics.h"
#include "network/compile/components.h"
#include "network/graph/system.h"
#include "sampler/sources/trace_tally.h"

typedef enum noc_method { NOC_METHOD_MODEL, NOC_METHOD_SAMPLE } noc_method;

typedef enum noc_answer {
    NOC_ANSWER_OK,
    NOC_ANSWER_SATURATED,     /* less than 98 % of the offered load is accepted */
    NOC_ANSWER_UNBOUNDED,     /* 98 % or more is accepted, but a queue grows without end */
    NOC_ANSWER_NOT_CONVERGED, /* the model's iteration did not converge */
    NOC_ANSWER_IMPRECISE,     /* a sample ended before it reached the requested precision */
    NOC_ANSWERS
} noc_answer;

const char *noc_method_name(noc_method method); /* name: "model", "sample" */
struct noc_estimate;
/* Name of the method of an answer: "model", "sample", or "window" for a model that a window checked
 * to reach a requested precision. */
const char *noc_answer_method_name(const struct noc_estimate *estimate);
const char *noc_answer_name(noc_answer answer); /* name: "ok", "saturated", "unbounded", ... */

/* True if a queue grows without end, so that latencies have no value. */
bool noc_answer_has_growth(noc_answer answer);

/* Limit of throughput: the kind of resource whose derating by 5 % costs most (names:
 * network/graph/resources.h; "": unknown), and its busiest member. For a sample of a batch, the
 * busiest channel. */
typedef struct noc_bottleneck {
    char kind[16];
    /* member: channel "link", "injection" or "ejection"; window, slice or token; "MSHRs" or
     * "pipelines" of cores; "" for other kinds */
    char resource[24];
    char where[64]; /* name of the member: "(0,0) to (1,0)", "memory 3"; "": none */
    /* closed loop: workload with this bottleneck, one of `workload_count` in the set */
    char workload[32];
    size_t workload_count;
    /* utilisation of the member at the answer's load, or at saturation without a load; NAN:
     * unknown */
    double utilization;

    /* Reason why channels limit throughput: "full", "head-of-line-blocking", ...
     * (noc_bottleneck_has_reason); "": unknown. Held channel: the channel where packets are held,
     * with its utilisation at saturation (NAN: unknown), its name and kind ("": unknown), and its
     * number of virtual channels (0: unknown). */
    char reason[24];
    double held_utilization;
    char held_channel[64], held_kind[16];
    unsigned held_vcs;
    /* held_vcs counts the VCs of one class; the other class has other VCs */
    bool has_class_vcs;
    bool is_held_by_routing; /* packets are held mostly while heads are routed */
    uint32_t channel;        /* the member if it is a channel; else NOC_NONE */
    int network;             /* number of the network where packets are held; -1: unknown */
} noc_bottleneck;

/* Source and error of an answer's costs. The error is the product of two factors: one common to all
 * answers from the same tables and technology, one for each design. Intervals reach from 1 / (1 +
 * both spreads) to 1 + both spreads. */
typedef struct noc_cost_scale {
    const char *source; /* source of the measured tables; static; NULL: no costs */
    double technology_nm;
    double common_spread, own_spread;
} noc_cost_scale;

enum { NOC_WARNINGS_MAX = 24, NOC_WARNING_CHARS = 800 };

/* Subjects of warnings, in the order in which they are printed: the subject that changes an answer
 * most comes first. */
typedef enum noc_warning {
    NOC_WARNING_UNIT,     /* an input has an implausible value for its unit */
    NOC_WARNING_GROWTH,   /* figures have no value, or did not converge */
    NOC_WARNING_INPUT,    /* an input is ignored, or replaced by another one */
    NOC_WARNING_DEADLOCK, /* packets may deadlock */
    NOC_WARNING_CLOCK,    /* routers or wires are slower than the clock */
    NOC_WARNING_INTERVAL, /* figures are less certain */
    NOC_WARNING_COST,     /* area and power are less certain, or have no value */
    NOC_WARNING_IDLE,     /* parts of the design are idle */
    NOC_WARNING_OMITTED,  /* number of warnings that are omitted */
} noc_warning;

/* Work per flit of load, for comparing designs with different flits or packets. */
typedef struct noc_work {
    double injectors;         /* number of nodes that create packets */
    double flits;             /* mean flits of a created packet */
    double transaction_bytes; /* mean payload of a created packet and its reply, bytes */
    double flit_bytes; /* flit width of the channels that carry created packets, bytes, mean */
    double transaction_data; /* mean data of a created packet and its reply, bytes */
} noc_work;

/* Payload of the whole network, bytes per cycle, at a load of one flit per cycle. */
double noc_work_payload(const noc_work *work);
double noc_work_data(const noc_work *work); /* data alone, bytes per cycle */

/* Workload with the largest share in the inverse of a set's IPC, by the model. */
typedef struct noc_heaviest_workload {
    /* share in the inverse of the set's IPC, cycles per instruction; 0: no workload */
    double share;
    /* share in the inverse of the set's IPC if every core issues in every cycle, cycles per
     * instruction */
    double least_share;
    /* [resource]: capacity over the workload's rate of requests */
    double capacity_ratios[NOC_BINDINGS];
} noc_heaviest_workload;

enum { NOC_COST_BASIS_CHARS = 160, NOC_NODE_CHARS = 24 };

/* Figures of one class of packets. */
typedef struct noc_class_answer {
    const char *name; /* name, borrowed from the design, or static */
    /* loads, flits per cycle of an injecting node; for replies, flits of the replies to its
     * requests; NAN: no load, or unknown */
    double offered, accepted;
    noc_metric latency, p99; /* latencies, cycles: mean and 99 % quantile */
} noc_class_answer;

/* Figures of the packets of one class or one phase of a trace. */
typedef struct noc_trace_part {
    const char *name; /* name, borrowed from the trace, or static; "": packets without a phase */
    uint64_t packets;
    /* phases only: cycles from the trace's first event to the first creation and to the last
     * arrival */
    uint64_t start, end;
    /* mean latencies, cycles; NAN: no such packets */
    double latency, request_latency, reply_latency, round_trip;
} noc_trace_part;

typedef struct noc_estimate {
    const noc_design *design; /* design of the answer; borrowed */
    noc_method method;
    noc_extent extent; /* computed extent; figures beyond it are missing */
    noc_answer answer;
    double load; /* offered load, flits per cycle of each injecting node; NAN: none */
    noc_work work;
    /* number of VC layers that the routes need (network/files/wiring_layers.h); 1: no layering */
    uint32_t vc_layers;
    noc_cost_scale scale;
    noc_metric metrics[NOC_METRICS];
    /* Figures by class of the traffic, else of requests and replies; count 0: packets of one kind
     * only. */
    noc_class_answer classes[NOC_TRAFFIC_CLASSES_MAX];
    size_t class_count;
    /* Names of the nodes with least and most throughput; "" if all are equal, or shares are
     * missing. */
    char slowest_node[NOC_NODE_CHARS], busiest_node[NOC_NODE_CHARS];
    noc_bottleneck bottleneck;
    int loop_binding; /* noc_binding of the closed loop by the model; selects the interval */
    noc_heaviest_workload heaviest_workload;
    /* the rate of the memory nodes alone was measured, as an input of the model */
    bool memory_alone;
    /* Parts of the cost, rates of channels, map of power, and figures by pair of nodes
     * (hybrid/answers/by_node.h); borrowed; NULL if not requested. */
    const noc_components *components;
    const noc_channel_rates *channels;
    const noc_power_tiles *tiles;
    const struct noc_node_pairs *pairs;
    char warnings[NOC_WARNINGS_MAX][NOC_WARNING_CHARS]; /* texts of warnings, sorted by subject */
    noc_warning subjects[NOC_WARNINGS_MAX];             /* subject of each warning */
    int warning_count;
    int omitted_warnings; /* number of warnings without room, reported by the last one */

    /* Longest link, mm, among networks whose link latency follows from wire length
     * (network.link_timing), and its latency, cycles; 0: none. */
    double timed_link_mm;
    int timed_link_cycles;

    /* Origin of costs without a measured table: "scaled on from 11 and 22 nm, which nobody has
     * measured"; "": measured. Intervals include this uncertainty, so there is no warning. */
    char cost_basis[NOC_COST_BASIS_CHARS];

    /* Check by windows; NAN: no check. At a load: the load, flits per cycle of an injecting node,
     * and the measured and predicted latency, cycles. Of the closed loop: the measured and
     * predicted IPC. */
    double check_load, check_measured, check_predicted;
    double check_ipc_measured, check_ipc_predicted;

    /* Requested and reached half-width of the interval of precision_metric, relative (within.h); 0:
     * no precision was requested. */
    double requested_half_width, reached_half_width;
    noc_metric_id precision_metric;

    /* Seed of a sample or of a check's windows, and effort of a sample or of the window of the
     * loop; 0: none. */
    uint64_t seed;
    uint64_t cycles_simulated, warmup_cycles, windows, flit_hops;
    uint64_t trace_packets; /* packets played from a trace, with replies; 0: no trace */
    /* Figures by class and by phase of the trace. There are no classes without a trace, or if
     * requests have addresses. */
    noc_trace_part trace_classes[NOC_TRACE_KINDS], trace_phases[NOC_TRACE_PHASES_MAX + 1];
    size_t trace_class_count, trace_phase_count;
    double wall_s; /* wall-clock time, s: the only field that may differ between two runs */
} noc_estimate;

/* True if the model's answer was checked by measured windows. */
bool noc_estimate_is_checked(const noc_estimate *estimate);

/* Initialises an answer. `load`: flits per cycle of each injecting node; NAN: none. */
void noc_estimate_begin(const noc_system *system, noc_method method, double load,
                        noc_estimate *estimate);

/* Name of the node to which a metric of a single node belongs: "compute 12"; "": the metric is of
 * no single node, or all nodes are equal. */
const char *noc_estimate_node_name(const noc_estimate *estimate, noc_metric_id id);

/* Adds a warning after those of the same subject. If there is no room, the last warning counts the
 * omitted ones. A long text is cut. */
void noc_estimate_warn(noc_estimate *estimate, noc_warning subject, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Text of an estimate's warnings, one per line. The caller frees it; NULL: out of memory. */
char *noc_estimate_warnings(const noc_estimate *estimate);

/* Seconds of a monotonic clock, for wall_s. */
double noc_seconds(void);

#endif
