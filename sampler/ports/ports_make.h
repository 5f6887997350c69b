/* sampler/ports/ports_make.h: ports for a run. */
#ifndef NOC_SAMPLER_PORTS_PORTS_MAKE_H
#define NOC_SAMPLER_PORTS_PORTS_MAKE_H

#include "sampler/ports/ports.h"

/* Every terminal has a stream of its own, derived from the seed. False when out of memory;
 * noc_ports_clear frees what there is either way. `answered`: false where replies are a trace's own
 * packets. */
bool noc_ports_make(noc_ports *ports, const noc_system *system, uint64_t seed, bool answered);
void noc_ports_clear(noc_ports *ports);

#endif
