/* design/unread.h: conditions under which an answer does not read a setting, with their reasons.
 *
 * The row of a key names its conditions (key.h); the row of a group names conditions of all its
 * keys. The user gets the first condition that applies (hybrid/answers/unread/unread.h). Columns of
 * tables and traces have conditions per line. */
#ifndef NOC_DESIGN_UNREAD_H
#define NOC_DESIGN_UNREAD_H

#include <stdbool.h>
#include <stddef.h>

/* Kinds of answers that read different settings. */
typedef enum noc_answer_kind {
    NOC_ASKED_ANY, /* any kind of answer */
    /* the model without a load: limits, and the closed loop if the design has one */
    NOC_ASKED_MODEL,
    NOC_ASKED_MODEL_LOAD, /* the model at a load */
    NOC_ASKED_LOAD,       /* a sample at a load, or the search for saturation */
    NOC_ASKED_LOOP,       /* a sample of the closed loop */
    /* a sample of a batch, or of nodes with a fixed number of outstanding packets */
    NOC_ASKED_EAGER,
    NOC_ASKED_TRACE,           /* a trace whose requests memory nodes answer */
    NOC_ASKED_TRACE_REPLIES,   /* a trace that contains replies */
    NOC_ASKED_TRACE_ADDRESSES, /* a trace whose requests have addresses */
} noc_answer_kind;

struct noc_design;
struct noc_key;
struct noc_system;
struct noc_trace;
struct noc_workload;

typedef struct noc_unread_question {
    noc_answer_kind answer_kind;
    const struct noc_system *system; /* system compiled from the design */
    const struct noc_design *design;
    int network;               /* number of the network in the design; 0 for keys of other groups */
    const struct noc_key *key; /* NULL: a whole group is set (workload = "HH") */

    /* workload of the design, with the figures that the design sets itself; unset if it is a set */
    const struct noc_workload *workload;
    /* all workloads of the cores, one for each kernel or row of a set; empty without a closed
     * loop */
    const struct noc_workload *const *workloads;
    size_t workload_count;

    const struct noc_trace *trace; /* trace that is played; NULL: none */
    const char *trace_file;        /* name of the trace's file */

    /* True if tables of measured technologies give the design's area and power without scaling.
     * power_area/ sets this function, since power_area/ depends on design/. */
    bool (*is_measured)(const struct noc_design *design);
} noc_unread_question;

typedef struct noc_unread_condition {
    bool (*applies)(const noc_unread_question *question);
    /* true if the user gets the message only for settings of --set and --vary */
    bool is_for_overrides;
    /* end of "is not read", the part of nocsight that skips the setting: " by the closed loop";
     * NULL: none named */
    const char *reader;
    /* reason, the end of "memory.tcl is not read: ..."; NULL: under this condition the key is read
     * although its group is not */
    const char *reason;
} noc_unread_condition;

/* List of the conditions of a key or of a group, in the order in which they are checked:
 * NOC_UNREAD(&a, &b). */
#define NOC_UNREAD(...) ((const noc_unread_condition *const[]){__VA_ARGS__, NULL})

/* ---- columns --------------------------------------------------------------------------------- */

/* A column of a table, and a condition for rows whose cell in it is not read as written. */
typedef struct noc_unread_column {
    const char *name;
    bool (*applies)(const noc_unread_question *question, size_t row);
    /* treatment of the cells: "is played as unicasts"; NULL: "is not read" */
    const char *treatment;
    const char *reason;
} noc_unread_column;

/* A table of a network, or a trace. */
typedef struct noc_unread_table {
    size_t (*count_rows)(const noc_unread_question *question);
    int (*find_line)(const noc_unread_question *question, size_t row); /* line number in the file */
    /* number of lines with equal cells; NULL: one */
    size_t (*count_lines)(const noc_unread_question *question, size_t row);
    const char *(*find_file)(const noc_unread_question *question);
    const noc_unread_column *columns;
    size_t column_count;
} noc_unread_table;

/* ---- questions ------------------------------------------------------------------------------- */

static inline bool noc_unread_is_model(const noc_unread_question *question)
{
    return question->answer_kind == NOC_ASKED_MODEL ||
           question->answer_kind == NOC_ASKED_MODEL_LOAD;
}

/* True if the answer is for a load, by the model or a sample. */
static inline bool noc_unread_has_load(const noc_unread_question *question)
{
    return question->answer_kind == NOC_ASKED_LOAD || question->answer_kind == NOC_ASKED_MODEL_LOAD;
}

/* True if the answer is for a trace with addresses: cores request lines, which clusters and MSHRs
 * merge. */
static inline bool noc_unread_has_lines(const noc_unread_question *question)
{
    return question->answer_kind == NOC_ASKED_TRACE_ADDRESSES;
}

/* True if a trace of packets or of lines is played. */
static inline bool noc_unread_plays_trace(const noc_unread_question *question)
{
    return question->answer_kind == NOC_ASKED_TRACE ||
           question->answer_kind == NOC_ASKED_TRACE_REPLIES || noc_unread_has_lines(question);
}

#endif
