/* power_area/component.h: the cost of one router or one link, and its distance from the routers
 * that were measured. */
#ifndef NOC_POWER_AREA_COMPONENT_H
#define NOC_POWER_AREA_COMPONENT_H

#include "base/diag.h"
#include "power_area/built/built_cost.h"
#include "power_area/check_bits.h"
#include "power_area/clock.h"
#include "power_area/link.h"
#include "power_area/router.h"
#include "power_area/technology.h"

/* Distance of a router from the routers on which the tables were measured. */
typedef enum noc_extent { NOC_EXTENT_MEASURED, NOC_EXTENT_NEAR, NOC_EXTENT_FAR } noc_extent;

/* Extent of a router. NEAR: within a factor of two; FAR: beyond, where a router is composed
 * (noc_router_composed). Unless MEASURED, `words` names the dimension that is farthest outside:
 * "120 ports, and measured are 3 to 80". */
noc_extent noc_extent_of(const noc_process *process, const noc_router_shape *shape,
                         char words[NOC_EXTENT_CHARS]);

/* Spread of a cost's interval by its extent, which adds to the spread of the process. */
double noc_extent_spread(noc_extent extent);

/* ---- a component ---------------------------------------------------------------------------- */

enum { NOC_REMARKS_MAX = 4, NOC_REMARK_CHARS = 280 };

/* Answer about one component. The caller sets is_link, process, clock_mhz, shape, and stages or
 * length_mm. */
typedef struct noc_component_answer {
    bool is_link;
    noc_process process;
    double clock_mhz;
    noc_router_shape shape; /* shape of the router; of a link, flit_bits only */
    double ecc_bits;        /* check bits among a router's flit_bits */
    int stages;             /* stages of a router's pipeline */
    double length_mm;
    noc_router_cost router;
    noc_check_cost encoder, decoder; /* encoder and decoder of check bits at a node's port */
    noc_clock clock;
    noc_link_cost link;
    noc_built_component built;
    double max_clock_mhz;
    /* intervals reach from 1/(1 + spread) to 1 + spread times a figure; 0: measured */
    double spread;
    char remarks[NOC_REMARKS_MAX][NOC_REMARK_CHARS];
    int remark_count;
} noc_component_answer;

/* Fills the costs, the highest clock, the spread, and remarks. If `clock_given`, a remark says that
 * a clock that was asked for cannot be reached. */
void noc_component_fill(noc_component_answer *answer, bool clock_given);

#endif
