/* reports/designs/starter_gpu.h: the GPU to start from, `nocsight new gpu`: a hierarchy of switches as
 * published of an H100 (configs/h100.cfg), for any number of SMs and slices. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_GPU_H
#define NOC_REPORTS_DESIGNS_STARTER_GPU_H

#include "network/kinds/starter_form.h"

extern const noc_starter_form noc_starter_gpu;

#endif
