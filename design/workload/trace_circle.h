/* design/workload/trace_circle.h: explanation of a forbidden wait in a trace, of a packet for a
 * packet in a later line, which may wait for it in turn. */
#ifndef NOC_DESIGN_WORKLOAD_TRACE_CIRCLE_H
#define NOC_DESIGN_WORKLOAD_TRACE_CIRCLE_H

#include <stdint.h>

enum { NOC_TRACE_CIRCLE_CHARS = 300 };

/* Positions of a trace's columns of ids and waits, from 0. */
typedef struct noc_trace_wait_columns {
    const char *path;
    unsigned id_column, wait_column;
} noc_trace_wait_columns;

/* Describes the fault of a line whose packet waits for an id without a line above: a circle of
 * waiting packets, with all of them, or the later line that has the id. "": neither exists, or the
 * file cannot be read again. */
void noc_trace_describe_circle(const noc_trace_wait_columns *columns, int line, uint64_t id,
                               char text[NOC_TRACE_CIRCLE_CHARS]);

#endif
