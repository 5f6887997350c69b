/* tests/support/runs/busiest.h: what placements are judged by, of a compiled system. */
#ifndef NOC_TESTS_BUSIEST_H
#define NOC_TESTS_BUSIEST_H

#include "network/graph/system.h"

/* The busiest link in flits per transaction and compute node; the mean path in routers. */
void test_busiest(const noc_system *system, double *load, double *routers);

#endif
