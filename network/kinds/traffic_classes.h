/* network/kinds/traffic_classes.h: traffic of several classes, each with a pattern, lengths of
 * packets, a share of the offered flits and a priority of its own. All classes share the virtual
 * channels; requests and replies are no such classes, as each of them has channels of its own.
 *
 *     classes = ( { name = "bulk"; share = 0.75; pattern = "uniform"; packet_flits = 5; },
 *                 { name = "urgent"; share = 0.25; pattern = "uniform"; priority = 1; } ); */
#ifndef NOC_NETWORK_KINDS_TRAFFIC_CLASSES_H
#define NOC_NETWORK_KINDS_TRAFFIC_CLASSES_H

#include "design/design.h"

/* Type of a key whose value are classes: a list of groups, stored as a noc_traffic_classes. */
extern const noc_value_type noc_traffic_classes_type;
#define NOC_TRAFFIC_CLASSES (&noc_traffic_classes_type)

/* Finds table i of the keys of a class: keys of every class, of lengths, of its pattern; offsets of
 * the table count from `base`. False past the last. */
bool noc_class_keys(noc_class_spec *spec, size_t i, noc_key_table *table, char **base);

/* Checks what the ranges of keys cannot: each class alone; names, shares and lengths of all classes
 * together; and settings that classes exclude. */
noc_status noc_classes_check(const noc_design *design, int columns, int rows, noc_diag *diag);

/* Makes the shares sum to 1, if their sum differs by more than rounding. */
void noc_classes_make_whole(noc_traffic_classes *classes);

#endif
