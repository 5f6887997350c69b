/* hybrid/correction/calibration/closed_calibration_file.h: the closed loop's calibration as
 * libconfig text (data/closed_loop.cfg). */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_CLOSED_CALIBRATION_FILE_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_CLOSED_CALIBRATION_FILE_H

#include "hybrid/correction/calibration/closed_calibration.h"

/* The file's text; the caller frees it. NULL when out of memory. */
char *noc_closed_calibration_text(const noc_closed_calibration *calibration);

/* Reads the file that is compiled in. False if there is none, or none that fits. */
bool noc_closed_calibration_embedded(noc_closed_calibration *calibration);

#endif
