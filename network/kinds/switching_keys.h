/* network/kinds/switching_keys.h: the keys that networks of one kind have in their group of a
 * design file, beside what all networks have: the routers of those of virtual channels, and the
 * ports of nodes at these. */
#ifndef NOC_NETWORK_KINDS_SWITCHING_KEYS_H
#define NOC_NETWORK_KINDS_SWITCHING_KEYS_H

#include "design/key.h"
#include "network/graph/switching.h"

noc_key_table noc_switching_keys(noc_switching switching);

#endif
