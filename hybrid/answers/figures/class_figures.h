/* hybrid/answers/figures/class_figures.h: figures by class of packets: the classes of the traffic,
 * or requests and replies. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_CLASS_FIGURES_H
#define NOC_HYBRID_ANSWERS_FIGURES_CLASS_FIGURES_H

#include "hybrid/answers/figures/figures.h"

/* Fills in the answer's classes, once its metrics are filled in. */
void noc_classes_fill(const noc_figures *figures, noc_estimate *estimate);

/* Accepted load of each class of the traffic, by number: flits per cycle of an injecting node, if a
 * node's accepted flits of all classes are `accepted`. Classes take turns at a source, flit by
 * flit, so that no class gets less than another that wants more; if `by_priority`, classes of
 * higher priority go first. */
void noc_classes_accepted(const noc_traffic *traffic, double load, double accepted,
                          bool by_priority, double of[NOC_TRAFFIC_CLASSES_MAX]);

#endif
