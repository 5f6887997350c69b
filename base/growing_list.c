#include "base/growing_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory_limit.h"
#include "base/min_max.h"

size_t noc_list_next_room(size_t room)
{
    enum { LEAST = 256, MANY = 1 << 20 };
    return room + room / (room < MANY ? 2 : 8) + LEAST;
}

void *noc_list_with_room(void *list, size_t count, size_t *room, size_t size, double *beyond)
{
    if (count <= *room) return list;
    const size_t wanted = max_size(noc_list_next_room(*room), count);
    const double more = (double)(wanted - *room) * (double)size;
    if (!noc_memory_has_room(more)) {
        *beyond = (double)noc_memory_held() + more;
        return NULL;
    }
    char *grown = realloc(list, wanted * size);
    if (!grown) return NULL;
    memset(grown + *room * size, 0, (wanted - *room) * size);
    *room = wanted;
    return grown;
}

noc_status noc_list_refuse(double beyond, noc_place place, const char *what, noc_diag *diag)
{
    if (beyond <= 0.0) return noc_fail_memory(diag);
    return noc_memory_refuse(diag, NOC_EINPUT, place, what, beyond);
}
