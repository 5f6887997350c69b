/* base/processors.h: number of processors for threads. */
#ifndef NOC_BASE_PROCESSORS_H
#define NOC_BASE_PROCESSORS_H

/* Number of processors that this process may use, at least 1. */
unsigned noc_count_processors(void);

#endif
