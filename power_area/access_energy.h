/* power_area/access_energy.h: energy of accesses to memories beside the network
 * (data/access_energies.cfg): tables and caches of clusters, second-level caches, DRAM. */
#ifndef NOC_POWER_AREA_ACCESS_ENERGY_H
#define NOC_POWER_AREA_ACCESS_ENERGY_H

#include "base/embedded.h"

typedef enum noc_access {
#define NOC_ACCESS(id, unit, meaning) NOC_ACCESS_##id,
#include "power_area/accesses.def"
#undef NOC_ACCESS
    NOC_ACCESSES
} noc_access;

/* Number of kinds of accesses to a cluster's table and cache, which come first. */
enum { NOC_CLUSTER_ACCESSES = NOC_ACCESS_l2_read };

typedef struct noc_access_info {
    const char *name, *unit, *meaning;
} noc_access_info;

extern const noc_embedded_config noc_access_tables[];

/* Name, unit and meaning of a kind of access (accesses.def); static. */
const noc_access_info *noc_access_info_of(noc_access access);

/* Energy of an access in its unit, at a feature size in nm; NAN outside of the sizes of the
 * table. */
double noc_access_energy(noc_access access, double nm);

/* Source of the energy; "" where the table has no such row. */
const char *noc_access_source(noc_access access);

#endif
