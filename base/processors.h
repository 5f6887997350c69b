/* base/processors.h: how many threads are worth their while. */
#ifndef NOC_BASE_PROCESSORS_H
#define NOC_BASE_PROCESSORS_H

/* Processors that this process may use. */
unsigned noc_processors(void);

#endif
