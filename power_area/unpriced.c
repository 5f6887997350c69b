#include "power_area/unpriced.h"

#include <stdio.h>

#include "design/memory/codec.h"
#include "network/kinds/kinds.h"

static const noc_unpriced_part things[] = {
#define NOC_UNPRICED(key, what, has) {key, what},
#include "power_area/unpriced.def"
#undef NOC_UNPRICED
};

enum { THINGS = sizeof things / sizeof things[0] };

const noc_unpriced_part *noc_unpriced_at(size_t index)
{
    return index < THINGS ? &things[index] : NULL;
}

static bool network_has(const noc_design *d, const noc_network_spec *n, size_t index)
{
    const bool has[THINGS] = {
#define NOC_UNPRICED(key, what, has) has,
#include "power_area/unpriced.def"
#undef NOC_UNPRICED
    };
    return has[index];
}

bool noc_unpriced_is_in(const noc_design *d, size_t index)
{
    bool has = false;
    for (int n = 0; n < d->network_count; n++) has |= network_has(d, &d->networks[n], index);
    return has;
}

void noc_unpriced_of(const noc_design *d, char words[NOC_UNPRICED_CHARS])
{
    size_t length = 0;
    words[0] = '\0';
    for (size_t i = 0; i < THINGS && length < NOC_UNPRICED_CHARS; i++)
        if (noc_unpriced_is_in(d, i))
            length += (size_t)snprintf(words + length, NOC_UNPRICED_CHARS - length, "%s%s (%s)",
                                       length ? ", " : "", things[i].what, things[i].key);
}
