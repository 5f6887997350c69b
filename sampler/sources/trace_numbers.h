/* sampler/sources/trace_numbers.h: the numbers that a trace may name, in words. */
#ifndef NOC_SAMPLER_SOURCES_TRACE_NUMBERS_H
#define NOC_SAMPLER_SOURCES_TRACE_NUMBERS_H

#include <stdbool.h>

#include "network/graph/graph.h"

enum { NOC_TRACE_NUMBERS_CHARS = 400 };

/* "compute nodes are 0, 5-30, 35, memory nodes 1-4, 31-34 (tiles: column + 6 x row); with
 * --trace-nodes compute-memory they are 0-27 and 28-35". `by_tile`: that is how this trace numbers
 * them; else compute nodes come first. "" for designs without memory nodes. */
void noc_trace_numbers_say(const noc_graph *graph, bool by_tile,
                           char text[NOC_TRACE_NUMBERS_CHARS]);

#endif
