/* hybrid/answers/figures/class_figures.h: figures of each class of packets: the traffic's classes,
 * or requests and replies. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_CLASS_FIGURES_H
#define NOC_HYBRID_ANSWERS_FIGURES_CLASS_FIGURES_H

#include "hybrid/answers/figures/figures.h"

/* Fills the answer's classes. Its metrics must be filled already. */
void noc_classes_fill(const noc_figures *figures, noc_estimate *estimate);

/* Divides the `accepted` flits per cycle of a node among the traffic's classes. `load`: offered
 * flits per cycle of the node. `class_loads`: output, [class], accepted flits per cycle. Classes
 * take turns at a source, flit by flit, so each gets an equal share up to its offered load. If
 * `by_priority`, classes of higher priority are served first. */
void noc_classes_share_load(const noc_traffic *traffic, double load, double accepted,
                            bool by_priority, double class_loads[NOC_TRAFFIC_CLASSES_MAX]);

#endif
