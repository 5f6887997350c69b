/* base/input/cells.h: reader of tables in CSV files, with named columns of numbers and words: it
 * checks the header and each cell, and passes the rows to a function. Columns may be in any order,
 * some may be missing, and cells may be empty. */
#ifndef NOC_BASE_INPUT_CELLS_H
#define NOC_BASE_INPUT_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum { NOC_COLUMNS_MAX = 8 };

typedef enum noc_cell_type { NOC_CELL_WHOLE, NOC_CELL_REAL, NOC_CELL_WORD } noc_cell_type;

typedef struct noc_column {
    const char *name;
    noc_cell_type type;
    bool optional;    /* column may be missing from the file */
    double low, high; /* inclusive range of a number */
    /* meaning of an empty cell, for messages: "network.channel_cycles"; NULL: an empty cell is a
     * fault */
    const char *empty_meaning;
} noc_column;

typedef struct noc_cell {
    bool is_given;    /* false: the column is missing, or the cell empty */
    double number;    /* number of the cell, exact if whole; 0 if not given */
    const char *text; /* text of the cell; "" if not given */
} noc_cell;

/* Function that receives a row of a table, with `cells` in the order of noc_cells.columns, valid
 * during the call. The function reports faults by noc_cells_fault. */
typedef struct noc_cells noc_cells;
typedef void noc_cells_row_taker(noc_cells *table, const noc_cell *cells, int line);

/* A table, with the settings of its reading. The caller sets the members before the state. */
struct noc_cells {
    const char *file; /* name of the file, for messages */
    const noc_column *columns;
    size_t count;
    noc_cells_row_taker *take_row;
    void *context;
    noc_diag *diag;
    /* ---- state while reading */
    /* position of each column in the file's rows; SIZE_MAX: none */
    size_t positions[NOC_COLUMNS_MAX];
    size_t file_columns; /* number of columns of the file; 0 before its first line */
    unsigned faults;
    noc_status status;
    bool is_stopped;
};

/* Passes the rows of a text to table->take_row, and reports up to a dozen faults of columns and
 * cells with their lines. NOC_EINPUT if there is a fault. */
noc_status noc_cells_read(noc_cells *table, const char *text);

/* Ends the reading, from within take_row, with a status whose reason is already reported. */
void noc_cells_stop(noc_cells *table, noc_status status);

/* Reports a fault in a line. After a dozen faults the reading ends; with any fault it returns
 * NOC_EINPUT. */
void noc_cells_fault(noc_cells *table, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
