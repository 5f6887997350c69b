/* import/ttnpe/commands.h: reads the commands and other content of a JSON file of tt-npe, in either
 * of its two forms (github.com/tenstorrent/tt-npe, tt_npe/doc/noc_trace_format.md). */
#ifndef NOC_IMPORT_TTNPE_COMMANDS_H
#define NOC_IMPORT_TTNPE_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum {
    NOC_TTNPE_COLUMNS = 10, /* columns and rows of Wormhole's networks */
    NOC_TTNPE_ROWS = 12,
    NOC_TTNPE_STRANGERS_MAX = 64, /* types of events that are noted by name; the last: all others */
    NOC_TTNPE_TYPE_CHARS = 40
};

typedef enum noc_ttnpe_kind {
    NOC_TTNPE_READ,
    NOC_TTNPE_WRITE,
    NOC_TTNPE_READ_BARRIER, /* end of a barrier: all reads of the processor are back */
    NOC_TTNPE_WRITE_BARRIER,
} noc_ttnpe_kind;

typedef struct noc_ttnpe_place {
    uint8_t column, row;
} noc_ttnpe_place;

/* A command of a processor, or the end of a barrier. */
typedef struct noc_ttnpe_command {
    size_t order;         /* rank in the file */
    uint64_t cycle;       /* cycles since the file's first event */
    uint32_t processor;   /* number of the processor, by its first command */
    uint32_t bytes;       /* bytes of each packet */
    uint32_t packets;     /* packets of these bytes; 0: a barrier */
    noc_ttnpe_place core; /* core that gives the command */
    /* other end; for a rectangle its corners, between which it extends to the right and down, round
     * the edges */
    noc_ttnpe_place first, last;
    uint8_t network;
    uint8_t phase; /* phase of a workload, from 1; 0: events */
    bool multicast;
    noc_ttnpe_kind kind;
} noc_ttnpe_command;

/* Events of a type that is left out. */
typedef struct noc_ttnpe_stranger {
    char type[NOC_TTNPE_TYPE_CHARS];
    uint64_t count;
} noc_ttnpe_stranger;

typedef struct noc_ttnpe_commands {
    noc_ttnpe_command *list; /* owned, in the order of the file */
    size_t count, room;
    uint32_t processors;
    bool is_workload;
    uint64_t measured; /* cycles measured on silicon; 0: not known */
    /* events without a type, commands without bytes, injection rates */
    uint64_t zones, empty, rates;
    noc_ttnpe_stranger strangers[NOC_TTNPE_STRANGERS_MAX];
    size_t stranger_count;
} noc_ttnpe_commands;

/* Reads a file of at least one command. NOC_EINPUT with the place of the fault. The caller clears
 * *commands in either case. */
noc_status noc_ttnpe_read(const char *path, noc_ttnpe_commands *commands, noc_diag *diag);
void noc_ttnpe_clear(noc_ttnpe_commands *commands);

#endif
