/* design/workload/trace_circle.h: reason why a packet of a trace cannot wait for another: the other
 * stands below it, and may wait for it in turn. */
#ifndef NOC_DESIGN_WORKLOAD_TRACE_CIRCLE_H
#define NOC_DESIGN_WORKLOAD_TRACE_CIRCLE_H

#include <stdint.h>

enum { NOC_TRACE_CIRCLE_CHARS = 300 };

/* Columns of a trace with ids and waits, counted from 0. */
typedef struct noc_trace_waits {
    const char *path;
    unsigned id, after;
} noc_trace_waits;

/* Describes the fault of a line whose packet waits for an id that no line above has: a circle of
 * waiting packets, with all of its packets, or the line below that has the id. "": neither, or the
 * file cannot be read again. */
void noc_trace_tell_circle(const noc_trace_waits *waits, int line, uint64_t id,
                           char text[NOC_TRACE_CIRCLE_CHARS]);

#endif
