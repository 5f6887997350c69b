#include "power_area/unpriced.h"

#include <stdio.h>

#include "design/memory/codec.h"
#include "network/kinds/kinds.h"

static const noc_unpriced_part unpriced_parts[] = {
#define NOC_UNPRICED(key, what, has) {key, what},
#include "power_area/unpriced.def"
#undef NOC_UNPRICED
};

enum { UNPRICED_PARTS = sizeof unpriced_parts / sizeof unpriced_parts[0] };

const noc_unpriced_part *noc_unpriced_at(size_t index)
{
    return index < UNPRICED_PARTS ? &unpriced_parts[index] : NULL;
}

static bool network_has(const noc_design *d, const noc_network_spec *n, size_t index)
{
    const bool has[UNPRICED_PARTS] = {
#define NOC_UNPRICED(key, what, has) has,
#include "power_area/unpriced.def"
#undef NOC_UNPRICED
    };
    return has[index];
}

bool noc_unpriced_is_used(const noc_design *d, size_t index)
{
    bool has = false;
    for (int n = 0; n < d->network_count; n++) has |= network_has(d, &d->networks[n], index);
    return has;
}

void noc_unpriced_list(const noc_design *d, char words[NOC_UNPRICED_CHARS])
{
    size_t length = 0;
    words[0] = '\0';
    for (size_t i = 0; i < UNPRICED_PARTS && length < NOC_UNPRICED_CHARS; i++)
        if (noc_unpriced_is_used(d, i))
            length += (size_t)snprintf(words + length, NOC_UNPRICED_CHARS - length, "%s%s (%s)",
                                       length ? ", " : "", unpriced_parts[i].description,
                                       unpriced_parts[i].key);
}
