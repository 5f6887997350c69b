/* studies/study_picture.h: drawing of a study with gnuplot, as a picture for a paper, or as a page
 * with the picture and its figures. */
#ifndef NOC_STUDIES_STUDY_PICTURE_H
#define NOC_STUDIES_STUDY_PICTURE_H

#include "base/diag.h"
#include "studies/study.h"

/* Draws a study to `path`, which ends in .svg, .pdf or .html, with gnuplot. A page (.html) also has
 * its picture in a file beside it. *missing: true if gnuplot is not installed. */
noc_status noc_study_draw(const noc_study *study, const char *path, bool *missing, noc_diag *diag);

#endif
