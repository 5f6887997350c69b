/* design/trace/trace_extras.h: the columns that a trace may have behind "bytes", in any order. */
#ifndef NOC_DESIGN_TRACE_TRACE_EXTRAS_H
#define NOC_DESIGN_TRACE_TRACE_EXTRAS_H

#include "design/trace/trace.h"
#include "design/trace/trace_ids.h"

typedef enum noc_trace_column {
    NOC_TRACE_ADDRESS,
    NOC_TRACE_REPLY_BYTES,
    NOC_TRACE_NETWORK,
    NOC_TRACE_ID,
    NOC_TRACE_AFTER,
    NOC_TRACE_DELAY,
    NOC_TRACE_COLUMNS
} noc_trace_column;

/* Zero-initialise before use; noc_trace_extras_clear at the end. */
typedef struct noc_trace_extras {
    noc_trace_column columns[NOC_TRACE_COLUMNS]; /* as the header has them */
    unsigned count;
    noc_trace_ids ids;
} noc_trace_extras;

/* Says which columns a trace may have. Returns NOC_EINPUT. */
noc_status noc_trace_refuse_header(const char *line, noc_place place, noc_diag *diag);

/* Takes the header behind "bytes", "" or ",id,after,delay", and tells the trace whether its packets
 * have addresses or wait for others. NOC_EINPUT at `place`. */
noc_status noc_trace_extras_header(noc_trace_extras *extras, noc_trace *trace, const char *text,
                                   noc_place place, noc_diag *diag);

/* Takes the fields of a line behind its bytes, which are changed, and gives the packet, the next
 * of the trace, what they say. NOC_EINPUT at `place`. */
noc_status noc_trace_extras_read(noc_trace_extras *extras, noc_trace *trace, char *text,
                                 noc_place place, noc_trace_packet *packet, noc_diag *diag);

void noc_trace_extras_clear(noc_trace_extras *extras);

#endif
