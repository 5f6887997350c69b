/* design/workload/trace_hint.h: advice on files that are no traces yet: compressed, with other
 * separators, with other names of columns or another order, or without a column that every trace
 * has. */
#ifndef NOC_DESIGN_WORKLOAD_TRACE_HINT_H
#define NOC_DESIGN_WORKLOAD_TRACE_HINT_H

enum { NOC_TRACE_HINT_CHARS = 400 };

/* Header of a trace: the columns that every trace has, in their order. */
#define NOC_TRACE_HEADER "cycle,source,destination,class,bytes"

/* Writes advice on a file whose first line is `line`, to follow the words of a refusal: a command
 * that makes a trace of the file, or the columns that it lacks. "" if there is no advice. */
void noc_trace_hint(const char *line, char hint[NOC_TRACE_HINT_CHARS]);

#endif
