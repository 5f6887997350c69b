/* hybrid/training/suites/suite_draw.h: designs drawn for a suite. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_DRAW_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_DRAW_H

#include "hybrid/training/suites/suite_cases.h"

/* Draws and adds the designs of a family: { name = "mesh"; count = 40; vary = (...); ... }
 * (suite.h). */
void noc_suite_draw(noc_suite_reader *reader, const config_setting_t *group, const char *family);

#endif
