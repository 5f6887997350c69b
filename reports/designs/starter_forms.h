/* reports/designs/starter_forms.h: what the starters of topologies say. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_FORMS_H
#define NOC_REPORTS_DESIGNS_STARTER_FORMS_H

#include <stdbool.h>
#include <stdio.h>

/* How many nodes, and the tiles on which they stand. */
typedef struct noc_starter_counts {
    int compute, memory;
    int columns, rows; /* of routers; 0: none */
    int tiles_across, tiles_down;
    int empty; /* tiles without a node */
} noc_starter_counts;

enum { NOC_STARTER_PLACEMENTS = 3 };

/* A network of a starter: its topology, and what is written behind that and its size. */
typedef struct noc_starter_network {
    const char *topology, *settings;
    void (*size)(FILE *out, const noc_starter_counts *counts); /* NULL: columns and rows, if any */
} noc_starter_network;

typedef struct noc_starter_form {
    const char *name;                               /* the word after `new` */
    int compute, memory;                            /* nodes, unless others are asked for */
    noc_starter_network request, reply;             /* without a reply: one network for both */
    const char *placements[NOC_STARTER_PLACEMENTS]; /* tried in turn, where there are tiles */
    bool row_each;                                  /* for each memory node */
    int rows_most;                                  /* of tiles; 0: any */
    const char *workload;                           /* NULL: te13-all */
    double clock_mhz;                               /* at most */
    const char *nodes;                              /* more settings of the nodes; NULL: none */
    void (*groups)(FILE *out,
                   const noc_starter_counts *counts); /* lines below the networks; NULL: none */
    const char *about;                                /* comment lines at the top; NULL: none */
} noc_starter_form;

/* NULL past the end. */
const noc_starter_form *noc_starter_form_at(size_t i);

#endif
