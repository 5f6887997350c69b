/* analytic/cores/cta_schedule.h: where and when CTAs run whose times are drawn from a fixed stream: a
 * scheduler (design/cores/cta_dispatch.h) at work on what the model says of their lengths.
 *
 * A CTA has some work, in units of the mean of its kernel; how much of it is done in a unit of time
 * may depend on how many CTAs run. */
#ifndef NOC_ANALYTIC_CORES_CTA_SCHEDULE_H
#define NOC_ANALYTIC_CORES_CTA_SCHEDULE_H

#include "design/cores/cta.h"

typedef struct noc_cta_schedule_kernel {
    double time;      /* time of a CTA of mean length, at speed 1 */
    double deviation; /* standard deviation of a CTA's time from its length's, over the mean */
} noc_cta_schedule_kernel;

/* Who runs. */
typedef struct noc_cta_schedule_state {
    double active[NOC_KERNELS_MAX]; /* CTAs of each kernel */
} noc_cta_schedule_state;

enum { NOC_CTA_SCHEDULE_MOST = 4 }; /* CTAs of a core that are told apart: more are as so many */

/* Speeds of CTAs of each kernel on cores that run 1, 2, ... of them. */
typedef struct noc_cta_schedule_speeds {
    double of[NOC_KERNELS_MAX][NOC_CTA_SCHEDULE_MOST + 1];
    double unequal; /* standard deviation of what ports have of it, over the mean */
} noc_cta_schedule_speeds;

typedef const noc_cta_schedule_speeds *(*noc_cta_schedule_pace)(
    void *context, const noc_cta_schedule_state *state);

typedef struct noc_scheduled_cta {
    uint64_t cta;
    int kernel;
    noc_cta_slot at;
    double start, end;
    double length;   /* over the kernel's mean */
    double slowdown; /* its time, over that of its length */
} noc_scheduled_cta;

typedef struct noc_cta_schedule_setup {
    const noc_cta_setup *ctas;
    noc_cta_schedule_kernel kernels[NOC_KERNELS_MAX];
    double spread; /* spread of lengths */
    double until;  /* nothing starts later */
    int cores_of_port;
    uint64_t seed; /* seed of the stream */
    noc_cta_schedule_pace pace;
    void *context;
} noc_cta_schedule_setup;

typedef struct noc_cta_schedule {
    noc_scheduled_cta *runs; /* runs in the order of their starts */
    size_t count;
    double ends[NOC_KERNELS_MAX]; /* end of each kernel's last one */
    double makespan;
} noc_cta_schedule;

/* False when out of memory; the caller clears it in either case. */
bool noc_cta_schedule_make(const noc_cta_schedule_setup *setup, noc_cta_schedule *course);
void noc_cta_schedule_clear(noc_cta_schedule *course);

#endif
