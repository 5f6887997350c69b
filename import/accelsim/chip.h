/* import/accelsim/chip.h: import of gpgpusim.config, the configuration of a GPU of GPGPU-Sim and
 * Accel-Sim, as a design. docs/import.md lists the settings carried over. */
#ifndef NOC_IMPORT_ACCELSIM_CHIP_H
#define NOC_IMPORT_ACCELSIM_CHIP_H

#include "import/import.h"

/* A noc_importer. It reads only the path of the wish: nodes are the configuration's. The
 * interconnect's file (-inter_config_file) is beside it. */
noc_status noc_accelsim_import(const noc_import_wish *wish, noc_import *out, noc_diag *diag);

#endif
