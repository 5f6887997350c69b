/* studies/study_script.h: a study as gnuplot reads it. */
#ifndef NOC_STUDIES_STUDY_SCRIPT_H
#define NOC_STUDIES_STUDY_SCRIPT_H

#include "studies/study.h"

/* Its points as CSV, series after series. The caller frees the text; NULL when out of memory. */
char *noc_study_data(const noc_study *study);

/* What draws that data. The caller frees the text; NULL when out of memory. */
char *noc_study_commands(const noc_study *study);

#endif
