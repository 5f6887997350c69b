#include "hybrid/answers/memory_part.h"

#include <stdlib.h>

#include "base/auto.h"
#include "sampler/loop/memory_window.h"

enum { WINDOW_REQUESTS = 16000, KEPT_MAX = 256 };
static const uint64_t seed = 1;

static const noc_cached_kind pace_kind = {KEPT_MAX, free};

static bool measure_pace(noc_value_cache *kept_results, const noc_memory_window *window,
                         noc_cache_key key, noc_measured_memory *found)
{
    noc_memory_rates pace;
    NOC_AUTO_FREE noc_measured_memory *value = malloc(sizeof *value);
    if (!value || !noc_memory_window_run(window, &pace)) return false;
    *found = *value = (noc_measured_memory){
        .rate = pace.rate, .row_hit_share = pace.row_hits, .busy_banks = pace.busy_banks};
    noc_cache_make_room(kept_results, &pace_kind, 1);
    noc_cached_value *v = noc_cache_add(kept_results, &pace_kind, key, 1, value);
    if (v) value = NULL; /* owned by the cache */
    noc_cached_release(v);
    return true;
}

static bool find_pace(noc_value_cache *kept_results, const noc_system *system,
                      const noc_workload *workload, double request, double reply,
                      noc_measured_memory *found)
{
    const noc_memory_window window = {.system = system,
                                      .workload = workload,
                                      .request_latency = request,
                                      .reply_latency = reply,
                                      .request_count = WINDOW_REQUESTS,
                                      .seed = seed};
    noc_memory_window_key numbers;
    if (noc_min_window_requests(&window) > WINDOW_REQUESTS) return false;
    noc_memory_window_make_key(&window, &numbers);
    const noc_cache_key key = {&numbers, sizeof numbers};
    noc_cached_value *v = noc_cache_find(kept_results, &pace_kind, key);
    if (!v) return measure_pace(kept_results, &window, key, found);
    *found = *(const noc_measured_memory *)noc_cached_data(v);
    noc_cached_release(v);
    return true;
}

noc_part_measurement noc_memory_parts(noc_value_cache *kept_results)
{
    return (noc_part_measurement){.measure_memory = find_pace, .kept_results = kept_results};
}
