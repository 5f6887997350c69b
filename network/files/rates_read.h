/* network/files/rates_read.h: reader of the CSV file traffic.rates (source,destination,rate, a
 * pair a line) into a table of rates (design/rates.h). Designs of a space share a table while
 * the file does not change. */
#ifndef NOC_NETWORK_FILES_RATES_READ_H
#define NOC_NETWORK_FILES_RATES_READ_H

#include "design/design.h"
#include "design/rates.h"

enum { NOC_RATES_KEPT = 8 };

/* Tables that were read. Zero-initialise before use; one per thread. */
typedef struct noc_rates_memory {
    noc_rates *tables[NOC_RATES_KEPT];
    unsigned next_position; /* position of the next table that is replaced */
} noc_rates_memory;

void noc_rates_memory_clear(noc_rates_memory *memory);

/* Reads the table that a design names, if any. The name counts from the folder of the design's
 * file. Faults within the table are reported by file and line: cells, columns, repeated pairs,
 * no packets. NOC_EINPUT then, or NOC_EUSAGE for a name set by --set; NOC_EFAILED when out of
 * memory. */
noc_status noc_rates_read(noc_design *design, noc_rates_memory *memory, noc_diag *diag);

#endif
