/* network/kinds/switching_keys.h: keys of networks of one kind in their group of a design file,
 * beside the keys of all networks: routers with virtual channels, and the ports of nodes at these
 * routers. */
#ifndef NOC_NETWORK_KINDS_SWITCHING_KEYS_H
#define NOC_NETWORK_KINDS_SWITCHING_KEYS_H

#include "design/key.h"
#include "network/graph/switching.h"

noc_key_table noc_switching_keys(noc_switching switching);

#endif
