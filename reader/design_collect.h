/* reader/design_collect.h: state of the reader of a design, and the collection of settings: from
 * the file's tree and the --set options into one list, each with its place. design_read.c stores
 * the list. */
#ifndef NOC_READER_DESIGN_COLLECT_H
#define NOC_READER_DESIGN_COLLECT_H

#include <stdbool.h>

#include "design/design.h"
#include "reader/config_memory.h"

enum { NOC_ALL_NETWORKS = -1 };

/* Setting: one leaf of the file's tree, or one override. */
typedef struct noc_reader_setting {
    size_t group;
    /* number of the network; NOC_ALL_NETWORKS: every network, and for groups other than networks */
    int network;
    const char *key;
    const char *path; /* path as a user writes it */
    config_setting_t *value;
    noc_place place;
    /* status that an error in the setting returns: NOC_EINPUT in a file, NOC_EUSAGE in an
     * override */
    noc_status status;
} noc_reader_setting;

/* Choice that selects further keys: a network's topology, or pattern and replies of the traffic. */
typedef struct noc_selection {
    /* true: the choice could not be read, so unknown keys are no fault */
    bool is_unknown;
} noc_selection;

typedef struct noc_reader {
    noc_arena arena; /* owns the settings and paths */
    noc_design *design;
    size_t origin_capacity; /* room in the design's list of origins */
    noc_diag *diag;
    noc_config_memory *texts; /* parsed file and overrides, which own the values */
    config_t *file;
    noc_reader_setting *settings;
    size_t count, capacity;
    noc_selection topology_choices[NOC_NETWORKS_MAX], traffic_choice;
    /* topologies that the file sets, or the default */
    const struct noc_topology_kind *file_topology[NOC_NETWORKS_MAX];
    noc_traffic_spec file_traffic; /* traffic with the choices of the file */
    bool has_failed;
    bool is_incomplete; /* true: a value that every check needs is missing, so nothing is checked */
} noc_reader;

/* Reports an error at a place. No design is made. */
void noc_reader_report(noc_reader *r, noc_status status, noc_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports a setting with the name of a coalescer (coalescers.h); `key`: last part of `path`.
 * False: another name. */
bool noc_reader_coalescer_fault(noc_reader *r, noc_status status, noc_place place, const char *path,
                                const char *key);

/* Reports that memory has run out. */
void noc_reader_fail_memory(noc_reader *r);

/* Skips a network that cannot be read. */
void noc_reader_skip_network(noc_reader *r, int network);

/* Stores the place of a setting, for messages about conflicts. */
void noc_reader_store_origin(noc_reader *r, const char *path, noc_place place, noc_status status);

/* Stores the place of a key with a fault. Checks that involve the key report nothing. */
void noc_reader_mark_faulty(noc_reader *r, const char *path, noc_place place, noc_status status);

/* Path of a key as a user writes it; `network` may be NOC_ALL_NETWORKS. NULL when out of memory. */
char *noc_reader_path(noc_reader *r, const char *group, int network, const char *key);

/* Add the settings of the parsed file, and of an override, to the list. */
void noc_reader_collect_file(noc_reader *r);
void noc_reader_collect_override(noc_reader *r, const char *text);

#endif
