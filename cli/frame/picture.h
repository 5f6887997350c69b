/* cli/frame/picture.h: pictures that -o asks for by its suffix. */
#ifndef NOC_CLI_FRAME_PICTURE_H
#define NOC_CLI_FRAME_PICTURE_H

#include "cli/frame/request.h"

typedef enum noc_picture {
    NOC_PICTURE_NONE,
    NOC_PICTURE_SVG,
    NOC_PICTURE_PDF,
    NOC_PICTURE_PNG,
    NOC_PICTURE_HTML,
    NOC_PICTURES
} noc_picture;

/* NOC_PICTURE_NONE where --format says otherwise. */
noc_picture noc_picture_wanted(const noc_request *request);

/* Whether gnuplot is there, for what would be lost without it. *missing: it is not. NOC_EFAILED. */
noc_status noc_picture_need_gnuplot(const noc_request *request, bool *missing, noc_diag *diag);

#endif
