/* power_area/component.h: what one router or one link costs. */
#ifndef NOC_POWER_AREA_COMPONENT_H
#define NOC_POWER_AREA_COMPONENT_H

#include "base/diag.h"
#include "power_area/clock.h"
#include "power_area/link.h"
#include "power_area/router.h"
#include "power_area/technology.h"

enum { NOC_REMARKS_MAX = 4, NOC_REMARK_CHARS = 200 };

/* Start with is_link, process, clock_mhz, shape, and stages or length_mm. */
typedef struct noc_component_answer {
    bool is_link;
    noc_process process;
    double clock_mhz;
    noc_router_shape shape; /* a link: flit_bits only */
    int stages;             /* of a router's pipeline */
    double length_mm;
    noc_router_cost router;
    noc_clock clock;
    noc_link_cost link;
    double max_clock_mhz;
    double
        spread; /* intervals reach from 1/(1 + spread) to 1 + spread times a figure; 0: measured */
    char remarks[NOC_REMARKS_MAX][NOC_REMARK_CHARS];
    int remark_count;
} noc_component_answer;

/* Fills the costs, the highest clock, the spread, and remarks. `clock_given`: the clock is asked
 * for, so that one that cannot be reached is told. NOC_EUSAGE if the component lies too far from
 * what was measured. */
noc_status noc_component_fill(noc_component_answer *answer, bool clock_given, noc_diag *diag);

#endif
