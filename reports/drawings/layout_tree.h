/* reports/drawings/layout_tree.h: a tree about its middle. */
#ifndef NOC_REPORTS_DRAWINGS_LAYOUT_TREE_H
#define NOC_REPORTS_DRAWINGS_LAYOUT_TREE_H

#include <stdbool.h>

#include "reports/drawings/layout_steps.h"

/* Whether the graph is a tree: then each router is as far from the middle one as there are links
 * between them, and each branch has a sector as wide as it has leaves, so that no links cross.
 * *is_tree says so. Returns false when out of memory. */
bool noc_layout_tree(const noc_layout_steps *steps, bool *is_tree, noc_layout_point *at);

#endif
