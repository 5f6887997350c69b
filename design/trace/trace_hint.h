/* design/trace/trace_hint.h: what a first line that is no trace's probably is. */
#ifndef NOC_DESIGN_TRACE_TRACE_HINT_H
#define NOC_DESIGN_TRACE_TRACE_HINT_H

/* A hint at what to do with a file whose first line is this one: unpack it, change its separators
 * or the names of its columns; "" if there is none. Static, or good until the next call of the
 * thread. */
const char *noc_trace_hint(const char *line);

#endif
