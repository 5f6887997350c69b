#include "network/sharing.h"

#include <math.h>
#include <stddef.h>

#define KEYS(...)         \
    (const char *const[]) \
    {                     \
        __VA_ARGS__, NULL \
    }

double noc_sharing_follows(const noc_sharing *sharing)
{
    return exp(-1.0 / sharing->distance);
}

double noc_sharing_chance(const noc_sharing *sharing, int d)
{
    return sharing->same * exp(-d / sharing->distance);
}

bool noc_sharing_check(const noc_sharing *s, noc_refusal *r)
{
    if (!(s->same >= 0.0 && s->same <= 1.0))
        return noc_refuse(r, KEYS("workload.sharing.same"),
                          "workload.sharing.same = %g: a share of the lines, 0 to 1", s->same);
    if (!(s->distance > 0.0 && s->distance <= 1000.0))
        return noc_refuse(r, KEYS("workload.sharing.distance"),
                          "workload.sharing.distance = %g: in CTAs, above 0, at most 1000",
                          s->distance);
    if (!(s->window >= 1.0 && s->window <= 1e9))
        return noc_refuse(r, KEYS("workload.sharing.window"),
                          "workload.sharing.window = %g: in cycles, 1 to 10^9", s->window);
    if (!(s->reuse >= 0.0 && s->reuse <= 1e6))
        return noc_refuse(r, KEYS("workload.sharing.reuse"),
                          "workload.sharing.reuse = %g: in lines, 0 to 10^6", s->reuse);
    return true;
}
