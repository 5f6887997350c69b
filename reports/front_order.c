#include "reports/front_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/figure.h"

const char *noc_short_id(const noc_entry *e, char text[NOC_SHORT_ID_CHARS + 3])
{
    snprintf(text, NOC_SHORT_ID_CHARS + 3, "d-%.*s", NOC_SHORT_ID_CHARS, e->hash);
    return text;
}

void noc_objectives_text(const noc_objectives *o, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < o->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s %s", i ? ", " : "",
                                 o->list[i].maximize ? "max" : "min",
                                 noc_metric_label(o->list[i].metric).text);
}

void noc_front_header(noc_metric_id id, char *text, size_t size)
{
    snprintf(text, size, "%s\n%s", noc_metric_label(id).text, noc_metric_info_of(id)->unit);
    char *blank = strchr(text, ' ');
    const char *end = strchr(text, '\n');
    while (blank && blank < end &&
           (size_t)(blank - text) < 8) { /* words below each other, not too short */
        char *next = strchr(blank + 1, ' ');
        if (!next || next > end) break;
        blank = next;
    }
    if (blank && blank < end) *blank = '\n';
}

static int by_first(const void *a, const void *b, void *context)
{
    const noc_candidates *all = context;
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    for (size_t d = 0; d < all->objectives.count; d++)
        if (all->points[x].value[d] != all->points[y].value[d])
            return all->points[x].value[d] > all->points[y].value[d] ? -1 : 1;
    return strcmp(noc_candidate_entry(&all->list[x])->hash,
                  noc_candidate_entry(&all->list[y])->hash);
}

noc_status noc_front_members(const noc_candidates *all, bool possible, noc_front_order *o,
                             noc_diag *diag)
{
    *o = (noc_front_order){all, malloc((all->count + 1) * sizeof *o->list), 0};
    if (!o->list) return noc_fail_memory(diag);
    for (size_t i = 0; i < all->count; i++)
        if (all->marks[i].by_value || (possible && all->marks[i].membership != NOC_FRONT_OFF))
            o->list[o->count++] = i;
    noc_candidates cast = *all;
    qsort_r(o->list, o->count, sizeof *o->list, by_first, &cast);
    return NOC_OK;
}
