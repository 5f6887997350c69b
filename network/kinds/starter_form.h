/* network/kinds/starter_form.h: settings of starters, designs that `nocsight new` writes; each
 * topology names its starters (kinds.h). */
#ifndef NOC_NETWORK_KINDS_STARTER_FORM_H
#define NOC_NETWORK_KINDS_STARTER_FORM_H

#include <stdbool.h>
#include <stdio.h>

/* Numbers of nodes, routers, tiles and dies of a starter. */
typedef struct noc_starter_counts {
    int compute, memory;
    int columns, rows; /* columns and rows of the network's routers; 0: no grid */
    int tiles_across, tiles_down;
    int empty_tiles; /* tiles without a node */
    int die_count;   /* number of dies; 1: undivided */
} noc_starter_counts;

enum { NOC_STARTER_PLACEMENTS = 3 };

/* Network of a starter: its topology, and libconfig text of further settings. */
typedef struct noc_starter_network {
    const char *topology, *settings;
    /* writes the size; NULL: columns and rows, if any */
    void (*write_size)(FILE *out, const noc_starter_counts *counts);
} noc_starter_network;

typedef struct noc_starter_form {
    const char *name;    /* name behind `nocsight new` */
    int compute, memory; /* default numbers of nodes */
    /* networks of requests and of replies; reply.topology is NULL where one network carries both */
    noc_starter_network request, reply;
    /* placements, tried in turn, on grids of tiles */
    const char *placements[NOC_STARTER_PLACEMENTS];
    bool has_row_per_memory;  /* true for at least one row of tiles per memory node */
    int max_rows;             /* largest number of rows of tiles; 0: any number */
    double clock_mhz;         /* highest clock, MHz */
    const char *head_comment; /* comment lines at the top of the design file; NULL: none */
    /* node_settings: further settings of the nodes. further_groups: text of the groups below the
     * networks; NULL: the groups that starters share (starter_ends.h) */
    const char *node_settings, *further_groups;
    bool can_be_cut; /* true if the starter can be cut into dies */
} noc_starter_form;

/* Default numbers of nodes, and the clock of all starters, MHz, published for an H100. */
enum { NOC_STARTER_COMPUTE = 28, NOC_STARTER_MEMORY = 8, NOC_STARTER_MHZ = 1755 };

/* Settings of a network of one class, which has both virtual channels of the default. */
#define NOC_STARTER_REQUESTS "flit_bytes = 16;"
#define NOC_STARTER_REPLIES  "flit_bytes = 32;"

/* Form of a starter named `word`: one network of routers on tiles; or a network of switches for
 * each class, whose sizes a function writes. */
#define NOC_STARTER_ON_TILES(word, settings_of_it)                                            \
    {                                                                                         \
        .name = word, .compute = NOC_STARTER_COMPUTE, .memory = NOC_STARTER_MEMORY,           \
        .request = {word, settings_of_it, NULL}, .placements = {"top-bottom", "bottom-rows"}, \
        .clock_mhz = NOC_STARTER_MHZ                                                          \
    }
#define NOC_STARTER_OF_SWITCHES(word, size_of_it)                                      \
    {                                                                                  \
        .name = word, .compute = NOC_STARTER_COMPUTE, .memory = NOC_STARTER_MEMORY,    \
        .request = {word, NOC_STARTER_REQUESTS, size_of_it},                           \
        .reply = {word, NOC_STARTER_REPLIES, size_of_it}, .clock_mhz = NOC_STARTER_MHZ \
    }

/* List of the starters of a topology. */
#define NOC_STARTERS(...) ((const noc_starter_form[]){__VA_ARGS__, {.name = NULL}})

#endif
