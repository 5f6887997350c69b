/* reports/designs/starter_ends.h: the ends of a design to start from: cores, memory, traffic and
 * program, either those that all starters share or those of another design, so that only the
 * network differs. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_ENDS_H
#define NOC_REPORTS_DESIGNS_STARTER_ENDS_H

#include <stdio.h>

#include "design/design.h"

/* The program that starters name, as a comment. */
#define NOC_STARTER_PROGRAM "cdx19-high"

/* `like` NULL: the ends that starters share, or the starter's `own`; else the ends in the file of
 * that design. */

/* Writes further settings of the chip and of the nodes, inside their groups, in lines that are
 * indented by `indent`; the first line has `at` columns already. Numbers and places of nodes, and
 * the chip's technology and clock, are the starter's to write. */
void noc_ends_write_chip(FILE *out, const noc_design *like, size_t indent, size_t at);
void noc_ends_write_nodes(FILE *out, const noc_design *like, const char *own, size_t indent,
                          size_t at);

/* Writes the groups below the networks: memory, traffic, program. */
void noc_ends_write_groups(FILE *out, const noc_design *like, const char *own);

#endif
