/* network/kinds/traffic_classes.h: traffic of several classes, each with a pattern, lengths of
 * packets, a share of the offered flits and a priority of its own. All classes share the virtual
 * channels; requests and replies are no such classes, as each of these has channels of its own.
 *
 *     classes = ( { name = "bulk"; share = 0.75; pattern = "uniform"; packet_flits = 5; },
 *                 { name = "urgent"; share = 0.25; pattern = "uniform"; priority = 1; } ); */
#ifndef NOC_NETWORK_KINDS_TRAFFIC_CLASSES_H
#define NOC_NETWORK_KINDS_TRAFFIC_CLASSES_H

#include "design/design.h"

/* The type of a key whose value are classes: a list of groups. What is stored is a
 * noc_traffic_classes. */
extern const noc_value_type noc_traffic_classes_type;
#define NOC_TRAFFIC_CLASSES (&noc_traffic_classes_type)

/* The i-th of the tables of keys that a class has: those of every class, of lengths, of its
 * pattern; `base` is where offsets of the table count from. False past the last. */
bool noc_class_keys(noc_class_spec *spec, size_t i, noc_key_table *table, char **base);

/* Checks what the ranges of keys cannot: each of the classes for itself, their names, shares and
 * lengths together, and whatever classes do not go with. */
noc_status noc_classes_check(const noc_design *design, int columns, int rows, noc_diag *diag);

/* Makes the shares sum to 1, where they miss it by more than rounding. */
void noc_classes_make_whole(noc_traffic_classes *classes);

#endif
