/* reports/front/front_groups.h: best designs of each value of a setting (option --by). */
#ifndef NOC_REPORTS_FRONT_FRONT_GROUPS_H
#define NOC_REPORTS_FRONT_FRONT_GROUPS_H

#include "reports/front/front_order.h"

/* Checks that a key names a setting ("nodes.memory", "networks[1].flit_bytes", "workload").
 * NOC_EUSAGE: no such setting. */
noc_status noc_front_key_check(const char *key, noc_diag *diag);

/* Lists the best `limit` designs (0: all) of each value of the setting `key`, in the order of
 * `compare`, which gets `context` and positions of candidates. Only compared designs are listed
 * (racing_count of noc_candidates). Values are in ascending order, numbers first. Values without a
 * compared design go into excluded_values of the order. NOC_EUSAGE: no design has the setting. The
 * caller clears the order. */
noc_status noc_front_list_groups(const noc_front_view *view, const char *key, size_t limit,
                                 int (*compare)(const void *a, const void *b, void *context),
                                 void *context, noc_front_order *order, noc_diag *diag);

#endif
