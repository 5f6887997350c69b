/* design/workload/trace_hint.h: advice on how to turn a file into a trace, for files that are
 * compressed, have other separators, other column names or another order, or lack a column. */
#ifndef NOC_DESIGN_WORKLOAD_TRACE_HINT_H
#define NOC_DESIGN_WORKLOAD_TRACE_HINT_H

enum { NOC_TRACE_HINT_CHARS = 400 };

/* Header of a trace: its required columns, in order. */
#define NOC_TRACE_HEADER "cycle,source,destination,class,bytes"

/* Writes advice on a file with the first line `line`, to follow a refusal: a command that makes a
 * trace of the file, or its missing columns. "": no advice. */
void noc_trace_hint(const char *line, char hint[NOC_TRACE_HINT_CHARS]);

#endif
