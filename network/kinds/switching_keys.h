/* network/kinds/switching_keys.h: keys of routers with virtual channels and of the ports of nodes
 * at these routers, in the group of a network. */
#ifndef NOC_NETWORK_KINDS_SWITCHING_KEYS_H
#define NOC_NETWORK_KINDS_SWITCHING_KEYS_H

#include "design/key.h"
#include "network/graph/switching.h"

/* Returns the keys of networks with a switching; an empty table if they have no such routers. */
noc_key_table noc_switching_keys(noc_switching switching);

#endif
