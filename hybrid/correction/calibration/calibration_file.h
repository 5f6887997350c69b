/* hybrid/correction/calibration/calibration_file.h: reads and writes a calibration as libconfig
 * text (data/calibration.cfg): a readable head, and the deviations as packed numbers
 * (kriging_file.h). */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_FILE_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_FILE_H

#include "hybrid/correction/calibration/calibration.h"

/* Makes the text of the file, and sets the calibration's id, which contains a digest of the text.
 * The caller frees it; NULL when out of memory. */
char *noc_calibration_text(noc_calibration *calibration);

/* Reads a calibration from a text. NOC_EINPUT, with the reason, if the text is damaged, of another
 * format, or for a model with other features. `file`: name in messages. The caller clears
 * *calibration in either case. */
noc_status noc_calibration_parse(const char *text, const char *file, noc_calibration *calibration,
                                 noc_diag *diag);
noc_status noc_calibration_read(const char *path, noc_calibration *calibration, noc_diag *diag);

/* Reads the compiled-in file. Errors as noc_calibration_parse. */
noc_status noc_calibration_embedded(noc_calibration *calibration, noc_diag *diag);

#endif
