/* base/cells.h: tables of numbers and words as CSV files have them: named columns in any order,
 * some of which may be left out, cells that may be empty. */
#ifndef NOC_BASE_CELLS_H
#define NOC_BASE_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum { NOC_COLUMNS_MAX = 8 };

typedef enum noc_cell_type { NOC_CELL_WHOLE, NOC_CELL_REAL, NOC_CELL_WORD } noc_cell_type;

typedef struct noc_column {
    const char *name;
    noc_cell_type type;
    bool optional;     /* the file may have no such column */
    double low, high;  /* inclusive range of a number */
    const char *empty; /* what an empty cell means, for messages: "network.channel_cycles"; NULL: a
                          cell may not be empty */
} noc_column;

typedef struct noc_cell {
    bool given;       /* else the column is missing, or the cell empty */
    double number;    /* 0 where it is not given; a whole number is exact */
    const char *text; /* "" where it is not given */
} noc_cell;

/* Who takes the rows of a table: `cells` in the order of the columns as they are listed here. A
 * fault of its own it reports by noc_cells_fault. */
typedef struct noc_cells noc_cells;
typedef void noc_cells_take(noc_cells *table, const noc_cell *cells, int line);

struct noc_cells {
    const char *file; /* for messages */
    const noc_column *columns;
    size_t count;
    noc_cells_take *take;
    void *context;
    noc_diag *diag;
    /* while reading */
    size_t position[NOC_COLUMNS_MAX]; /* of each column in the file's rows, SIZE_MAX: none */
    size_t width;                     /* columns of the file; 0 before its first line */
    unsigned faults;
    noc_status status;
    bool stopped;
};

/* Reads a text into rows that `take` gets, and tells what is wrong with its columns and cells, each
 * by its line, up to a dozen of them. NOC_EINPUT if there was any fault. */
noc_status noc_cells_read(noc_cells *table, const char *text);

/* Ends the reading with a status whose reason has been told. */
void noc_cells_stop(noc_cells *table, noc_status status);

/* Tells of a fault in a line. */
void noc_cells_fault(noc_cells *table, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
