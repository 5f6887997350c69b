#include "hybrid/answers/metrics.h"

static const noc_metric_info metrics[] = {
#define NOC_METRIC(id, unit, digits, meaning) {#id, unit, meaning, digits},
#include "hybrid/answers/metrics.def"
#undef NOC_METRIC
};

const noc_metric_info *noc_metric_info_of(noc_metric_id id)
{
    return &metrics[id];
}
