/* design/workload/workload.h: what the cores of a design do, and the table of it
 * (data/workloads.cfg).
 *
 * A workload is an application, or a class of them, reduced to what its network and memories see. A
 * set is several that are answered for together: all of a paper ("te13-all"), or those of one of
 * its classes ("te13-HH"). */
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
    double active_threads; /* threads of a warp that an instruction works for, mean */
    double read_fraction;  /* of the requests */
    int burst;             /* requests of one memory instruction, to lines that follow each other */
    double l2_hit_rate;    /* of the requests */
    double row_locality;   /* chance that a block lies in the row that its controller had last */
    noc_sharing sharing;   /* of lines between CTAs */
    noc_phases phases;     /* that each core runs through; without: the figures above hold always */
} noc_workload;

/* Its keys, for design files ("workload.warps") and for the table; offsets into noc_workload. */
noc_key_table noc_workload_keys(void);

/* What cores do in a phase: a workload without any, whose figures are the phase's where it names
 * them. */
noc_workload noc_workload_in_phase(const noc_workload *workload, size_t phase);

/* What all phases are together, as if each request were of one of them by chance: figures of
 * instructions by their shares, of requests by how many each phase makes. Without phases it is the
 * workload itself. */
noc_workload noc_workload_of_all_phases(const noc_workload *workload);

/* Makes shares of phases that were checked sum to 1. One phase that takes all is none: its figures
 * become the workload's. */
void noc_workload_fold(noc_workload *workload);

/* True if a key says something of a workload: those of phases do not where it has none. */
bool noc_workload_tells(const noc_workload *workload, const noc_key *key);

/* True if all workloads that a question is about have a property, in all of their phases; false
 * without any. */
bool noc_workloads_all(const noc_unread_question *question, bool (*have)(const noc_workload *));

/* No request misses the cache: settings of DRAMs are not read. */
extern const noc_unread_condition noc_unread_no_misses;

/* CTAs touch no lines of others. */
bool noc_workloads_share_nothing(const noc_unread_question *question);

/* A row of the table: an application of a paper, or a class of them. */
typedef struct noc_workload_row {
    const char *name, *title, *paper;
    const char *group; /* name of its class in the paper; NULL: the row is a class itself */
    /* What its paper says, what follows from it by arithmetic, what nobody tells; NULL: nothing. */
    const char *stated, *derived, *assumed;
    const char *inputs; /* ids of the published figures that set some of its own; NULL: none do */
    noc_workload workload;
} noc_workload_row;

extern const noc_embedded_config noc_workload_tables[]; /* data/workloads.cfg */

/* Classes first; NULL past the end, or if the table that is compiled in were wrong. Read on first
 * use; threads may share them. */
const noc_workload_row *noc_workload_at(size_t i);

/* Names of sets: NULL past the end. */
const char *noc_workload_set_at(size_t i);

/* Equal workloads of a set, as one. */
typedef struct noc_workload_part {
    const char *name; /* of the first of them */
    noc_workload workload;
    double weight; /* share of the set's rows */
} noc_workload_part;

enum { NOC_WORKLOAD_PARTS_MAX = 16 };

/* What a name stands for: one part for a row, several for a set, 0 for a name that is neither. */
size_t noc_workload_parts(const char *name, noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX]);

/* The name of a row or set that is most like a word, NULL if none is. */
const char *noc_workload_nearest(const char *word);

#endif
