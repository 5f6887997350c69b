/* explore/space/space_axes.h: reader of axes: lists of values, ranges of numbers, or choices and
 * the axes within these. */
#ifndef NOC_EXPLORE_SPACE_SPACE_AXES_H
#define NOC_EXPLORE_SPACE_SPACE_AXES_H

#include "base/config_setting.h"
#include "explore/space/space.h"

/* A space under construction by the reader. */
typedef struct noc_space_reader {
    noc_space *space;
    noc_config_faults faults;
    int base_networks; /* networks of the base design; NOC_NETWORKS_MAX: not known */
    int networks;      /* most networks of any design, so far as the file has been read */
} noc_space_reader;

/* Makes room for one more element, zeroed: lists double, so their capacities are powers of two.
 * NULL when out of memory, with a message. */
void *noc_space_grow(noc_config_faults *faults, void *list, size_t count, size_t size);

/* Reads a group of settings and its axes. The settings of the `root`, a whole file, are in its
 * "set". */
void noc_space_read_choice(noc_space_reader *reader, config_setting_t *group,
                           noc_space_choice *choice, int depth, bool root);

#endif
