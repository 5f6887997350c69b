#include "reports/front/page_drawn.h"

#include <stdlib.h>

enum { DRAWN_MOST = 4500 }; /* with all intervals and pictures a page stays below 3 MB */

enum { RANK_FRONT, RANK_MEASURED, RANK_POSSIBLE, RANK_REST };

static int rank_of(const noc_candidates *all, size_t i)
{
    if (all->marks[i].by_value) return RANK_FRONT;
    if (noc_candidate_measured(all, &all->list[i])) return RANK_MEASURED;
    return all->marks[i].membership != NOC_FRONT_OFF ? RANK_POSSIBLE : RANK_REST;
}

/* The designs of one rank, evenly thinned to a room. */
static size_t add_rank(const noc_candidates *all, int rank, size_t room, noc_page_drawn *d)
{
    size_t members = 0, seen = 0, added = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < all->count; i++) {
            if (rank_of(all, i) != rank) continue;
            if (pass == 0) {
                members++;
                continue;
            }
            /* candidates are in order of their hashes, so every n-th is a fair part */
            const size_t due = members <= room ? seen + 1 : (seen + 1) * room / members;
            seen++;
            if (due <= added) continue;
            d->list[d->count++] = i;
            added++;
        }
    return added;
}

noc_status noc_page_choose(const noc_candidates *all, noc_page_drawn *d, noc_diag *diag)
{
    *d = (noc_page_drawn){.list = malloc((DRAWN_MOST + all->count) * sizeof *d->list)};
    if (!d->list) return noc_fail_memory(diag);
    d->front = add_rank(all, RANK_FRONT, DRAWN_MOST, d);
    add_rank(all, RANK_MEASURED, DRAWN_MOST - d->count, d);
    add_rank(all, RANK_POSSIBLE, (DRAWN_MOST - d->count) * 4 / 5, d);
    add_rank(all, RANK_REST, DRAWN_MOST - d->count, d);
    return NOC_OK;
}
