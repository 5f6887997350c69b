/* analytic/cores/cta_schedule.h: schedule of CTAs: start, end and slot of each, as the dispatcher
 * (design/cores/cta_dispatch.h) places them. Lengths of CTAs are drawn from a fixed stream.
 *
 * A CTA's work is the time that it takes at speed 1; its speed may depend on the running CTAs. The
 * caller chooses the unit of time. */
#ifndef NOC_ANALYTIC_CORES_CTA_SCHEDULE_H
#define NOC_ANALYTIC_CORES_CTA_SCHEDULE_H

#include "base/arena.h"
#include "design/cores/cta.h"

typedef struct noc_cta_schedule_kernel {
    double mean_time; /* time of a CTA of mean length, at speed 1 */
    double deviation; /* standard deviation of the time of CTAs of one length, over the mean */
} noc_cta_schedule_kernel;

/* State on which speeds depend. */
typedef struct noc_cta_schedule_state {
    double active_ctas[NOC_KERNELS_MAX]; /* [kernel]: number of running CTAs */
} noc_cta_schedule_state;

/* Largest number of CTAs of a core that has separate speeds; cores with more CTAs have its
 * speeds. */
enum { NOC_CTA_SPEEDS_MAX = 4 };

/* Speeds of CTAs. */
typedef struct noc_cta_schedule_speeds {
    /* [kernel][number of CTAs on the core]: speed */
    double kernel_speed[NOC_KERNELS_MAX][NOC_CTA_SPEEDS_MAX + 1];
    double port_deviation; /* standard deviation of the speeds of ports, over the mean */
} noc_cta_schedule_speeds;

/* Function that finds the speeds for a state. The result must stay valid and unchanged while the
 * schedule is made: an equal pointer means equal speeds. */
typedef const noc_cta_schedule_speeds *(*noc_cta_speed_function)(
    void *context, const noc_cta_schedule_state *state);

typedef struct noc_scheduled_cta {
    uint64_t cta;
    int kernel;
    noc_cta_slot slot;
    double start, end;
    double relative_length; /* length over the kernel's mean */
    double slowdown;        /* time over the mean time of CTAs of its length */
} noc_scheduled_cta;

typedef struct noc_cta_schedule_setup {
    const noc_cta_setup *ctas;
    noc_cta_schedule_kernel kernels[NOC_KERNELS_MAX];
    double length_spread; /* half range of lengths, over the mean */
    double end_time;      /* time at which the schedule ends; INFINITY: with the last CTA */
    int cores_per_port;
    uint64_t seed; /* seed of the stream */
    noc_cta_speed_function find_speeds;
    void *context;
} noc_cta_schedule_setup;

typedef struct noc_cta_schedule {
    noc_scheduled_cta *runs; /* runs in the order of their starts */
    size_t count;
    double kernel_ends[NOC_KERNELS_MAX]; /* [kernel]: time at which the last CTA ends */
    double makespan;
} noc_cta_schedule;

/* Makes the schedule; its list is the arena's. False when out of memory. */
bool noc_cta_schedule_make(const noc_cta_schedule_setup *setup, noc_arena *arena,
                           noc_cta_schedule *schedule);

#endif
