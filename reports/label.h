/* reports/label.h: short names for the variants of a table: only what tells them apart. */
#ifndef NOC_REPORTS_LABEL_H
#define NOC_REPORTS_LABEL_H

#include <stdbool.h>

#include "network/design.h"

enum { NOC_LABEL_CHARS = 240 };

/* What the designs of one table have in common. Start with {0} and show it every design. */
typedef struct noc_labels {
    const noc_design *first;
    size_t designs;
    size_t shared;      /* leading overrides that all designs have */
    bool several_names; /* the designs do not all have the same name */
} noc_labels;

void noc_labels_see(noc_labels *labels, const noc_design *design);

/* "flit_bytes=32 slices=2"; "base" where nothing tells the design from the others. */
void noc_label(const noc_labels *labels, const noc_design *design, char text[NOC_LABEL_CHARS]);

#endif
