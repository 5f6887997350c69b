/* hybrid/calibrate_embedded.h: data/calibration.cfg as text inside the program (noc_embed in CMakeLists.txt). */
#ifndef NOC_HYBRID_CALIBRATE_EMBEDDED_H
#define NOC_HYBRID_CALIBRATE_EMBEDDED_H

#include "power_area/tables.h" /* noc_embedded_file */

extern const noc_embedded_file noc_calibration_files[]; /* one, or none */

#endif
