/* sampler/engines/vc/make.h: construction of the engine: numbers of channels, virtual channels
 * and crossbar inputs, and the state of all routers. */
#ifndef NOC_SAMPLER_ENGINES_VC_MAKE_H
#define NOC_SAMPLER_ENGINES_VC_MAKE_H

#include "sampler/engines/engine.h"
#include "sampler/engines/vc/state.h"

/* Makes the engine of a system; system and ports are borrowed. NULL when out of memory.
 * noc_vc_engine_free accepts NULL. */
noc_vc_engine *noc_vc_engine_new(const noc_system *system, noc_ports *ports,
                                 noc_engine_start start);

/* Estimate the engine's size without shared data, and the size of its shared data, bytes
 * (noc_engine_kind). */
double noc_vc_bytes(const noc_system *system);
double noc_vc_shared_bytes(const noc_system *system);
void noc_vc_engine_free(noc_vc_engine *engine);

/* Finds the labels of a set of VCs of a port. */
uint32_t noc_vc_find_labels(const noc_network *network, uint32_t vcs);

#endif
