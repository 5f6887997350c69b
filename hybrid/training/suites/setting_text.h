/* hybrid/training/suites/setting_text.h: values as libconfig reads them: 8, 2.5, "islip", ((0, 0),
 * (1, 0)), { network = { ... }; }. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SETTING_TEXT_H
#define NOC_HYBRID_TRAINING_SUITES_SETTING_TEXT_H

#include <libconfig.h>
#include <stdio.h>

void noc_suite_print(FILE *out, const config_setting_t *value);
void noc_suite_print_members(FILE *out, const config_setting_t *group); /* "name = value; " */

#endif
