/* hybrid/answers/within.h: answer of a requested precision (option --within). The model answers if
 * its interval is narrow enough, then the model corrected by a short window of the design
 * (hybrid/correction/discrepancy/check.h), then a sample. */
#ifndef NOC_HYBRID_ANSWERS_WITHIN_H
#define NOC_HYBRID_ANSWERS_WITHIN_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

struct noc_calibration;

/* Question about a system, and the requested precision of its answer. The precision applies to one
 * metric: at a load the mean latency (round trip if there are replies), or the delivered data if a
 * queue grows; in closed loop the IPC; for nodes that send without a rate the delivered data;
 * otherwise saturation. */
typedef struct noc_precision_question {
    const noc_system *system;
    /* calibration of the model; NULL: as derived, without intervals */
    const struct noc_calibration *calibration;
    double load; /* offered load, flits per cycle of an injecting node; NAN: none */
    /* saturation is asked for if there is no load, even if nodes make their own load */
    bool asks_saturation;
    double half_width; /* requested half-width of the metric's interval, relative */
} noc_precision_question;

/* Half-width of a metric's interval over its value; INFINITY without a value or an interval. */
double noc_relative_half_width(const noc_metric *metric);

/* Answers the question by the first of the three methods that is precise enough
 * (noc_answer_method_name). The estimate has the requested and the reached half-width, and their
 * metric. The precision of `sampling` is not used. NOC_EINTERRUPTED if progress stops the
 * measurement: the estimate is then the most precise answer so far. An answer less precise than
 * requested is NOC_ANSWER_IMPRECISE. */
noc_status noc_estimate_refine(const noc_precision_question *question, const noc_sampling *sampling,
                               noc_estimate *estimate, noc_diag *diag);

#endif
