/* hybrid/answers/figures/answer.h: one answer about one design: the figures of the model or of the
 * measurement, joined with the cost. Everything that reports/ shows comes as one of these. */
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
    NOC_ANSWER_UNBOUNDED,     /* so much is, but a queue grows without end */
    NOC_ANSWER_NOT_CONVERGED, /* the model's iteration */
    NOC_ANSWER_IMPRECISE,     /* a sample ended before it had the precision asked for */
    NOC_ANSWERS
} noc_answer;

const char *noc_method_name(noc_method method); /* "model", "sample" */
struct noc_estimate;
/* The name of what answered: "model", "sample", or, where precision was asked for, "window". */
const char *noc_answered_by(const struct noc_estimate *estimate);
const char *noc_answer_name(noc_answer answer); /* "ok", "saturated", "unbounded", ... */

/* True if a queue grows without end: then latencies have no value. */
bool noc_answer_grows(noc_answer answer);

/* The cause that limits throughput: the kind of resource of which 5 % less costs most
 * (network/graph/resources.h has the names of kinds; "" when unknown), and its busiest member. Of a
 * sample of a batch, the channel that was busiest. */
typedef struct noc_bottleneck {
    char kind[16];
    char resource[24]; /* "link", "injection" or "ejection" channel, "MSHRs" or "pipelines"; "" */
    char where[64];    /* the member: "(0,0) to (1,0)", "memory 3"; "" if it has no name */
    char workload[32]; /* in closed loop: whose cause it is, and how many the answer is a mean of */
    size_t workloads;
    /* of the member, at the load answered, or at saturation without one; NAN when unknown */
    double utilization;

    /* Reason why throughput ends there, where channels end it: "full", "head-of-line-blocking", ...
     * (hybrid/answers/cause.h); "" when unknown. Channel at which packets are held: share of the
     * time that it is in use at saturation, its place and kind, and the virtual channels there;
     * NAN, "" and 0 when unknown. */
    char why[24];
    double ceiling;
    char held[64], held_kind[16];
    unsigned held_vcs;
    bool held_by_class;     /* held_vcs are of one class, and the other class has others */
    bool held_while_routed; /* most of head-of-line blocking is the routing of heads */
    uint32_t channel;       /* the member, where it is a channel; else NOC_NONE */
    int network;            /* design's network where packets are held; -1: unknown */
} noc_bottleneck;

/* Where the costs of an answer come from, and how far a whole technology may be off: a factor that
 * answers from the same tables and of the same technology share, beside one of each design.
 * Intervals reach from 1/(1 + both) to 1 + both. */
typedef struct noc_cost_scale {
    const char *source; /* who measured the tables; static; NULL: there are no costs */
    double technology_nm;
    double common_spread, own_spread;
} noc_cost_scale;

enum { NOC_WARNINGS_MAX = 24, NOC_WARNING_CHARS = 800 };

/* Subjects of warnings, those that change most of an answer first: the order in which warnings
 * stand. */
typedef enum noc_warning {
    NOC_WARNING_UNIT,     /* an input is hardly in its unit */
    NOC_WARNING_GROWTH,   /* figures have no value, or have not settled */
    NOC_WARNING_INPUT,    /* an input is not read, or is played as another */
    NOC_WARNING_CIRCLE,   /* packets may wait for each other in a circle */
    NOC_WARNING_CLOCK,    /* routers or wires are slower than the clock */
    NOC_WARNING_INTERVAL, /* figures are less sure */
    NOC_WARNING_COST,     /* area and power are less sure, or have no value */
    NOC_WARNING_IDLE,     /* parts of the design have nothing to do */
    NOC_WARNING_MORE,     /* more warnings than there is room for */
} noc_warning;

/* The work that a flit of load stands for: answers of designs with other flits or packets are
 * compared by it. */
typedef struct noc_work {
    double injectors;         /* nodes that create packets */
    double flits;             /* mean of a packet that they create */
    double transaction_bytes; /* payload of that packet and its reply, mean */
    double flit_bytes;        /* of the channels that take those packets, mean */
    double transaction_data;  /* bytes of data of that packet and its reply, mean */
} noc_work;

/* Bytes over the whole network, for a load of a flit. */
double noc_work_payload(const noc_work *work);
double noc_work_data(const noc_work *work); /* bytes of data only */

/* The workload of a closed loop that weighs most in the mean, by the model. */
typedef struct noc_heaviest {
    double share;              /* share of the inverse of the set's IPC; 0: there is none */
    double least;              /* the same where every core issues all the time */
    double room[NOC_BINDINGS]; /* rate that each resource takes, over the workload's */
} noc_heaviest;

enum { NOC_COST_BASIS_CHARS = 160, NOC_NODE_CHARS = 24 };

