/* reports/designs/starter_ends.h: the ends of a design to start from: cores, memory, traffic and
 * program, either those that all starters share or those of another design, so that only the
 * network differs. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_ENDS_H
#define NOC_REPORTS_DESIGNS_STARTER_ENDS_H

#include <stdio.h>

#include "design/design.h"

/* The program that starters name, as a comment. */
#define NOC_STARTER_PROGRAM "cdx19-high"

/* `like` NULL: the ends that starters share, or the starter's `own`; else what the file of that
 * design says of them. */

/* Further settings of the chip and of the nodes, inside of their groups, in lines that are indented
 * by `indent` and of which the first has `at` columns. Numbers of nodes, where these stand, and the
 * chip's technology and clock are the starter's to write. */
void noc_ends_write_chip(FILE *out, const noc_design *like, size_t indent, size_t at);
void noc_ends_write_nodes(FILE *out, const noc_design *like, const char *own, size_t indent,
                          size_t at);

/* The groups below the networks: memory, traffic, program. */
void noc_ends_write_groups(FILE *out, const noc_design *like, const char *own);

#endif
