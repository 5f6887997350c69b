/* network/files/wiring_read.h: CSV files become a wiring. */
#ifndef NOC_NETWORK_FILES_WIRING_READ_H
#define NOC_NETWORK_FILES_WIRING_READ_H

#include "base/diag.h"
#include "base/embedded.h"
#include "base/input/text_file.h"
#include "design/wiring.h"

/* Reads the files; a NULL is one that the design does not name, which links and attachment may not
 * be. Texts that are `given` (ended by a NULL, or NULL) stand for files of their names. What is
 * wrong with the tables alone is told by file and line: cells, columns, pairs and nodes twice,
 * routers that are not there. NOC_EINPUT then, NOC_EFAILED when out of memory. The caller owns
 * *wiring (noc_wiring_free). */
noc_status noc_wiring_read(const char *const files[NOC_WIRING_FILES],
                           const noc_embedded_file *given, noc_wiring **wiring, noc_diag *diag);

/* Text of a table: what a file is refused for. */
extern const noc_text_kind noc_table_text;

/* True if a text stands for a file of that name. */
bool noc_wiring_is_given(const noc_embedded_file *given, const char *name);

#endif
