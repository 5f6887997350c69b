/* design/workload/workload.h: workloads: the instructions and requests of a design's cores, and the
 * table of published workloads (data/workloads.cfg).
 *
 * A workload is an application, or a class of applications, reduced to what its network and
 * memories see. A set is several workloads that share one answer: all of a paper ("te13-all"), or
 * those of one of its classes ("te13-HH"). */
#ifndef NOC_DESIGN_WORKLOAD_WORKLOAD_H
#define NOC_DESIGN_WORKLOAD_WORKLOAD_H

#include "base/diag.h"
#include "base/embedded.h"
#include "design/cores/sharing.h"
#include "design/key.h"
#include "design/unread.h"
#include "design/workload/phases.h"

typedef struct noc_workload {
    double instructions;   /* warp instructions per memory request, mean */
    int warps;             /* ready warps of a core */
    double active_threads; /* active threads of a warp in an instruction, mean */
    double read_fraction;  /* share of reads in the requests */
    int burst;             /* requests of one memory instruction, to consecutive lines */
    double l2_hit_rate;    /* share of the requests that hit in the second-level cache */
    double row_locality; /* chance that a block lies in the row that its controller accessed last */
    noc_sharing sharing; /* sharing of lines between CTAs */
    noc_phases phases;   /* phases of each core; without: the figures above hold always */
} noc_workload;

/* Keys of a workload, for design files ("workload.warps") and for the table; offsets into
 * noc_workload. */
noc_key_table noc_workload_keys(void);

/* Returns the workload of a phase: without phases, with the phase's figures where it gives them. */
noc_workload noc_workload_in_phase(const noc_workload *workload, size_t phase);

/* Returns the mean of all phases, as if each request were of one of them by chance: figures of
 * instructions are weighted by the phases' shares, figures of requests by the number of requests of
 * each phase. Without phases it is the workload itself. */
noc_workload noc_workload_of_all_phases(const noc_workload *workload);

/* Scales the shares of checked phases to sum to 1. A phase that takes all instructions is none: its
 * figures become the workload's. */
void noc_workload_fold(noc_workload *workload);

/* True if a key applies to a workload: keys of phases do not if it has none. */
bool noc_workload_tells(const noc_workload *workload, const noc_key *key);

/* True if all workloads of a question have a property, in all of their phases; false without
 * workloads. */
bool noc_workloads_all(const noc_unread_question *question, bool (*have)(const noc_workload *));

/* Condition: no request misses the cache, so that settings of DRAMs are not read. */
extern const noc_unread_condition noc_unread_no_misses;

/* True if CTAs touch no lines of other CTAs. */
bool noc_workloads_share_nothing(const noc_unread_question *question);

/* A row of the table: an application of a paper, or a class of them. */
typedef struct noc_workload_row {
    const char *name, *title, *paper;
    const char *group; /* name of its class in the paper; NULL: the row is a class itself */
    /* notes: figures that the paper states, figures derived from these, figures assumed; NULL:
     * none */
    const char *stated, *derived, *assumed;
    /* ids of the published figures that set some of the row's figures; NULL: none */
    const char *inputs;
    noc_workload workload;
} noc_workload_row;

extern const noc_embedded_config noc_workload_tables[]; /* data/workloads.cfg */

/* Rows of the table, classes first; NULL past the end, or if the compiled-in table is wrong. The
 * table is read on first use; threads may share rows. */
const noc_workload_row *noc_workload_at(size_t i);

/* Names of sets; NULL past the end. */
const char *noc_workload_set_at(size_t i);

/* Equal workloads of a set, as one part. */
typedef struct noc_workload_part {
    const char *name; /* name of the first workload of the part */
    noc_workload workload;
    double weight; /* share of the set's rows */
} noc_workload_part;

enum { NOC_WORKLOAD_PARTS_MAX = 16 };

/* Finds the parts of a name: one for a row, several for a set, 0 for an unknown name. */
size_t noc_workload_parts(const char *name, noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX]);

/* Finds the name of a row or set that is most like a word, NULL if none is. */
const char *noc_workload_nearest(const char *word);

#endif
