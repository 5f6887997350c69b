/* power_area/clock.h: highest clock of a router, a link or a hop, by the delays of its stages. */
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
    /* period of the slowest stage; of all stages together in one-stage routers */
    double period_ps;
    double stage_ps[NOC_STAGES]; /* delay of each stage, with the overhead of latches */
    /* wires' part of stage_ps: wires of requests and grants, of data or selects */
    double stage_wire_ps[NOC_STAGES];
    double overhead_ps; /* overhead of latches and clock skew */
    noc_stage slowest_stage;
    bool is_single_cycle; /* true: allocation and traversal share one cycle */
    /* slower of the two allocations; in single-cycle routers the cycle is the sum of this
     * allocation and traversal */
    noc_stage slower_allocation;
} noc_clock;

/* Clock of a router. `stages` as network.router_stages: 4 and 3 have a cycle for each of the
 * three stages; 2 allocates VC and switch in parallel in one cycle; 1 does all in one cycle. */
noc_clock noc_clock_of(const noc_process *process, const noc_router_shape *shape, int stages);

/* Clock of a router without allocators (shape NULL: without a crossbar) together with a link of
 * `wire_ps`, in `cycles` cycles; and clock of wires alone. */
noc_clock noc_clock_of_hop(const noc_process *process, const noc_router_shape *shape,
                           double wire_ps, double cycles);
noc_clock noc_clock_of_wires(double wire_ps);

/* Interval of the clock of a built router whose gates and wires alone allow `max_mhz`. The lower
 * end has margin and skew of the usual design flow. The upper end has custom circuits, bounded
 * by the fastest router that was built and by max_mhz, whichever is higher. Derived from chips:
 * data/built_factors.cfg. */
void noc_clock_interval(double max_mhz, double *lo, double *hi);

/* Clock of the fastest router that was built, MHz: Intel's 80-core chip, Vangal et al., JSSC
 * 43(1), 2008. */
#define NOC_CLOCK_BUILT_MHZ 5670.0

/* Range of likely clocks, MHz. Networks that were built run at 400 to 5670 MHz (data/chips.csv),
 * command clocks of DRAMs at 3500 MHz at most. A clock outside of the range is likely to be in
 * another unit than MHz. */
#define NOC_CLOCK_LIKELY_LOW_MHZ  50.0
#define NOC_CLOCK_LIKELY_HIGH_MHZ 6000.0

bool noc_clock_is_likely(double mhz);

enum { NOC_CLOCK_QUESTION_CHARS = 160 };

/* Writes a question about an unlikely clock, with the likely value in another unit:
 * "chip.clock_mhz = 1.26: was another unit meant? ...". `name`: the setting. */
void noc_clock_write_question(const char *name, double mhz, char text[NOC_CLOCK_QUESTION_CHARS]);

#endif
