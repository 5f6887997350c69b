/* import/booksim/classes.h: what requests and replies share in BookSim: virtual channels and
 * subnetworks. */
#ifndef NOC_IMPORT_BOOKSIM_CLASSES_H
#define NOC_IMPORT_BOOKSIM_CLASSES_H

#include "import/booksim/translation.h"

/* Sets t->apart and t->vcs, whose sum is that of the network where there is one. NOC_EINPUT at the
 * line of virtual channels that are not there. */
noc_status noc_booksim_classes(noc_booksim_translation *t);

#endif
