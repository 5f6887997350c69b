/* design/workload/phases.h: the phases of a workload: kinds of instructions that a core runs
 * through again and again, as its kernel loads memory, and works on what it has loaded.
 *
 * A *round* goes once through all of them, in their order. It is uniform within half and one and a
 * half of the period, and each phase has its share of the round's instructions, those of all warps
 * of the core together. So shares are kept in every round, and cores are out of step, whichever
 * way they began: after one round a core may be anywhere in its next, and no two keep together. */
#ifndef NOC_DESIGN_WORKLOAD_PHASES_H
#define NOC_DESIGN_WORKLOAD_PHASES_H

#include <libconfig.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "design/key.h"
#include "design/refusal.h"

enum { NOC_PHASES_MAX = 8 };

/* What a phase does not name is the workload's. */
typedef struct noc_phase {
    unsigned given; /* by number of its key: what it names */
    double share;   /* of the instructions */
    double instructions, read_fraction, l2_hit_rate, row_locality;
    int warps, burst;
} noc_phase;

typedef struct noc_phases {
    double period; /* warp instructions of a core in a round, mean */
    size_t count;  /* 0: the workload is the same all the time */
    noc_phase list[NOC_PHASES_MAX];
} noc_phases;

/* The figures of one phase, "share" first; offsets into noc_phase. */
noc_key_table noc_phase_keys(void);

/* The type of a key whose value are phases: a list of groups, ({ share = 0.44; instructions = 3; },
 * ...). What is stored is a noc_phases: all phases anew, while the period is left alone. */
extern const noc_value_type noc_phases_type;
#define NOC_PHASES (&noc_phases_type)

/* True if all is the same, periods without phases apart. */
bool noc_phases_are_equal(const noc_phases *a, const noc_phases *b);

/* True if a phase names a figure of its own. */
bool noc_phase_names(const noc_phase *phase, const char *figure);

/* Shares have to sum to 1 (thirds that are written by hand may miss it by a thousandth), and a
 * phase to be an instruction long. */
bool noc_phases_check(const noc_phases *phases, noc_refusal *refusal);

/* Makes them sum to 1, where they miss it by more than rounding. */
void noc_phases_make_whole(noc_phases *phases);

#endif
