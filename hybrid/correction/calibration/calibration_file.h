/* hybrid/correction/calibration/calibration_file.h: a calibration as libconfig text
 * (data/calibration.cfg): a readable head, and the deviations as packed numbers
 * (kriging_file.h). */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_FILE_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_FILE_H

#include "hybrid/correction/calibration/calibration.h"

/* Text of the file; sets the calibration's id, which the text determines. The caller frees it; NULL
 * when out of memory. */
char *noc_calibration_text(noc_calibration *calibration);

/* Reads a calibration. NOC_EINPUT, with the reason, if it is damaged, of another format, or for a
 * model with other features. `file` names it in messages. The caller clears *calibration in either
 * case. */
noc_status noc_calibration_parse(const char *text, const char *file, noc_calibration *calibration,
                                 noc_diag *diag);
noc_status noc_calibration_read(const char *path, noc_calibration *calibration, noc_diag *diag);

/* Reads the file that is compiled in, like noc_calibration_parse. */
noc_status noc_calibration_embedded(noc_calibration *calibration, noc_diag *diag);

#endif
