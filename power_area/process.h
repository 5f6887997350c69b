/* power_area/process.h: what one component costs at any feature size: as its table says, between
 * two tables of one family, or beyond them. */
#ifndef NOC_POWER_AREA_PROCESS_H
#define NOC_POWER_AREA_PROCESS_H

#include "power_area/technology.h"

typedef enum noc_process_kind {
    NOC_PROCESS_MEASURED,     /* there is a table */
    NOC_PROCESS_INTERPOLATED, /* between two tables of one family */
    NOC_PROCESS_SCALED,       /* continued beyond them, because the user asked for it */
} noc_process_kind;

/* The figures at one feature size. */
typedef struct noc_process {
    double nm;
    noc_process_kind kind;
    double from_nm, to_nm; /* the tables that it comes from; the same if one */
    const char *family;    /* owned by the tables: who measured them */
    const char *no_power;  /* static or owned by the tables; NULL if there is power */
    noc_range ranges[NOC_DIMENSIONS];
    double values[NOC_COEFFICIENTS]; /* NAN for power if there is none */
    double spread; /* intervals on areas and power reach from 1/(1 + spread) to 1 + spread times */
} noc_process;

/* The figures at `nm`. Between two tables of one family they are interpolated, with the logarithms
 * of size and figure; elsewhere refused, unless `scale`: then the line through the two nearest
 * tables of a family is continued (one table alone: noc_process_enlarge). NOC_EINPUT without a
 * message when refused; NOC_EFAILED when the tables could not be read. */
noc_status noc_process_at(double nm, bool scale, noc_process *process, noc_diag *diag);

/* Makes gates and wires so many times larger, as one shrinks a layout: delays of gates grow with
 * it, areas with its square (wires of a given length have a given length still), the resistance of
 * wires falls with its square. */
void noc_process_enlarge(noc_process *process, double ratio);

/* "11, 22, 32, 45, 65 nm": the sizes that there are tables for. */
void noc_process_sizes(char *text, size_t size);

/* "45 and 65 nm": the tables on both sides of a size that has none; "11 nm" where there is one
 * side. */
void noc_process_nearest(double nm, char *text, size_t size);

/* The words for a process that has no table: "interpolated between 22 and 32 nm". "" if it has
 * one. */
void noc_process_label(const noc_process *process, char *text, size_t size);

#endif
