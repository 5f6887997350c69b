/* design/workload/phases.h: phases of a workload: kinds of instructions that a core runs in turn,
 * again and again, as its kernel loads memory, and works on the data.
 *
 * A *round* goes once through all phases, in their order. Its length is uniform between half and
 * one and a half of the period, and each phase has its share of the round's instructions, counted
 * over all warps of the core. Shares hold in every round, and cores are out of step, however they
 * began: after one round a core may be anywhere in its next, and no two stay together. */
#ifndef NOC_DESIGN_WORKLOAD_PHASES_H
#define NOC_DESIGN_WORKLOAD_PHASES_H

#include <libconfig.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "design/key.h"
#include "design/refusal.h"

enum { NOC_PHASES_MAX = 8 };

/* A phase; a figure that is not given is the workload's. */
typedef struct noc_phase {
    unsigned given; /* bit k: the figure of key k is given */
    double share;   /* share of the instructions */
    double instructions, read_fraction, l2_hit_rate, row_locality;
    int warps, burst;
} noc_phase;

typedef struct noc_phases {
    double period; /* warp instructions of a core in a round, mean */
    size_t count;  /* phases; 0: the workload never changes */
    noc_phase list[NOC_PHASES_MAX];
} noc_phases;

/* Keys of one phase, "share" first; offsets into noc_phase. */
noc_key_table noc_phase_keys(void);

/* The type of a key whose value is a list of phases: ({ share = 0.44; instructions = 3; }, ...).
 * Stores all phases of a noc_phases anew, and leaves its period alone. */
extern const noc_value_type noc_phases_type;
#define NOC_PHASES (&noc_phases_type)

/* True if phases and periods are equal; periods without phases do not count. */
bool noc_phases_are_equal(const noc_phases *a, const noc_phases *b);

/* True if a phase has a figure of its own. */
bool noc_phase_names(const noc_phase *phase, const char *figure);

/* Checks that shares sum to 1 (within a thousandth, for thirds written by hand), and that a phase
 * is at least an instruction long. */
bool noc_phases_check(const noc_phases *phases, noc_refusal *refusal);

/* Scales shares to sum to 1, where they miss it by more than rounding. */
void noc_phases_make_whole(noc_phases *phases);

#endif
