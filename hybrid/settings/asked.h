/* hybrid/settings/asked.h: what an answer is about, as far as settings matter. */
#ifndef NOC_HYBRID_SETTINGS_ASKED_H
#define NOC_HYBRID_SETTINGS_ASKED_H

typedef enum noc_asked {
    NOC_ASKED_ANY,   /* no answer in particular: what no answer reads */
    NOC_ASKED_MODEL, /* the model without a load: limits, and the closed loop where there is one */
    NOC_ASKED_LOAD,  /* a load, or the search for saturation */
    NOC_ASKED_LOOP,  /* a sample of the closed loop */
    NOC_ASKED_EAGER, /* a sample of a batch, or of what nodes keep on the way */
    NOC_ASKED_TRACE, /* a trace whose requests memory nodes answer */
    NOC_ASKED_TRACE_REPLIES,   /* a trace with replies of its own */
    NOC_ASKED_TRACE_ADDRESSES, /* a trace whose requests have addresses */
} noc_asked;

#endif
