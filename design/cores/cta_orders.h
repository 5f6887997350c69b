/* design/cores/cta_orders.h: orders of slots that several CTA schedulers share, named outermost
 * first (cta_scheduler.h). */
#ifndef NOC_DESIGN_CORES_CTA_ORDERS_H
#define NOC_DESIGN_CORES_CTA_ORDERS_H

#include "design/cores/cta_scheduler.h"

noc_cta_slot noc_cta_by_slot_core_cluster(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_slot_cluster_core(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_cluster_slot_core(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_core_slot(const noc_cta_shape *shape, int place);

#endif
