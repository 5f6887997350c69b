/* network/files/wiring_read.h: reader of the CSV files links, attach, routes and positions into
 * a wiring. */
#ifndef NOC_NETWORK_FILES_WIRING_READ_H
#define NOC_NETWORK_FILES_WIRING_READ_H

#include "base/diag.h"
#include "base/embedded.h"
#include "base/input/text_file.h"
#include "design/wiring.h"

/* Reads the files. A NULL is a file that the design does not name: an error for links and
 * attachment. Texts in `given` (ended by a NULL, or NULL) replace files of their names. Faults
 * within the tables are reported by file and line: cells, columns, repeated pairs and nodes,
 * unknown routers. NOC_EINPUT then, NOC_EFAILED when out of memory. The caller owns *wiring
 * (noc_wiring_free). */
noc_status noc_wiring_read(const char *const files[NOC_WIRING_FILES],
                           const noc_embedded_file *given, noc_wiring **wiring, noc_diag *diag);

/* Limits of a table's text, and reasons to refuse a file. */
extern const noc_text_kind noc_table_text;

/* True if a text stands for a file of that name. */
bool noc_wiring_is_given(const noc_embedded_file *given, const char *name);

#endif
