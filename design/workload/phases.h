/* design/workload/phases.h: phases of a workload, kinds of instructions that a core executes in
 * turn, as its kernel loads memory and then computes.
 *
 * A *round* passes once through all phases, in order. Its length is uniform between 0.5 and 1.5
 * periods. Each phase has its share of the round's instructions, counted over all warps of the
 * core. Shares hold in every round. Cores run out of step: after one round a core may be anywhere
 * in its next round. */
#ifndef NOC_DESIGN_WORKLOAD_PHASES_H
#define NOC_DESIGN_WORKLOAD_PHASES_H

#include <libconfig.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "design/key.h"
#include "design/refusal.h"

enum { NOC_PHASES_MAX = 8 };

/* Parameters of a phase; parameters that are not given are the workload's. */
typedef struct noc_phase {
    unsigned given_keys; /* bit k is set if the parameter of key k is given */
    double share;        /* share of the instructions of a round */
    double instructions, read_fraction, l2_hit_rate, row_locality;
    int warps, burst;
} noc_phase;

typedef struct noc_phases {
    double period; /* mean length of a round, warp instructions of a core */
    size_t count;  /* number of phases; 0: constant workload */
    noc_phase list[NOC_PHASES_MAX];
} noc_phases;

/* Returns the keys of a phase, "share" first; offsets into noc_phase. */
noc_key_table noc_phase_keys(void);

/* Type of a key whose value is a list of phases: ({ share = 0.44; instructions = 3; }, ...).
 * Storing replaces all phases of a noc_phases, and leaves its period unchanged. */
extern const noc_value_type noc_phases_type;
#define NOC_PHASES (&noc_phases_type)

/* True if phases and periods are equal. Without phases the periods are not compared. */
bool noc_phases_are_equal(const noc_phases *a, const noc_phases *b);

/* True if a phase gives a parameter. */
bool noc_phase_has_parameter(const noc_phase *phase, const char *figure);

/* Checks that the shares sum to 1 (within 0.001, for thirds written by hand), and that each phase
 * has at least one instruction. */
bool noc_phases_check(const noc_phases *phases, noc_refusal *refusal);

/* Scales the shares to sum to 1 if they miss it by more than rounding. */
void noc_phases_normalise(noc_phases *phases);

#endif
