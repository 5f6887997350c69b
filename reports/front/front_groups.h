/* reports/front/front_groups.h: the best designs of each value of a setting. */
#ifndef NOC_REPORTS_FRONT_FRONT_GROUPS_H
#define NOC_REPORTS_FRONT_FRONT_GROUPS_H

#include "reports/front/front_order.h"

/* Checks that designs can be told apart by a key ("nodes.memory", "networks[1].flit_bytes",
 * "workload"). NOC_EUSAGE if there is no such setting. */
noc_status noc_front_key_check(const char *key, noc_diag *diag);

/* Lists the best `most` designs (0: all) of each value of a key, of those that race, by `compare`;
 * values in order, numbers first. Designs without the setting are left out. Values of which no
 * design races are in order->barred. NOC_EUSAGE: no design has the setting. The caller clears the
 * order. */
noc_status noc_front_groups(const noc_front_view *view, const char *key, size_t most,
                            int (*compare)(const void *a, const void *b, void *context),
                            void *context, noc_front_order *order, noc_diag *diag);

#endif
