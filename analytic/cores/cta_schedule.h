/* analytic/cores/cta_schedule.h: the course of CTAs whose times are drawn from a fixed stream: a
 * scheduler (design/cores/cta_dispatch.h) places CTAs with the lengths that the model gives.
 *
 * A CTA has some work, in units of its kernel's mean; the work done per time may depend on the
 * number of CTAs that run. */
#ifndef NOC_ANALYTIC_CORES_CTA_SCHEDULE_H
#define NOC_ANALYTIC_CORES_CTA_SCHEDULE_H

#include "design/cores/cta.h"

typedef struct noc_cta_schedule_kernel {
    double time;      /* time of a CTA of mean length, at speed 1 */
    double deviation; /* standard deviation of a CTA's time from its length's, over the mean */
} noc_cta_schedule_kernel;

/* CTAs that run. */
typedef struct noc_cta_schedule_state {
    double active[NOC_KERNELS_MAX]; /* [kernel]: CTAs that run */
} noc_cta_schedule_state;

/* most CTAs of a core that are told apart: more count as so many */
enum { NOC_CTA_SCHEDULE_MOST = 4 };

/* Speeds of CTAs of each kernel, on cores that run 1, 2, ... CTAs. */
typedef struct noc_cta_schedule_speeds {
    double of[NOC_KERNELS_MAX][NOC_CTA_SCHEDULE_MOST + 1];
    double unequal; /* standard deviation of the speeds of ports, over the mean */
} noc_cta_schedule_speeds;

typedef const noc_cta_schedule_speeds *(*noc_cta_schedule_pace)(
    void *context, const noc_cta_schedule_state *state);

typedef struct noc_scheduled_cta {
    uint64_t cta;
    int kernel;
    noc_cta_slot at;
    double start, end;
    double length;   /* length over the kernel's mean */
    double slowdown; /* time over the time that its length gives */
} noc_scheduled_cta;

typedef struct noc_cta_schedule_setup {
    const noc_cta_setup *ctas;
    noc_cta_schedule_kernel kernels[NOC_KERNELS_MAX];
    double spread; /* spread of lengths */
    double until;  /* time after which no CTA starts */
    int cores_of_port;
    uint64_t seed; /* seed of the stream */
    noc_cta_schedule_pace pace;
    void *context;
} noc_cta_schedule_setup;

typedef struct noc_cta_schedule {
    noc_scheduled_cta *runs; /* runs in the order of their starts */
    size_t count;
    double ends[NOC_KERNELS_MAX]; /* end of each kernel's last CTA */
    double makespan;
} noc_cta_schedule;

/* Makes the course of CTAs. False when out of memory; the caller clears it in either case. */
bool noc_cta_schedule_make(const noc_cta_schedule_setup *setup, noc_cta_schedule *course);
void noc_cta_schedule_clear(noc_cta_schedule *course);

#endif
