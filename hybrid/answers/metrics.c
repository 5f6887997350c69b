/* The list of metrics and the words for methods and answers. */
#include "hybrid/answers/estimate.h"

static const noc_metric_info metrics[] = {
#define NOC_METRIC(id, unit, digits, meaning) {#id, unit, meaning, digits},
#include "hybrid/answers/metrics.def"
#undef NOC_METRIC
};

const noc_metric_info *noc_metric_info_of(noc_metric_id id)
{
    return &metrics[id];
}

const char *noc_method_name(noc_method method)
{
    return method == NOC_METHOD_MODEL ? "model" : "sample";
}

const char *noc_answer_name(noc_answer answer)
{
    static const char *const names[NOC_ANSWERS] = {"ok", "saturated", "unbounded", "not-converged",
                                                   "precision-not-reached"};
    return names[answer];
}

bool noc_answer_grows(noc_answer answer)
{
    return answer == NOC_ANSWER_SATURATED || answer == NOC_ANSWER_UNBOUNDED;
}
