/* sampler/engines/vc/make.h: construction of the engine: numbers of channels, virtual channels
 * and crossbar inputs, and the state of all routers. */
#ifndef NOC_SAMPLER_ENGINES_VC_MAKE_H
#define NOC_SAMPLER_ENGINES_VC_MAKE_H

#include "sampler/engines/engine.h"
#include "sampler/engines/vc/state.h"

/* Makes a noc_vc_engine of the ports' system, and estimates its size without shared data, and the
 * size of its shared data, bytes (noc_engine_kind). */
void *noc_vc_create(noc_ports *ports, noc_engine_start start);
double noc_vc_bytes(const noc_system *system);
double noc_vc_shared_bytes(const noc_system *system);

/* Finds the labels of a set of VCs of a port. */
uint32_t noc_vc_find_labels(const noc_network *network, uint32_t vcs);

#endif
