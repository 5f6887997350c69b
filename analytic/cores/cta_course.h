/* analytic/cores/cta_course.h: where and when CTAs run whose times are drawn from a fixed stream: a
 * scheduler (design/cores/cta_dispatch.h) at work on what the model says of their lengths.
 *
 * A CTA has some work, in units of the mean of its kernel; how much of it is done in a unit of time
 * may depend on how many CTAs run. */
#ifndef NOC_ANALYTIC_CORES_CTA_COURSE_H
#define NOC_ANALYTIC_CORES_CTA_COURSE_H

#include "design/cores/cta.h"

typedef struct noc_course_kernel {
    double time;      /* time of a CTA of mean length, at speed 1 */
    double deviation; /* standard deviation of a CTA's time from its length's, over the mean */
} noc_course_kernel;

/* Who runs. */
typedef struct noc_course_state {
    double active[NOC_KERNELS_MAX]; /* CTAs of each kernel */
} noc_course_state;

enum { NOC_COURSE_MOST = 4 }; /* CTAs of a core that are told apart: more are as so many */

/* Speeds of CTAs of each kernel on cores that run 1, 2, ... of them. */
typedef struct noc_course_speeds {
    double of[NOC_KERNELS_MAX][NOC_COURSE_MOST + 1];
    double unequal; /* standard deviation of what ports have of it, over the mean */
} noc_course_speeds;

typedef const noc_course_speeds *(*noc_course_pace)(void *context, const noc_course_state *state);

typedef struct noc_course_run {
    uint64_t cta;
    int kernel;
    noc_cta_slot at;
    double start, end;
    double length; /* over the kernel's mean */
    double late;   /* its time, over that of its length */
} noc_course_run;

typedef struct noc_course_setup {
    const noc_cta_setup *ctas;
    noc_course_kernel kernels[NOC_KERNELS_MAX];
    double spread; /* spread of lengths */
    double until;  /* nothing starts later */
    int cores_of_port;
    uint64_t seed; /* seed of the stream */
    noc_course_pace pace;
    void *context;
} noc_course_setup;

typedef struct noc_cta_course {
    noc_course_run *runs; /* runs in the order of their starts */
    size_t count;
    double ends[NOC_KERNELS_MAX]; /* end of each kernel's last one */
    double makespan;
} noc_cta_course;

/* False when out of memory; the caller clears it in either case. */
bool noc_cta_course_make(const noc_course_setup *setup, noc_cta_course *course);
void noc_cta_course_clear(noc_cta_course *course);

#endif
