/* tests/support/rows/booksim_rows.h: the rows of tests/reference/booksim*.csv as designs of
 * ours (booksim.md there). */
#ifndef NOC_TESTS_BOOKSIM_ROWS_H
#define NOC_TESTS_BOOKSIM_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One measured load. */
typedef struct booksim_row {
    const char *point; /* "zero", "load", "sat", "over" */
    double load;       /* flits per cycle of an injecting node, those of requests alone */
    double latency;    /* round trip where requests are answered, else of packets */
    double error;      /* its standard error; 0 where one seed was run */
    double hops;       /* routers that its packets traversed, mean */
    bool stable;
    uint64_t warmup, measured; /* cycles of its runs */
    /* latency by class of traffic; 0 where there is one, and where one seed was run */
    double class_latency[2], class_error[2];
    /* Point "batch", else 0: packets of each node, of these on the way at most (0: any number),
     * cycles up to the last flit and their standard error. */
    int batch, outstanding;
    double makespan, makespan_error;
} booksim_row;

/* Rows with the same network and traffic. */
typedef struct booksim_family {
    const char *name;
    char *design; /* text of a design file */
    bool many_to_few;
    bool peers_answer; /* all nodes send requests and answer those that reach them */
    double zero_load;  /* by formula; NAN where the file has none */
    double saturation, knee;
    double hop_cycles; /* of a router and a channel; NAN where channels differ in length */
    booksim_row *rows;
    size_t count;
} booksim_family;

typedef struct booksim {
    char *text; /* names point into it */
    booksim_family *families;
    size_t count;
} booksim;

/* Reads tests/reference/FILE; leaves out families with an internal speed-up unless the file has
 * both speed-ups. Fails the test when it cannot. */
booksim booksim_read(const char *file);
void booksim_free(booksim *b);

/* NULL when there is none of that name. */
const booksim_family *booksim_find(const booksim *b, const char *name);

/* The stable "load" row whose load is nearest to `share` of saturation. */
const booksim_row *booksim_near(const booksim_family *family, double share);

#endif
