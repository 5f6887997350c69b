#include "sampler/sources/releases.h"

void noc_releases_push(noc_releases *h, noc_release r)
{
    size_t at = h->count++;
    for (; at > 0 && noc_release_is_before(r, h->all[(at - 1) / 2]); at = (at - 1) / 2)
        h->all[at] = h->all[(at - 1) / 2];
    h->all[at] = r;
}

void noc_releases_pop(noc_releases *h)
{
    const noc_release last = h->all[--h->count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= h->count) break;
        if (child + 1 < h->count && noc_release_is_before(h->all[child + 1], h->all[child]))
            child++;
        if (!noc_release_is_before(h->all[child], last)) break;
        h->all[at] = h->all[child];
        at = child;
    }
    h->all[at] = last;
}
