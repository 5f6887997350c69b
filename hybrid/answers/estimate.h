/* hybrid/answers/estimate.h: one answer about one design: the figures of the model or of the measurement,
 * joined with the cost. Everything that reports/ shows comes as one of these. */
#ifndef NOC_HYBRID_ANSWERS_ESTIMATE_H
#define NOC_HYBRID_ANSWERS_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

#include "hybrid/answers/channels.h"
#include "network/components.h"
#include "network/diag.h"
#include "network/system.h"
#include "sampler/sample.h"

typedef enum noc_metric_id {
#define NOC_METRIC(id, unit, digits, meaning) NOC_METRIC_##id,
#include "hybrid/answers/metrics.def"
#undef NOC_METRIC
    NOC_METRICS
} noc_metric_id;

typedef struct noc_metric_info {
    const char *name, *unit, *meaning;
    int digits;
} noc_metric_info;

/* What a metric is, by id. */
const noc_metric_info *noc_metric_info_of(noc_metric_id id);

typedef struct noc_metric {
    double value;      /* NAN: missing, and `why` says why */
    double lo, hi;     /* interval; NAN where there is none */
    double confidence; /* of the interval, 0.95 for 95 %; NAN where there is none, or where it is a
                          bound by judgement (costs outside of what was measured) */
    const char *why;   /* static text; NULL when there is a value */
} noc_metric;

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
const char *noc_answer_name(noc_answer answer); /* "ok", "saturated", "unbounded", ... */

/* Whether a queue grows without end: then latencies have no value. */
bool noc_answer_grows(noc_answer answer);

/* What limits throughput: the kind of resource of which 5 % less costs most (network/resources.h has the names of kinds; ""
 * when unknown), and its busiest member. Of a sample at a load, which is not asked what limits it, the channel that was busiest. */
typedef struct noc_bottleneck {
    char kind[16];
    char resource
        [24]; /* of it: "link", "injection" or "ejection" channel; "MSHRs" or "pipelines" of cores; "" */
    char where[64];    /* the member: "(0,0) to (1,0)", "memory 3"; "" if it has no name */
    char workload[32]; /* in closed loop: whose cause it is, and how many the answer is a mean of */
    size_t workloads;
    double
        utilization; /* of the member, at the load answered, or at saturation without one; NAN when unknown */
} noc_bottleneck;

/* Where the costs of an answer come from, and how far a whole technology may be off: a factor that answers from the same
 * tables and of the same technology share, beside one of each design. Intervals reach from 1/(1 + both) to 1 + both. */
typedef struct noc_cost_scale {
    const char *source; /* who measured the tables; static; NULL: there are no costs */
    double technology_nm;
    double common_spread, own_spread;
} noc_cost_scale;

enum { NOC_WARNINGS_MAX = 16, NOC_WARNING_CHARS = 800 };

/* What a flit of load stands for: answers of designs with other flits or packets are compared by it. */
typedef struct noc_work {
    double injectors;         /* nodes that create packets */
    double flits;             /* mean of a packet that they create */
    double transaction_bytes; /* payload of that packet and its reply, mean */
    double flit_bytes;        /* of the channels that take those packets, mean */
} noc_work;

/* Bytes over the whole network, for a load of a flit. In follow.c. */
double noc_work_payload(const noc_work *work);

typedef struct noc_estimate {
    const noc_design *design; /* borrowed */
    noc_method method;
    noc_answer answer;
    double load; /* flits per cycle of each injecting node; NAN when none was asked for */
    noc_work work;
    noc_cost_scale scale;
    noc_metric metrics[NOC_METRICS];
    noc_bottleneck bottleneck;
    int loop_binding; /* noc_binding of a closed loop by the model, by which its interval is told */
    const noc_components
        *components; /* borrowed; NULL unless they were asked for, so for channels */
    const noc_channel_rates *channels;
    char warnings[NOC_WARNINGS_MAX][NOC_WARNING_CHARS];
    int warning_count;
    int warnings_left_out; /* told by the last one */

    /* Of a checked estimate only: its windows, at a load and of the closed loop, and what the model says there;
     * NAN otherwise. */
    double check_load, check_measured, check_predicted; /* flits per cycle, cycles, cycles */
    double check_ipc_measured, check_ipc_predicted;

    /* Of a sample, or of a check: its seed, and the effort of the window of the loop; 0 otherwise. */
    uint64_t seed;
    uint64_t cycles_simulated, warmup_cycles, windows, flit_hops;
    uint64_t trace_packets; /* played from a trace, answers included; 0: there was no trace */
    double wall_s;          /* the only field that may differ between two runs */
} noc_estimate;

