/* design/unread.h: conditions under which a setting is not read, with their reasons. The row of a
 * key names its conditions (key.h), the row of a group those of all of its keys; the first one that
 * applies is told to the user of the setting (hybrid/answers/unread/unread.h). Columns of tables
 * and traces have conditions by line. */
#ifndef NOC_DESIGN_UNREAD_H
#define NOC_DESIGN_UNREAD_H

#include <stdbool.h>
#include <stddef.h>

/* Kinds of answers, as far as they read different settings. */
typedef enum noc_asked_kind {
    NOC_ASKED_ANY,   /* any answer: settings that no answer reads */
    NOC_ASKED_MODEL, /* the model without a load: limits, and the closed loop where there is one */
    NOC_ASKED_MODEL_LOAD, /* the model at a load */
    NOC_ASKED_LOAD,       /* a sample at a load, or the search for saturation */
    NOC_ASKED_LOOP,       /* a sample of the closed loop */
    NOC_ASKED_EAGER, /* a sample of a batch, or of nodes that keep a number of packets on the way */
    NOC_ASKED_TRACE, /* a trace whose requests memory nodes answer */
    NOC_ASKED_TRACE_REPLIES,   /* a trace with replies of its own */
    NOC_ASKED_TRACE_ADDRESSES, /* a trace whose requests have addresses */
} noc_asked_kind;

struct noc_design;
struct noc_key;
struct noc_system;
struct noc_trace;
struct noc_workload;

typedef struct noc_unread_question {
    noc_asked_kind asked;
    const struct noc_system *system; /* compiled from the design */
    const struct noc_design *design;
    int network;               /* position in the design; 0 for keys of other groups */
    const struct noc_key *key; /* NULL: the group as a whole is set (workload = "HH") */

    /* figures that the design sets itself; none are set if the workload is a set's */
    const struct noc_workload *workload;
    /* all workloads that the cores run, one for each kernel or row of a set; none without a closed
     * loop */
    const struct noc_workload *const *workloads;
    size_t workload_count;

    const struct noc_trace *trace; /* trace that is played; NULL: none */
    const char *trace_file;        /* name of the trace's file */

    /* True if area and power of a design follow from measured technologies without scaling: a fact
     * of power_area/, which lies above the keys. */
    bool (*is_measured)(const struct noc_design *design);
} noc_unread_question;

typedef struct noc_unread_condition {
    bool (*applies)(const noc_unread_question *question);
    /* true if only settings of --set and --vary are told, those of a file are not */
    bool commanded_only;
    const char *by; /* reader that leaves it out: " by the closed loop"; NULL: none named */
    /* reason, the end of the sentence "memory.tcl is not read: ..."; NULL: under this condition the
     * key is read though its group is not */
    const char *why;
} noc_unread_condition;

/* Conditions of a key or of a group, in the order in which they are checked: NOC_UNREAD(&a, &b). */
#define NOC_UNREAD(...) ((const noc_unread_condition *const[]){__VA_ARGS__, NULL})

/* ---- columns --------------------------------------------------------------------------------- */

/* A column of a table, and the rows whose cells are not read, or not as they are written. */
typedef struct noc_unread_column {
    const char *name;
    bool (*applies)(const noc_unread_question *question, size_t row);
    const char *instead; /* treatment of its cells: "is played as unicasts"; NULL: "is not read" */
    const char *why;
} noc_unread_column;

/* A table that a network names, or a trace. */
typedef struct noc_unread_table {
    size_t (*rows)(const noc_unread_question *question);
    int (*line)(const noc_unread_question *question, size_t row);     /* line of the file */
    size_t (*times)(const noc_unread_question *question, size_t row); /* lines; NULL: one */
    const char *(*file)(const noc_unread_question *question);
    const noc_unread_column *columns;
    size_t column_count;
} noc_unread_table;

/* ---- questions ------------------------------------------------------------------------------- */

static inline bool noc_unread_asks_model(const noc_unread_question *question)
{
    return question->asked == NOC_ASKED_MODEL || question->asked == NOC_ASKED_MODEL_LOAD;
}

/* True if a load is offered, with either method. */
static inline bool noc_unread_asks_for_load(const noc_unread_question *question)
{
    return question->asked == NOC_ASKED_LOAD || question->asked == NOC_ASKED_MODEL_LOAD;
}

/* True if requests of a trace have addresses: cores request lines, which clusters and MSHRs
 * merge. */
static inline bool noc_unread_asks_for_lines(const noc_unread_question *question)
{
    return question->asked == NOC_ASKED_TRACE_ADDRESSES;
}

/* True if a trace of packets or of lines is played. */
static inline bool noc_unread_plays_trace(const noc_unread_question *question)
{
    return question->asked == NOC_ASKED_TRACE || question->asked == NOC_ASKED_TRACE_REPLIES ||
           noc_unread_asks_for_lines(question);
}

#endif
