#include "network/switching.h"

static const noc_key_table no_keys = {NULL, 0};

const noc_switching_facts noc_switchings[NOC_SWITCHINGS] = {
#define NOC_SWITCHING(id, name, keys, channels, limit, silicon, buffers) \
    {name, &keys, channels, limit, silicon, buffers},
#include "network/switching.def"
#undef NOC_SWITCHING
};
