/* sampler/run_state.h: parts of a run, for run.c and for tests that look at them. */
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

/* An engine, with its kind. */
typedef struct noc_running_engine {
    const noc_engine_kind *kind;
    void *engine;
} noc_running_engine;

enum { NOC_RUN_ENGINES_MAX = 8, NOC_RUN_PHASES = 3 };

/* Calls in a phase of a cycle, one for each engine with work there. */
typedef struct noc_run_phase {
    void (*call[NOC_RUN_ENGINES_MAX])(void *);
    void *engine[NOC_RUN_ENGINES_MAX];
    unsigned count;
    unsigned early; /* calls before the engine that runs cycles by itself */
} noc_run_phase;

struct noc_run {
    const noc_system *system;
    noc_ports ports;
    noc_sources sources;
    noc_eager *eager;          /* NULL: packets come by a rate, a trace or a closed loop */
    noc_chains *chains;        /* chains of a trace whose packets wait for each other; NULL: none */
    noc_trace_stream *stream;  /* packets of a trace that is not held; NULL: none */
    noc_trace_tally *by_phase; /* counts of a trace without addresses; NULL: none */
    const noc_trace_schedule *schedule; /* trace of `by_phase` */
    noc_closed_loop *closed;            /* NULL: open loop */
    /* reply flow of each request flow, in open loop; NULL: requests are not answered */
    size_t *answers;
    noc_pipelines pipelines; /* pipelines of nodes that answer */
    noc_running_engine engines[NOC_RUN_ENGINES_MAX];
    unsigned engine_count;
    /* engine that runs cycles by itself, with the others between its phases; NULL: none */
    const noc_running_engine *driver;
    noc_run_phase phases[NOC_RUN_PHASES];
    bool leaps;            /* all engines see packets: idle cycles are skipped one by one */
    uint32_t most_packets; /* packets that may be created between two looks at the pool */
    uint64_t still_cycles; /* cycles since a flit last moved, in whole chunks */
    uint64_t stuck_after;  /* still cycles after which the run counts as stuck */
};

#endif
