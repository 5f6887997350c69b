#include "network/switching.h"

const noc_switching_facts noc_switchings[NOC_SWITCHINGS] = {
#define NOC_SWITCHING(id, name, channels, silicon, buffers) {name, channels, silicon, buffers},
#include "network/switching.def"
#undef NOC_SWITCHING
};
