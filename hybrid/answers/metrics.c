#include "hybrid/answers/metrics.h"

static const noc_metric_info metrics[] = {
#define LABEL(words)                   .label = words,
#define TWIN_OF(other, rule)           .twin = true,
#define IN_FLITS                       .in_flits = true,
#define CERTAIN                        .certain = true, .exact = true,
#define EXACT                          .exact = true,
#define SEARCHED                       .searched = true,
#define NOC_METRIC(id, u, d, m, facts) {.name = #id, .unit = u, .digits = d, .meaning = m, facts},
#include "hybrid/answers/metrics.def"
};

const noc_metric_info *noc_metric_info_of(noc_metric_id id)
{
    return &metrics[id];
}
