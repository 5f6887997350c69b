/* hybrid/correction/calibration/calibration_embedded.h: parsed data/calibration.cfg and
 * data/closed_loop.cfg, compiled into the program (noc_embed_config in CMakeLists.txt). */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_EMBEDDED_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_CALIBRATION_EMBEDDED_H

#include "base/embedded.h"

/* data/calibration.cfg: one calibration of networks, or none */
extern const noc_embedded_config noc_calibration_files[];
/* data/closed_loop.cfg: one calibration of loops, or none */
extern const noc_embedded_config noc_closed_calibration_files[];

#endif
