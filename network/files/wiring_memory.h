/* network/files/wiring_memory.h: wirings that were read: the designs of a space have the same one,
 * as long as nobody changes the files. */
#ifndef NOC_NETWORK_FILES_WIRING_MEMORY_H
#define NOC_NETWORK_FILES_WIRING_MEMORY_H

#include "base/diag.h"
#include "base/embedded.h"
#include "design/wiring.h"

enum { NOC_WIRINGS_KEPT = 8 };

/* Zero-initialise before use; one of a thread. */
typedef struct noc_wiring_memory {
    /* texts in place of files of these names, ended by a NULL; NULL: files are files */
    const noc_embedded_file *given;
    noc_wiring *kept[NOC_WIRINGS_KEPT];
    unsigned next; /* that is forgotten for another */
} noc_wiring_memory;

/* As noc_wiring_read, which is asked only the first time. The caller lets go of *wiring by
 * noc_wiring_free. */
noc_status noc_wiring_recall(noc_wiring_memory *memory, const char *const files[NOC_WIRING_FILES],
                             noc_wiring **wiring, noc_diag *diag);

void noc_wiring_memory_clear(noc_wiring_memory *memory);

#endif
