#include "base/growing_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory_limit.h"

enum { FIRST_ROOM = 64, FEW_BYTES = 1 << 24 };

/* Elements that a full list has room for next: twice as many, so that copies are few; of a large
 * list, which moves without a copy, a quarter more. */
static size_t next_room(size_t room, size_t size)
{
    return room < FIRST_ROOM ? FIRST_ROOM : room * size < FEW_BYTES ? 2 * room : room + room / 4;
}

void *noc_list_with_room(void *list, size_t count, size_t *room, size_t size, double *beyond)
{
    if (count <= *room) return list;
    size_t wanted = next_room(*room, size);
    if (wanted < count) wanted = count;
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
