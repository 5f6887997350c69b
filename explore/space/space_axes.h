/* explore/space/space_axes.h: axes, the choices that they have, and the axes within these. */
#ifndef NOC_EXPLORE_SPACE_SPACE_AXES_H
#define NOC_EXPLORE_SPACE_SPACE_AXES_H

#include "explore/space/space_reader.h"

/* A group of settings, and its axes. The settings of the `root`, which is a whole file, are in its
 * "set". */
void noc_space_read_choice(noc_space_reader *reader, config_setting_t *group,
                           noc_space_choice *choice, int depth, bool root);

#endif
