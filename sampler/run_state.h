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

/* Calls of a phase of a cycle: one for each engine with work in the phase. engines[i]: argument of
 * calls[i]. */
typedef struct noc_run_phase {
    void (*calls[NOC_RUN_ENGINES_MAX])(void *);
    void *engines[NOC_RUN_ENGINES_MAX];
    unsigned count;
    unsigned early_count; /* number of calls before the driver's phase; the others follow it */
} noc_run_phase;

struct noc_run {
    const noc_system *system;
    noc_arena arena; /* memory of all parts */
    noc_ports ports;
    noc_sources sources;
    noc_eager *eager; /* NULL: no eager sources */
    /* packets of a held trace with dependent packets or named networks; NULL: none */
    noc_chains *chains;
    noc_trace_stream *stream; /* packets of a streamed trace; NULL: none */
    /* counts of a trace without addresses, by class and phase; NULL: none */
    noc_trace_tally *phase_tally;
    const noc_trace_schedule *schedule; /* trace of `phase_tally` */
    noc_closed_loop *closed_loop;       /* NULL: open loop */
    /* open loop, [request flow]: reply flow; NULL: requests are not answered */
    size_t *reply_flows;
    noc_pipelines pipelines; /* request pipelines of all nodes */
    noc_running_engine engines[NOC_RUN_ENGINES_MAX];
    unsigned engine_count;
    /* driver: engine that runs the cycle loop, with the other engines between its phases; NULL:
     * none */
    const noc_running_engine *driver;
    noc_run_phase phases[NOC_RUN_PHASES];
    /* open loop whose engines all see packets: idle cycles may be skipped before each cycle, else
     * only before each chunk */
    bool can_skip;
    /* upper bound of the packets created between two checks of the pool; in a closed loop, of all
     * packets */
    uint32_t packets_max;
    /* cycles, in whole chunks, in which networks held flits and no flit moved */
    uint64_t still_cycles;
    uint64_t stuck_cycles; /* still cycles after which the run is stuck */
};

#endif
