#include "reports/front/front_order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/front/front_groups.h"
#include "reports/words/figure.h"
#include "reports/words/overrides.h"

const char *noc_short_id(const noc_entry *e, char text[NOC_SHORT_ID_CHARS + 3])
{
    snprintf(text, NOC_SHORT_ID_CHARS + 3, "d-%.*s", NOC_SHORT_ID_CHARS, e->hash);
    return text;
}

const char *noc_membership_name(noc_membership membership)
{
    static const char *const names[] = {"off", "possible", "certain"};
    return names[membership];
}

void noc_front_name(const noc_front_view *view, const noc_entry *e, char *text, size_t size)
{
    const noc_overrides none = {0};
    const size_t used = (size_t)snprintf(text, size, "%s ", view->space->name);
    if (used + 1 >= size) return;
    noc_overrides_differing(&none, e->overrides, text + used, size - used);
    if (!text[used]) text[used - 1] = '\0';
}

noc_network_words noc_front_network_words(const noc_front_view *v)
{
    noc_network_words words = {{{0}}};
    noc_diag ignored = {0};
    noc_design *design = NULL;
    const noc_candidates *all = v->candidates;
    for (size_t i = 0; i < all->count; i++) {
        const char *overrides = noc_candidate_entry(&all->list[i])->overrides;
        if (strstr(overrides, ".carries=") || strstr(overrides, "\"networks=")) return words;
    }
    if (all->count == 0) return words;
    const noc_entry *e = noc_candidate_entry(&all->list[0]);
    if (noc_store_rebuild(v->store, e->source, e->overrides, &design, &ignored) == NOC_OK)
        words = noc_network_words_of(design);
    noc_design_free(design);
    noc_diag_clear(&ignored);
    return words;
}

void noc_objectives_text(const noc_objectives *o, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < o->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s %s", i ? ", " : "",
                                 o->list[i].maximize ? "max" : "min",
                                 noc_label_without_unit(o->list[i].metric).text);
}

void noc_front_header(noc_metric_id id, char *text, size_t size)
{
    snprintf(text, size, "%s\n%s", noc_label_without_unit(id).text, noc_metric_info_of(id)->unit);
    char *blank = strchr(text, ' ');
    const char *end = strchr(text, '\n');
    while (blank && blank < end &&
           (size_t)(blank - text) < 8) { /* the first line gets eight characters or more */
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
    *o = (noc_front_order){.all = all, .list = malloc((all->count + 1) * sizeof *o->list)};
    if (!o->list) return noc_fail_memory(diag);
    for (size_t i = 0; i < all->racing; i++)
        if (all->marks[i].by_value || (possible && noc_candidate_possible(all, i)))
            o->list[o->count++] = i;
    noc_candidates cast = *all;
    qsort_r(o->list, o->count, sizeof *o->list, by_first, &cast);
    return NOC_OK;
}

void noc_front_order_clear(noc_front_order *o)
{
    free(o->list);
    free(o->barred);
    *o = (noc_front_order){0};
}

/* ---- listings ------------------------------------------------------------------------------- */

/* Context of the comparisons. */
typedef struct ranking {
    const noc_candidates *all;
    const noc_front_listing *listing;
} ranking;

/* Returns the value of a candidate for the order; larger is better. */
static double rank_of(const ranking *r, size_t i)
{
    const noc_front_listing *l = r->listing;
    const double value = l->numbers
                             ? l->numbers[i]
                             : noc_candidate_metric(r->all, &r->all->list[i], l->sort, NULL).value;
    return isnan(value) ? -INFINITY : l->up ? value : -value;
}

static int compare_ranks(const ranking *r, size_t x, size_t y, double of_x, double of_y)
{
    if (of_x != of_y) return of_x > of_y ? -1 : 1;
    noc_candidates cast = *r->all;
    return by_first(&x, &y, &cast);
}

static int by_metric(const void *a, const void *b, void *context)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return compare_ranks(context, x, y, rank_of(context, x), rank_of(context, y));
}

static int by_odds(const void *a, const void *b, void *context)
{
    const ranking *r = context;
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return compare_ranks(r, x, y, r->all->odds[x], r->all->odds[y]);
}

/* Compares candidates: designs on the front by value first, in the order of the objectives, then
 * all others by probability. */
static int by_value_and_odds(const void *a, const void *b, void *context)
{
    const ranking *r = context;
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const bool of_x = r->all->marks[x].by_value, of_y = r->all->marks[y].by_value;
    if (of_x != of_y) return of_x ? -1 : 1;
    return of_x ? compare_ranks(r, x, y, 0.0, 0.0) : by_odds(a, b, context);
}

noc_status noc_front_list(const noc_front_view *v, const noc_front_listing *l, bool table,
                          noc_front_order *o, noc_diag *diag)
{
    const noc_candidates *all = v->candidates;
    ranking r = {all, l};
    if (l->by) {
        noc_candidates cast = *all;
        return noc_front_groups(v, l->by, l->limited ? l->top : 1, l->sorted ? by_metric : by_first,
                                l->sorted ? (void *)&r : &cast, o, diag);
    }
    noc_status status = noc_front_members(all, true, o, diag);
    if (status != NOC_OK) return status;
    size_t by_value = 0, room = o->count;
    for (size_t i = 0; i < o->count; i++) by_value += all->marks[o->list[i]].by_value;
    if (l->limited && l->top > 0) room = l->top;
    if (!l->limited && table) room = by_value + NOC_FRONT_TOP_USUAL;
    qsort_r(o->list, o->count, sizeof *o->list,
            l->limited && l->top > 0 ? l->sorted ? by_metric : by_odds : by_value_and_odds, &r);
    if (room < o->count) {
        o->left = o->count - room;
        o->count = room;
    }
    if (l->sorted) qsort_r(o->list, o->count, sizeof *o->list, by_metric, &r);
    return NOC_OK;
}
