/* reports/front/front_picture.h: files with the figure of a front, for papers: a picture, with a
 * script of gnuplot and data beside it. */
#ifndef NOC_REPORTS_FRONT_FRONT_PICTURE_H
#define NOC_REPORTS_FRONT_FRONT_PICTURE_H

#include "reports/front/front_order.h"

/* Draws the first two objectives of all designs into the file `path`, which ends in .svg, .pdf or
 * .png; script and data are written beside it. gnuplot draws .pdf and .png; *is_missing is set to
 * true if it is not installed. NOC_EFAILED: gnuplot failed, or out of memory. */
noc_status noc_front_draw_picture(const char *path, const noc_front_view *view, bool *is_missing,
                                  noc_diag *diag);

#endif
