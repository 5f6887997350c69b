/* power_area/clock.h: the clock that a router can reach. */
#ifndef NOC_POWER_AREA_CLOCK_H
#define NOC_POWER_AREA_CLOCK_H

#include "power_area/router.h"

typedef enum noc_stage {
    NOC_STAGE_VC_ALLOCATION,
    NOC_STAGE_SWITCH_ALLOCATION,
    NOC_STAGE_TRAVERSAL, /* select fan-out, multiplexers and wires of the crossbar */
    NOC_STAGES
} noc_stage;

const char *noc_stage_name(size_t stage);

typedef struct noc_clock {
    double max_mhz;
    double period_ps;            /* of the slowest stage; of all of them in one-stage routers */
    double stage_ps[NOC_STAGES]; /* overhead of latches included */
    double stage_wire_ps[NOC_STAGES]; /* of it: wires, of requests and grants, of data or selects */
    double overhead_ps;               /* of latches and skew */
    noc_stage slowest;
    bool at_once;         /* allocation and traversal are one cycle */
    noc_stage allocation; /* the slower one: with the traversal, all of such a cycle */
} noc_clock;

/* `stages` as network.router_stages: 4 and 3 have a cycle for each of the three stages, 2 allocates
 * VC and switch at once, side by side, and 1 does all in one cycle. */
noc_clock noc_clock_of(const noc_process *process, const noc_router_shape *shape, int stages);

/* Of a router without allocators (`shape` NULL: without a crossbar either) together with a link of
 * so many ps, in so many cycles; of wires alone. */
noc_clock noc_clock_of_hop(const noc_process *process, const noc_router_shape *shape,
                           double wire_ps, double cycles);
noc_clock noc_clock_of_wires(double wire_ps);

/* What a router with that limit runs at when it is built: margin and skew of the usual flow below,
 * custom circuits above, but not above the fastest router that was built, unless the limit itself
 * is. From chips: data/built_factors.cfg. */
void noc_clock_interval(double max_mhz, double *lo, double *hi);

/* The fastest router that was built: Intel's 80-core chip, Vangal et al., JSSC 43(1), 2008. */
#define NOC_CLOCK_BUILT_MHZ 5670.0

/* Clocks of chips and of their memories lie between these with room to spare: networks that were
 * built run at 400 to 5670 MHz (data/chips.csv), command clocks of DRAMs at
 * most at 3500 MHz. A clock outside is likely to be in another unit than MHz. */
#define NOC_CLOCK_LIKELY_LOW_MHZ  50.0
#define NOC_CLOCK_LIKELY_HIGH_MHZ 6000.0

bool noc_clock_is_likely(double mhz);

enum { NOC_CLOCK_DOUBT_CHARS = 160 };

/* Asks whether a clock that is not likely was meant in another unit, and names the one that would
 * be: "chip.clock_mhz = 1.26: was another unit meant? ...". `name`: the setting. */
void noc_clock_doubt(const char *name, double mhz, char text[NOC_CLOCK_DOUBT_CHARS]);

#endif