typedef struct noc_sampling {
    double precision; /* relative half-width of the 95 % interval of the mean latency, > 0 */
    uint64_t seed;
    unsigned jobs;       /* threads; 0: as many as there are processors. Never changes a result. */
    uint64_t max_cycles; /* per replication; 0: the default */
    bool no_knee;        /* noc_estimate_sample_saturation: half the time where it is not needed */
    bool no_cause;       /* of a closed loop or saturation: what limits it is not measured */
    noc_effort effort;   /* likewise: how precise saturation is to be */
    /* Called from time to time with the share done (0..1); may be NULL. Returns false to stop:
     * the call then ends with NOC_EINTERRUPTED. Called from one thread at a time. */
    bool (*progress)(void *context, double done);
    void *context;
    double
        *channel_flits; /* NULL, or where noc_estimate_sample and noc_estimate_checked put the flits
                              per cycle of each channel and class: [channel * NOC_CLASSES + class] */
} noc_sampling;

/* Answers return NOC_EUSAGE for a load that the nodes' ports cannot inject. */

struct noc_flow_memory;

/* The model's answer. `load` in flits per cycle of each injecting node, NAN for none: then the
 * latencies are those of the closed loop if the design has a workload, and missing if not; zero load,
 * saturation, knee and cost are always given. */
noc_status noc_estimate_model(const noc_system *system, double load, noc_estimate *estimate,
                              noc_diag *diag);

/* Likewise for one of many systems, with what it shares with those before it (analytic/flow_map.h). What limits it is a guess: the
 * kind of the station that overflows first, or of what binds the loop. */
noc_status noc_estimate_model_next(const noc_system *system, double load,
                                   struct noc_flow_memory *memory, noc_estimate *estimate,
                                   noc_diag *diag);

/* The same with another calibration than the shipped one; NULL: the model as derived, no intervals. `channel_flits`: NULL, or,
 * at a load, where the flits per cycle of each channel and class go, as far as they are accepted: [channel * NOC_CLASSES +
 * class]. */
struct noc_calibration;
noc_status noc_estimate_calibrated(const noc_system *system,
                                   const struct noc_calibration *calibration, double load,
                                   double *channel_flits, noc_estimate *estimate, noc_diag *diag);

/* The model's answer after a short measured window of the same design (hybrid/answers/check.h), below a second
 * for 36 nodes; without a load after another one of each workload's closed loop. Of `sampling` seed, jobs and
 * progress count. */
noc_status noc_estimate_checked(const noc_system *system, const struct noc_calibration *calibration,
                                double load, const noc_sampling *sampling, noc_estimate *estimate,
                                noc_diag *diag);

/* The cost alone, in a fraction of the model's time: every other metric is missing. */
noc_status noc_estimate_cost(const noc_system *system, noc_estimate *estimate, noc_diag *diag);

/* The measured answer at `load`; cost as in the model's. Saturation and knee are missing. */
noc_status noc_estimate_sample(const noc_system *system, double load, const noc_sampling *sampling,
                               noc_estimate *estimate, noc_diag *diag);

/* The measured operating point of the design's closed loop; `load` stays NAN. Of a set of workloads the
 * IPC is the harmonic mean, other figures are arithmetic ones. NOC_EUSAGE for a design without one. */
noc_status noc_estimate_sample_closed(const noc_system *system, const noc_sampling *sampling,
                                      noc_estimate *estimate, noc_diag *diag);

/* A trace, played once to its end: cycles_simulated is its makespan, from the creation of its first packet to the
 * ejection of its last flit; `load` stays NAN, and means of all its packets have no intervals. */
struct noc_playlist;
noc_status noc_estimate_sample_trace(const noc_system *system, const struct noc_playlist *playlist,
                                     const noc_sampling *sampling, noc_estimate *estimate,
                                     noc_diag *diag);

/* Saturation and knee, measured: a search over loads. The latencies are missing. */
noc_status noc_estimate_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                          noc_estimate *estimate, noc_diag *diag);

#endif
