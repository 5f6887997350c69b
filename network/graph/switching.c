#include "network/graph/switching.h"

const noc_switching_facts noc_switchings[NOC_SWITCHINGS] = {
#define NOC_SWITCHING(id, name, keys, channels, limit, silicon, buffers) \
    {name, channels, limit, silicon, buffers},
#include "network/graph/switching.def"
#undef NOC_SWITCHING
};
