/* hybrid/answers/within.h: an answer that is as sure as asked. The model answers where its interval
 * is narrow enough, else the model corrected by a short window of the design
 * (hybrid/correction/discrepancy/check.h), else a sample. */
#ifndef NOC_HYBRID_ANSWERS_WITHIN_H
#define NOC_HYBRID_ANSWERS_WITHIN_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

struct noc_calibration;

/* Question about a system, and how sure its answer is to be. The answer is about one figure: at a
 * load the mean latency (round trip where there are replies), or, where a queue grows, the data
 * that is delivered; of a closed loop the IPC; of nodes that send without a rate the data that is
 * delivered; else the saturation. */
typedef struct noc_within_question {
    const noc_system *system;
    const struct noc_calibration *calibration; /* NULL: the model as derived, without intervals */
    double load;                               /* flits per cycle of an injecting node; NAN: none */
    bool saturation; /* the saturation is asked for where there is no load, whatever nodes run */
    double half;     /* half-width of the figure's interval, a share of the figure */
} noc_within_question;

/* Half-width of the interval of a figure, as a share of it; INFINITY where there is no value or no
 * interval. */
double noc_half_width(const noc_metric *metric);

/* Answers, and says in the estimate what was asked, what was reached, in which figure, and which of
 * the three answered (noc_answered_by). Of `sampling` all but the precision counts.
 * NOC_EINTERRUPTED where progress says so: the estimate then is the surest answer so far. An answer
 * less sure than asked is NOC_ANSWER_IMPRECISE. */
noc_status noc_estimate_within(const noc_within_question *question, const noc_sampling *sampling,
                               noc_estimate *estimate, noc_diag *diag);

#endif
