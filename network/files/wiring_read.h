/* network/files/wiring_read.h: reader of CSV files into a wiring. */
#ifndef NOC_NETWORK_FILES_WIRING_READ_H
#define NOC_NETWORK_FILES_WIRING_READ_H

#include "base/diag.h"
#include "base/embedded.h"
#include "base/input/text_file.h"
#include "design/wiring.h"

/* Reads the files; a NULL is a file that the design does not name, which is an error for links and
 * attachment. Texts that are `given` (ended by a NULL, or NULL) stand for files of their names.
 * Faults of the tables alone are reported by file and line: cells, columns, pairs and nodes twice,
 * unknown routers. NOC_EINPUT then, NOC_EFAILED when out of memory. The caller owns *wiring
 * (noc_wiring_free). */
noc_status noc_wiring_read(const char *const files[NOC_WIRING_FILES],
                           const noc_embedded_file *given, noc_wiring **wiring, noc_diag *diag);

/* Text of a table: reasons to refuse a file. */
extern const noc_text_kind noc_table_text;

/* True if a text stands for a file of that name. */
bool noc_wiring_is_given(const noc_embedded_file *given, const char *name);

#endif
