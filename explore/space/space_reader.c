#include "explore/space/space_reader.h"

#include <stdlib.h>
#include <string.h>

void *noc_space_grow(noc_config_faults *faults, void *list, size_t count, size_t size)
{
    const bool full = (count & (count - 1)) == 0;
    void *grown = full ? realloc(list, (count ? 2 * count : 1) * size) : list;
    if (grown) {
        memset((char *)grown + count * size, 0, size);
        return grown;
    }
    noc_config_run_short(faults);
    return NULL;
}
