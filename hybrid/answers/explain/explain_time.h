/* hybrid/answers/explain/explain_time.h: explanation of latencies and saturation. Each function
 * adds a tree below `parent` (-1: the root) and returns the tree's root. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_TIME_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_TIME_H

#include "hybrid/answers/explain/explain.h"

int noc_explain_zero_load(const noc_explainer *x, noc_explanation *e, int parent);
/* Explains the round trip where there are replies, else the packet latency. */
int noc_explain_latency(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_packet(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_request(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_reply(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_hops(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_saturation(const noc_explainer *x, noc_explanation *e, int parent);
int noc_explain_saturation_bytes(const noc_explainer *x, noc_explanation *e, int parent);

#endif
