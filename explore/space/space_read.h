/* explore/space/space_read.h: reader of a space's file. */
#ifndef NOC_EXPLORE_SPACE_SPACE_READ_H
#define NOC_EXPLORE_SPACE_SPACE_READ_H

#include "explore/space/space.h"

/* Reads a space file; each fault is reported with its line. NOC_EINPUT. The caller clears *space
 * (noc_space_clear) in any case. */
noc_status noc_space_read(const char *path, noc_path_resolver resolve, noc_space *space,
                          noc_diag *diag);

/* Reads a space from the text of the file at `path`. */
noc_status noc_space_read_text(const char *path, const char *text, noc_path_resolver resolve,
                               noc_space *space, noc_diag *diag);

#endif
