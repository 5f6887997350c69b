/* explore/space/space_values.h: the values of one axis: a list, or a range of numbers. */
#ifndef NOC_EXPLORE_SPACE_SPACE_VALUES_H
#define NOC_EXPLORE_SPACE_SPACE_VALUES_H

#include "explore/space/space_reader.h"

/* Adds "path=value" to what a choice stands for. */
void noc_space_add_override(noc_space_reader *reader, noc_space_choice *choice, const char *path,
                            const config_setting_t *value);

/* One more, empty; NULL when out of memory. */
noc_space_choice *noc_space_add_choice(noc_space_reader *reader, noc_space_axis *axis);

/* { key = "network.flit_bytes"; values = (8, 16); }, or from, to and step or factor. */
void noc_space_read_values(noc_space_reader *reader, config_setting_t *group, noc_space_axis *axis,
                           const char *key);

#endif
