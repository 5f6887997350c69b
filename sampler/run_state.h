/* sampler/run_state.h: internal state of a run, for run.c and for tests. */
#ifndef NOC_SAMPLER_RUN_STATE_H
#define NOC_SAMPLER_RUN_STATE_H

#include "sampler/engines/engine.h"
#include "sampler/loop/answers.h"
#include "sampler/loop/closed_loop.h"
#include "sampler/run.h"
#include "sampler/sources/chains.h"
#include "sampler/sources/eager.h"
#include "sampler/sources/sources.h"
#include "sampler/sources/trace_stream.h"
#include "sampler/sources/trace_tally.h"

/* Engine and its kind. */
typedef struct noc_running_engine {
    const noc_engine_kind *kind;
    void *engine;
} noc_running_engine;

enum { NOC_RUN_ENGINES_MAX = 8, NOC_RUN_PHASES = 3 };

/* Calls of a phase: one for each engine with work in the phase. */
typedef struct noc_run_phase {
    void (*calls[NOC_RUN_ENGINES_MAX])(void *);
    void *engines[NOC_RUN_ENGINES_MAX];
    unsigned count;
    unsigned early_count; /* calls before the driver */
} noc_run_phase;

struct noc_run {
    const noc_system *system;
    noc_ports ports;
    noc_sources sources;
    noc_eager *eager;   /* NULL: no eager sources */
    noc_chains *chains; /* chains of a held trace whose packets depend on each other; NULL: none */
    noc_trace_stream *stream; /* packets of a streamed trace; NULL: none */
    /* counts of a trace without addresses, by class and phase; NULL: none */
    noc_trace_tally *phase_tally;
    const noc_trace_schedule *schedule; /* trace of `phase_tally` */
    noc_closed_loop *closed_loop;       /* NULL: open loop */
    /* open loop, [request flow]: reply flow; NULL: requests are not answered */
    size_t *reply_flows;
    noc_pipelines pipelines; /* request pipelines of nodes */
    noc_running_engine engines[NOC_RUN_ENGINES_MAX];
    unsigned engine_count;
    /* driver: engine that runs the cycle loop, with the other engines between its phases; NULL:
     * none */
    const noc_running_engine *driver;
    noc_run_phase phases[NOC_RUN_PHASES];
    bool can_skip;         /* all engines see packets, so idle cycles are skipped one by one */
    uint32_t packets_max;  /* upper bound of the packets created between two checks of the pool */
    uint64_t still_cycles; /* cycles since the last flit movement, in whole chunks */
    uint64_t stuck_cycles; /* still cycles after which the run is stuck */
};

#endif
