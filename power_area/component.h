/* power_area/component.h: cost of one router or one link, and its extent: the distance from the
 * routers that were measured. */
#ifndef NOC_POWER_AREA_COMPONENT_H
#define NOC_POWER_AREA_COMPONENT_H

#include "base/diag.h"
#include "power_area/built/built_cost.h"
#include "power_area/check_bits.h"
#include "power_area/clock.h"
#include "power_area/link.h"
#include "power_area/router.h"
#include "power_area/technology.h"

/* Extent of a router: distance from the routers on which the tables were measured. */
typedef enum noc_extent { NOC_EXTENT_MEASURED, NOC_EXTENT_NEAR, NOC_EXTENT_FAR } noc_extent;

/* Finds the extent of a router. NEAR: within a factor of two of the measured range; FAR:
 * farther, where a router is composed (noc_router_composed_shape). Unless MEASURED, `words`
 * names the dimension that is farthest outside: "120 ports, and measured are 3 to 80". */
noc_extent noc_extent_of(const noc_process *process, const noc_router_shape *shape,
                         char words[NOC_EXTENT_CHARS]);

/* Spread of a cost by its extent, to be added to the spread of the process. */
double noc_extent_spread(noc_extent extent);

/* ---- a component ---------------------------------------------------------------------------- */

enum { NOC_REMARKS_MAX = 4, NOC_REMARK_CHARS = 280 };

/* Cost of one component. The caller sets is_link, process, clock_mhz, shape, and stages (router)
 * or length_mm (link). */
typedef struct noc_component_answer {
    bool is_link;
    noc_process process;
    double clock_mhz;
    noc_router_shape shape; /* shape of the router; for a link, flit_bits only */
    double ecc_bits;        /* check bits, included in a router's flit_bits */
    int stages;             /* pipeline stages of a router */
    double length_mm;       /* length of a link */
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

/* Fills costs, highest clock, spread and remarks. If `clock_given`, clock_mhz was requested, and
 * a remark is added if the component cannot reach it. */
void noc_component_fill(noc_component_answer *answer, bool clock_given);

#endif
