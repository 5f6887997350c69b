/* design/workload/trace_hint.h: advice about files that are no traces yet: compressed, with other
 * separators, with other names of columns or another order, or without one that a trace has. */
#ifndef NOC_DESIGN_WORKLOAD_TRACE_HINT_H
#define NOC_DESIGN_WORKLOAD_TRACE_HINT_H

enum { NOC_TRACE_HINT_CHARS = 400 };

/* The columns that every trace has, in their order, for its first line. */
#define NOC_TRACE_HEADER "cycle,source,destination,class,bytes"

/* Advises on a file whose first line is this one, in words that go on behind those of a refusal: a
 * command that makes a trace of it, or what it lacks. "" if there is no advice. */
void noc_trace_hint(const char *line, char hint[NOC_TRACE_HINT_CHARS]);

#endif
