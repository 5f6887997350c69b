/* hybrid/calibrate_embedded.h: data/calibration.cfg as text inside the program (noc_embed in CMakeLists.txt). */
#ifndef NOC_HYBRID_CALIBRATE_EMBEDDED_H
#define NOC_HYBRID_CALIBRATE_EMBEDDED_H

#include "network/embedded.h"

extern const noc_embedded_file noc_calibration_files[];        /* one, or none */
extern const noc_embedded_file noc_closed_calibration_files[]; /* data/closed_loop.cfg, likewise */

#endif
