/* studies/study_picture.h: a study as a picture for a paper, and as a page with the picture and its
 * figures. */
#ifndef NOC_STUDIES_STUDY_PICTURE_H
#define NOC_STUDIES_STUDY_PICTURE_H

#include "base/diag.h"
#include "studies/study.h"

/* Draws PATH, which ends in .svg, .pdf or .html, with gnuplot; a page has its picture in a file
 * beside it, too. *missing: gnuplot is not installed. */
noc_status noc_study_draw(const noc_study *study, const char *path, bool *missing, noc_diag *diag);

#endif
