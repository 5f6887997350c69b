/* design/workload/workload.h: workloads, the instructions and requests of a design's cores, and the
 * table of published workloads (data/workloads.cfg).
 *
 * A workload is an application, or a class of applications, reduced to the properties that its
 * network and memories see. A set consists of several workloads with one answer: all of a paper
 * ("te13-all"), or one of its classes ("te13-HH"). */
#ifndef NOC_DESIGN_WORKLOAD_WORKLOAD_H
#define NOC_DESIGN_WORKLOAD_WORKLOAD_H

#include "base/diag.h"
#include "base/embedded.h"
#include "design/cores/sharing.h"
#include "design/key.h"
#include "design/unread.h"
#include "design/workload/phases.h"

typedef struct noc_workload {
    double instructions;   /* mean warp instructions per memory request */
    int warps;             /* ready warps of a core */
    double active_threads; /* mean active threads of a warp's instruction */
    double read_fraction;  /* share of reads in the requests */
    int burst;             /* requests of one memory instruction, to consecutive lines */
    double l2_hit_rate;    /* share of the requests that hit in the second-level cache */
    /* probability that a block lies in the DRAM row that its controller accessed last */
    double row_locality;
    noc_sharing sharing; /* sharing of lines between CTAs */
    noc_phases phases;   /* phases of each core; without phases the members above are constant */
} noc_workload;

/* Returns the keys of a workload, for design files ("workload.warps") and for the table; offsets
 * into noc_workload. */
noc_key_table noc_workload_keys(void);

/* Returns the workload during phase `phase`, from 0: the phase's parameters replace the workload's.
 * The result has no phases. */
noc_workload noc_workload_of_phase(const noc_workload *workload, size_t phase);

/* Returns the mean of all phases, as if each request came from a random phase: parameters of
 * instructions are weighted by the phases' shares, parameters of requests by the phases' numbers of
 * requests. Without phases it is the workload itself. */
noc_workload noc_workload_phase_mean(const noc_workload *workload);

/* Scales the shares of checked phases to sum to 1. A single phase is replaced by a workload without
 * phases. */
void noc_workload_fold_phases(noc_workload *workload);

/* True if a key applies to a workload. Keys of phases need phases. */
bool noc_workload_has_key(const noc_workload *workload, const noc_key *key);

/* True if all workloads of a question have a property, in all of their phases. False without
 * workloads. */
bool noc_workloads_all_have(const noc_unread_question *question,
                            bool (*has_property)(const noc_workload *));

/* Condition: each request hits in the cache, so that settings of DRAMs are not read. */
extern const noc_unread_condition noc_unread_no_misses;

/* True if no line is touched by several CTAs. */
bool noc_workloads_are_unshared(const noc_unread_question *question);

/* A row of the table: an application of a paper, or a class of them. */
typedef struct noc_workload_row {
    const char *name, *title, *paper;
    const char *group; /* name of the row's class in the paper; NULL: the row is a class */
    /* notes on figures: stated by the paper, derived from these, assumed; NULL: none */
    const char *stated_figures, *derived_figures, *assumed_figures;
    /* ids of published figures that set some of the row's figures; NULL: none */
    const char *published_inputs;
    noc_workload workload;
} noc_workload_row;

extern const noc_embedded_config noc_workload_tables[]; /* data/workloads.cfg */

/* Returns row `i` of the table, classes first; NULL past the end, or if the compiled-in table is
 * wrong. The table is read on first use; threads may share rows. */
const noc_workload_row *noc_workload_at(size_t i);

/* Returns the name of set `i`; NULL past the end. */
const char *noc_workload_set_at(size_t i);

/* Part of a set: its equal workloads. */
typedef struct noc_workload_part {
    const char *name; /* name of the first workload of the part */
    noc_workload workload;
    double weight; /* share of the set's rows */
} noc_workload_part;

enum { NOC_WORKLOAD_PARTS_MAX = 16 };

/* Finds the parts of a row or set by its name: one for a row, several for a set. Returns their
 * number; 0: unknown name. */
size_t noc_workload_parts(const char *name, noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX]);

/* Finds the name of a row or set that is most similar to a word; NULL: none. */
const char *noc_workload_nearest(const char *word);

#endif
