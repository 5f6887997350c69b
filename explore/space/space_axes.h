/* explore/space/space_axes.h: reader of a space's axes: lists of values, ranges of numbers, or
 * choices with axes of their own. */
#ifndef NOC_EXPLORE_SPACE_SPACE_AXES_H
#define NOC_EXPLORE_SPACE_SPACE_AXES_H

#include "base/config_setting.h"
#include "explore/space/space.h"

/* Space under construction by the reader. */
typedef struct noc_space_reader {
    noc_space *space;
    noc_config_faults faults;
    int base_networks; /* number of networks of the base design; NOC_NETWORKS_MAX: not known */
    int max_networks;  /* largest number of networks of any design read so far */
} noc_space_reader;

/* Reads a group of settings and its axes. `is_root`: the group is the whole file, with the settings
 * in its "set". Out of memory: the space's arena is short, which the caller reports. */
void noc_space_read_choice(noc_space_reader *reader, config_setting_t *group,
                           noc_space_choice *choice, int depth, bool is_root);

#endif
