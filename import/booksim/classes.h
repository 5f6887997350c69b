/* import/booksim/classes.h: imports the virtual channels and subnetworks of requests and replies in
 * BookSim. */
#ifndef NOC_IMPORT_BOOKSIM_CLASSES_H
#define NOC_IMPORT_BOOKSIM_CLASSES_H

#include "import/booksim/translation.h"

/* Sets t->has_reply_network and t->vcs; the sum of t->vcs is the number of virtual channels of a
 * shared network. NOC_EINPUT at the line of virtual channels that do not exist. */
noc_status noc_booksim_set_classes(noc_booksim_translation *t);

#endif
