/* import/accelsim/run_notes.h: what became of kernel traces, for the list beside their files. */
#ifndef NOC_IMPORT_ACCELSIM_RUN_NOTES_H
#define NOC_IMPORT_ACCELSIM_RUN_NOTES_H

#include "import/accelsim/measure.h"
#include "import/import.h"

/* Adds notes of what was counted, what is left out, and which chip was assumed. */
void noc_kernel_run_notes(const noc_kernel_run *run, noc_import *import);

#endif
