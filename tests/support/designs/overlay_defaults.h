/* tests/support/designs/overlay_defaults.h: an overlay as a design has it that says nothing of
 * it; columns and rows, which have no default, are 0. */
#ifndef NOC_TESTS_OVERLAY_DEFAULTS_H
#define NOC_TESTS_OVERLAY_DEFAULTS_H

#include <string.h>

#include "design/key.h"
#include "network/kinds/kinds.h"

static inline noc_key_table overlay_keys(void)
{
    size_t i = 0;
    while (strcmp(noc_topology_name(i), "overlay") != 0) i++;
    return noc_topology_at(i)->keys;
}

static inline noc_overlay overlay_defaults(void)
{
    noc_network_spec spec = {0};
    const noc_key_table table = overlay_keys();
    for (size_t i = 0; i < table.count; i++) noc_value_default(&table.keys[i], (char *)&spec);
    return spec.overlay;
}

#endif
