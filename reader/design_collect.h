/* reader/design_collect.h: a design that is being read: one list of settings, each with its place,
 * of a file's tree and the --set options; design_read.c stores them. */
#ifndef NOC_READER_DESIGN_COLLECT_H
#define NOC_READER_DESIGN_COLLECT_H

#include <stdbool.h>

#include "design/design.h"
#include "reader/config_memory.h"

enum { NOC_ALL_NETWORKS = -1 };

/* One leaf of the tree, or one override. */
typedef struct noc_reader_setting {
    size_t group;
    int network; /* NOC_ALL_NETWORKS: every one, and for the other groups */
    const char *key;
    char *path; /* as the user would write it */
    config_setting_t *value;
    noc_place place;
    noc_status status; /* that an error in it returns */
} noc_reader_setting;

/* What selects the keys of its own that a network (topology) or the traffic (pattern, replies)
 * has. */
typedef struct noc_selection {
    bool undecided; /* no choice could be read: nothing is said about the keys that hang on it */
} noc_selection;

typedef struct noc_reader {
    noc_design *design;
    noc_diag *diag;
    noc_config_memory *texts; /* the parsed file and overrides, which own the values */
    config_t *file;
    noc_reader_setting *settings;
    size_t count, capacity;
    noc_selection topologies[NOC_NETWORKS_MAX], traffic;
    /* topology that the file chose, or the default */
    const struct noc_topology_kind *filed_topology[NOC_NETWORKS_MAX];
    noc_traffic_spec filed_traffic; /* traffic whose choices are the file's */
    bool failed;
    bool hollow; /* something that every check relies on is missing: none is made */
} noc_reader;

/* Reports an error at a place: the design is not to be had. */
void noc_reader_complain(noc_reader *r, noc_status status, noc_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports a setting that is called like a coalescer (coalescers.h), `key` the last part of `path`;
 * false: it is called otherwise. */
bool noc_reader_complain_of_coalescer(noc_reader *r, noc_status status, noc_place place,
                                      const char *path, const char *key);

/* Out of memory. */
void noc_reader_run_short(noc_reader *r);

/* A network of which nothing can be read. */
void noc_reader_give_up(noc_reader *r, int network);

/* Where a setting was written, for conflicts with others. */
void noc_reader_remember(noc_reader *r, const char *path, noc_place place, noc_status status);

/* The same of a key that has a fault: checks that look at it, too, say nothing. */
void noc_reader_doubt(noc_reader *r, const char *path, noc_place place, noc_status status);

/* A key as the user would write it; `network` may be NOC_ALL_NETWORKS. The caller frees it; NULL
 * when out of memory. */
char *noc_reader_path(const char *group, int network, const char *key);

/* Adds the settings of a file whose tree has been parsed, and of an override, to those of the
 * reader. */
void noc_reader_collect_file(noc_reader *r);
void noc_reader_collect_override(noc_reader *r, const char *text);

#endif
