/* import/ttnpe/commands.h: reads the commands in a JSON file of tt-npe, in either of its two forms:
 * events of a chip, or a workload (github.com/tenstorrent/tt-npe,
 * tt_npe/doc/noc_trace_format.md). */
#ifndef NOC_IMPORT_TTNPE_COMMANDS_H
#define NOC_IMPORT_TTNPE_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

enum {
    NOC_TTNPE_COLUMNS = 10, /* columns of Wormhole's networks */
    NOC_TTNPE_ROWS = 12,    /* rows of these networks */
    /* largest number of noted types of events; the last one counts all others */
    NOC_TTNPE_UNKNOWN_MAX = 64,
    NOC_TTNPE_TYPE_CHARS = 40
};

typedef enum noc_ttnpe_kind {
    NOC_TTNPE_READ,
    NOC_TTNPE_WRITE,
    NOC_TTNPE_READ_BARRIER, /* end of a barrier: all reads of the processor have returned */
    NOC_TTNPE_WRITE_BARRIER,
} noc_ttnpe_kind;

typedef struct noc_ttnpe_place {
    uint8_t column, row;
} noc_ttnpe_place;

/* Command of a processor, or end of a barrier. */
typedef struct noc_ttnpe_command {
    size_t order;         /* position in the file */
    uint64_t cycle;       /* cycles since the file's first event */
    uint32_t processor;   /* number of the processor, in the order of first commands */
    uint32_t bytes;       /* bytes of each packet */
    uint32_t packets;     /* packets of these bytes; 0: a barrier */
    noc_ttnpe_place core; /* core that gives the command */
    /* target core; of a multicast, the corners of a rectangle that extends from the first to the
     * right and down, with wrap-around */
    noc_ttnpe_place first_corner, last_corner;
    uint8_t network;
    uint8_t phase; /* phase of a workload, from 1; 0: no workload */
    bool is_multicast;
    noc_ttnpe_kind kind;
} noc_ttnpe_command;

/* Events of a type that is not imported. */
typedef struct noc_ttnpe_unknown_type {
    char type[NOC_TTNPE_TYPE_CHARS];
    uint64_t count;
} noc_ttnpe_unknown_type;

typedef struct noc_ttnpe_commands {
    noc_arena arena;         /* owns the list */
    noc_ttnpe_command *list; /* commands, in the order of the file */
    size_t count, capacity;
    uint32_t processors;
    bool is_workload;
    uint64_t measured_cycles; /* cycles measured on silicon; 0: not known */
    /* numbers of events without a type, of commands without bytes, and of injection rates */
    uint64_t untyped_events, empty_commands, injection_rates;
    noc_ttnpe_unknown_type unknown_types[NOC_TTNPE_UNKNOWN_MAX];
    size_t unknown_count;
} noc_ttnpe_commands;

/* Reads a file of at least one command. NOC_EINPUT with the place of the fault. The caller clears
 * the arena in either case. */
noc_status noc_ttnpe_read(const char *path, noc_ttnpe_commands *commands, noc_diag *diag);

#endif
