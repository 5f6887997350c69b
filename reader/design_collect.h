/* reader/design_collect.h: state of reading a design: one list of settings, each with its place,
 * from the file's tree and the --set options; design_read.c stores them. */
#ifndef NOC_READER_DESIGN_COLLECT_H
#define NOC_READER_DESIGN_COLLECT_H

#include <stdbool.h>

#include "design/design.h"
#include "reader/config_memory.h"

enum { NOC_ALL_NETWORKS = -1 };

/* A setting: one leaf of the tree, or one override. */
typedef struct noc_reader_setting {
    size_t group;
    int network; /* NOC_ALL_NETWORKS: every network; also for the other groups */
    const char *key;
    char *path; /* path of the setting as the user would write it */
    config_setting_t *value;
    noc_place place;
    noc_status status; /* status that an error in the setting returns */
} noc_reader_setting;

/* Choice that selects further keys: a network's topology, or the traffic's pattern and replies. */
typedef struct noc_selection {
    /* true if no choice could be read: nothing is reported about keys that depend on it */
    bool undecided;
} noc_selection;

typedef struct noc_reader {
    noc_design *design;
    noc_diag *diag;
    noc_config_memory *texts; /* the parsed file and overrides, which own the values */
    config_t *file;
    noc_reader_setting *settings;
    size_t count, capacity;
    noc_selection topologies[NOC_NETWORKS_MAX], traffic;
    /* topologies that the file chose, or the default */
    const struct noc_topology_kind *filed_topology[NOC_NETWORKS_MAX];
    noc_traffic_spec filed_traffic; /* traffic whose choices are the file's */
    bool failed;
    bool hollow; /* true if something that every check needs is missing: no checks are made */
} noc_reader;

/* Reports an error at a place: the design is not made. */
void noc_reader_complain(noc_reader *r, noc_status status, noc_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports a setting that has the name of a coalescer (coalescers.h); `key` is the last part of
 * `path`. False: it has another name. */
bool noc_reader_complain_of_coalescer(noc_reader *r, noc_status status, noc_place place,
                                      const char *path, const char *key);

/* Reports that memory has run out. */
void noc_reader_run_short(noc_reader *r);

/* Gives up a network that cannot be read. */
void noc_reader_give_up(noc_reader *r, int network);

/* Remembers the place of a setting, for messages about conflicts. */
void noc_reader_remember(noc_reader *r, const char *path, noc_place place, noc_status status);

/* Remembers the place of a key with a fault: checks that involve the key report nothing. */
void noc_reader_mark_faulty(noc_reader *r, const char *path, noc_place place, noc_status status);

/* Returns the path of a key as the user would write it; `network` may be NOC_ALL_NETWORKS. The
 * caller frees it; NULL when out of memory. */
char *noc_reader_path(const char *group, int network, const char *key);

/* Add the settings of a parsed file, and of an override, to the reader's. */
void noc_reader_collect_file(noc_reader *r);
void noc_reader_collect_override(noc_reader *r, const char *text);

#endif
