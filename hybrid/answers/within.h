/* hybrid/answers/within.h: an answer as precise as requested. The model answers if its interval is
 * narrow enough, else the model corrected by a short window of the design
 * (hybrid/correction/discrepancy/check.h), else a sample. */
#ifndef NOC_HYBRID_ANSWERS_WITHIN_H
#define NOC_HYBRID_ANSWERS_WITHIN_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

struct noc_calibration;

/* Question about a system, and the precision of its answer. The precision applies to one figure: at
 * a load the mean latency (round trip if there are replies), or, if a queue grows, the delivered
 * data; in closed loop the IPC; for nodes that send without a rate the delivered data; else the
 * saturation. */
typedef struct noc_within_question {
    const noc_system *system;
    /* calibration of the model; NULL: as derived, without intervals */
    const struct noc_calibration *calibration;
    double load;     /* offered load, flits per cycle of an injecting node; NAN: none */
    bool saturation; /* ask for the saturation if there is no load, even if nodes make their own */
    double half;     /* requested half-width of the figure's interval, relative */
} noc_within_question;

/* Relative half-width of a figure's interval; INFINITY without a value or an interval. */
double noc_half_width(const noc_metric *metric);

/* Answers the question. The estimate has the requested and the reached half-width, their figure,
 * and the method among the three (noc_answer_method_name). All of `sampling` but the precision
 * counts. NOC_EINTERRUPTED if progress stops it: the estimate is then the most precise answer so
 * far. An answer less precise than requested is NOC_ANSWER_IMPRECISE. */
noc_status noc_estimate_within(const noc_within_question *question, const noc_sampling *sampling,
                               noc_estimate *estimate, noc_diag *diag);

#endif
