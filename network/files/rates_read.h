/* network/files/rates_read.h: reader of the CSV file that traffic.rates names, into a table of
 * rates (design/rates.h): source,destination,rate, a pair a line. The designs of a space share a
 * table, as long as the file does not change. */
#ifndef NOC_NETWORK_FILES_RATES_READ_H
#define NOC_NETWORK_FILES_RATES_READ_H

#include "design/design.h"
#include "design/rates.h"

enum { NOC_RATES_KEPT = 8 };

/* Tables that have been read. Zero-initialise before use; one of a thread. */
typedef struct noc_rates_memory {
    noc_rates *kept[NOC_RATES_KEPT];
    unsigned next; /* position of the next table to be replaced */
} noc_rates_memory;

void noc_rates_memory_clear(noc_rates_memory *memory);

/* Reads the table that a design names, if any; the name is relative to the folder of the design's
 * file. Faults of the table alone are reported by file and line: cells, columns, pairs twice, no
 * packets at all. NOC_EINPUT then, or NOC_EUSAGE for a name of --set; NOC_EFAILED when out of
 * memory. */
noc_status noc_rates_read(noc_design *design, noc_rates_memory *memory, noc_diag *diag);

#endif