/* Figures of one class of packets. */
typedef struct noc_class_answer {
    const char *name; /* borrowed from the design, or static */
    /* flits per cycle of an injecting node, of replies those that its requests bring about; NAN
     * where no load was asked for, or nothing is known */
    double offered, accepted;
    noc_metric latency, p99; /* cycles */
} noc_class_answer;

/* Packets of a trace that belong together: those of one class, or of one phase. */
typedef struct noc_trace_part {
    const char *name; /* borrowed from the trace, or static; "": those without a phase */
    uint64_t packets;
    uint64_t start, end; /* phases only: cycles from the trace's first event to the first creation
                            and the last arrival */
    double latency, request_latency, reply_latency, round_trip; /* means, cycles; NAN: of none */
} noc_trace_part;

typedef struct noc_estimate {
    const noc_design *design; /* borrowed */
    noc_method method;
    noc_extent extent; /* figures beyond it were not computed */
    noc_answer answer;
    double load; /* flits per cycle of each injecting node; NAN when none was asked for */
    noc_work work;
    uint32_t
        vc_layers; /* most that its routes take (network/files/wiring_layers.h); 1: none needed */
    noc_cost_scale scale;
    noc_metric metrics[NOC_METRICS];
    /* Classes of the traffic, else requests and replies; 0: all packets are of one kind. */
    noc_class_answer classes[NOC_TRAFFIC_CLASSES_MAX];
    size_t class_count;
    /* Nodes that get least and most through; "" where all get alike, or shares are missing. */
    char slowest_node[NOC_NODE_CHARS], busiest_node[NOC_NODE_CHARS];
    noc_bottleneck bottleneck;
    int loop_binding; /* noc_binding of a closed loop by the model, by which its interval is told */
    noc_heaviest heaviest;
    bool
        memory_alone; /* memory nodes of a closed loop were measured by themselves, for the model */
    const noc_components
        *components; /* borrowed as the three below are; NULL unless they were asked for */
    const noc_channel_rates *channels;
    const noc_power_tiles *tiles;
    const struct noc_node_pairs *pairs;                 /* hybrid/answers/by_node.h */
    char warnings[NOC_WARNINGS_MAX][NOC_WARNING_CHARS]; /* sentences, by subject */
    noc_warning subjects[NOC_WARNINGS_MAX];             /* subjects of these warnings */
    int warning_count;
    int warnings_left_out; /* number that the last warning tells */

    /* The longest link of networks whose links take as long as their wires (network.link_timing);
     * 0: none. */
    double timed_mm;
    int timed_cycles;

    /* Origin of costs that were not measured: "scaled on from 11 and 22 nm, which nobody has
     * measured"; "": measured. Their intervals have it, so it is no warning. */
    char cost_basis[NOC_COST_BASIS_CHARS];

    /* Windows of a checked estimate, at a load and of the closed loop, and the model's figures
     * there; NAN otherwise. */
    double check_load, check_measured, check_predicted; /* flits per cycle, cycles, cycles */
    double check_ipc_measured, check_ipc_predicted;

    /* Half-width that was asked for (within.h), and that was reached, shares of the figure that the
     * answer is about; 0: none was asked for. */
    double within_asked, within_reached;
    noc_metric_id within_figure;

    /* Seed and effort of a sample, or of the window of the loop of a check; 0 otherwise. */
    uint64_t seed;
    uint64_t cycles_simulated, warmup_cycles, windows, flit_hops;
    uint64_t trace_packets; /* played from a trace, answers included; 0: there was no trace */
    /* Parts of the trace; 0 classes: requests have addresses, or there was no trace. */
    noc_trace_part trace_classes[NOC_TRACE_KINDS], trace_phases[NOC_TRACE_PHASES_MAX + 1];
    size_t trace_class_count, trace_phase_count;
    double wall_s; /* the only field that may differ between two runs */
} noc_estimate;

/* True if windows were measured for a model's answer. */
bool noc_was_checked(const noc_estimate *estimate);

/* Begins an answer of which only the question is known: `load` in flits per cycle of each
 * injecting node, NAN for none. */
void noc_estimate_begin(const noc_system *system, noc_method method, double load,
                        noc_estimate *estimate);

/* The node of a metric that is one node's: "compute 12"; "": it is of none, or of all alike. */
const char *noc_estimate_where(const noc_estimate *estimate, noc_metric_id id);

/* Adds a warning behind those of its subject. The last of too many says how many more there are; a
 * long one is cut. */
void noc_estimate_warn(noc_estimate *estimate, noc_warning subject, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Warnings of an estimate, a line each. The caller frees the text; NULL: out of memory. */
char *noc_estimate_warnings(const noc_estimate *estimate);

/* Seconds of a clock that only runs on: for wall_s. */
double noc_seconds(void);

#endif
