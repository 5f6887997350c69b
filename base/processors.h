/* base/processors.h: number of threads that can run at once. */
#ifndef NOC_BASE_PROCESSORS_H
#define NOC_BASE_PROCESSORS_H

/* Processors that this process may use. */
unsigned noc_processors(void);

#endif
