/* import/accelsim/chip.h: imports the configuration of a GPU (gpgpusim.config of GPGPU-Sim and
 * Accel-Sim) as a design. docs/import.md lists the settings that are carried over. */
#ifndef NOC_IMPORT_ACCELSIM_CHIP_H
#define NOC_IMPORT_ACCELSIM_CHIP_H

#include "import/import.h"

/* A noc_importer. Only the path of the request is read, since the configuration has the numbers of
 * nodes. The interconnect's file (-inter_config_file) is in the same folder. */
noc_status noc_accelsim_import(const noc_import_request *request, noc_import *out, noc_diag *diag);

#endif
