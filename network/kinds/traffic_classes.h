/* network/kinds/traffic_classes.h: reading and checks of traffic classes, each with a pattern,
 * packet lengths, a share of the offered flits and a priority. All classes share the virtual
 * channels. Requests and replies are no such classes, since each of them has its own virtual
 * channels.
 *
 *     classes = ( { name = "bulk"; share = 0.75; pattern = "uniform"; packet_flits = 5; },
 *                 { name = "urgent"; share = 0.25; pattern = "uniform"; priority = 1; } ); */
#ifndef NOC_NETWORK_KINDS_TRAFFIC_CLASSES_H
#define NOC_NETWORK_KINDS_TRAFFIC_CLASSES_H

#include "design/design.h"

/* Type of a key whose value is a list of classes, stored as a noc_traffic_classes. */
extern const noc_value_type noc_traffic_classes_type;
#define NOC_TRAFFIC_CLASSES (&noc_traffic_classes_type)

/* Finds table i of the keys of a class: keys of every class, of packet lengths, of the pattern.
 * Offsets of the table count from *base. False past the last table. */
bool noc_class_find_keys(noc_class_spec *spec, size_t i, noc_key_table *table, char **base);

/* Checks what ranges of keys cannot: each class; names, shares and lengths of all classes together;
 * settings that exclude classes. */
noc_status noc_classes_check(const noc_design *design, int columns, int rows, noc_diag *diag);

/* Scales the shares to sum to 1 if their sum differs by more than rounding. */
void noc_classes_normalise(noc_traffic_classes *classes);

#endif
