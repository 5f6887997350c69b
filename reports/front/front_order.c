#include "reports/front/front_order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/front/front_groups.h"
#include "reports/words/figure.h"
#include "reports/words/overrides.h"

const char *noc_short_id(const noc_entry *entry, char text[NOC_SHORT_ID_CHARS + 3])
{
    snprintf(text, NOC_SHORT_ID_CHARS + 3, "d-%.*s", NOC_SHORT_ID_CHARS, entry->hash);
    return text;
}

const char *noc_membership_name(noc_membership membership)
{
    static const char *const names[] = {"off", "possible", "certain"};
    return names[membership];
}

void noc_front_design_name(const noc_front_view *view, const noc_entry *entry, char *text,
                           size_t size)
{
    const noc_common_overrides none = {0};
    const size_t used = (size_t)snprintf(text, size, "%s ", view->space->name);
    if (used + 1 >= size) return;
    noc_overrides_write_varied(&none, entry->overrides, text + used, size - used);
    if (!text[used]) text[used - 1] = '\0';
}

noc_network_words noc_front_network_words(const noc_front_view *view)
{
    noc_network_words words = {{{0}}};
    noc_diag ignored = {0};
    noc_design *design = NULL;
    const noc_candidates *candidates = view->candidates;
    for (size_t i = 0; i < candidates->count; i++) {
        const char *overrides = noc_candidate_entry(&candidates->list[i])->overrides;
        if (strstr(overrides, ".carries=") || strstr(overrides, "\"networks=")) return words;
    }
    if (candidates->count == 0) return words;
    const noc_entry *entry = noc_candidate_entry(&candidates->list[0]);
    if (noc_store_rebuild_design(view->store, entry->source, entry->overrides, &design, &ignored) ==
        NOC_OK)
        words = noc_network_words_find(design);
    noc_design_free(design);
    noc_diag_clear(&ignored);
    return words;
}

void noc_objectives_write(const noc_objectives *objectives, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < objectives->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s %s", i ? ", " : "",
                                 objectives->list[i].is_maximised ? "max" : "min",
                                 noc_label_without_unit(objectives->list[i].metric).text);
}

void noc_front_write_header(noc_metric_id id, char *text, size_t size)
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

static int compare_objectives(const void *a, const void *b, void *context)
{
    const noc_candidates *candidates = context;
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    for (size_t d = 0; d < candidates->objectives.count; d++)
        if (candidates->points[x].value[d] != candidates->points[y].value[d])
            return candidates->points[x].value[d] > candidates->points[y].value[d] ? -1 : 1;
    return strcmp(noc_candidate_entry(&candidates->list[x])->hash,
                  noc_candidate_entry(&candidates->list[y])->hash);
}

noc_status noc_front_list_members(const noc_candidates *candidates, bool has_possible,
                                  noc_front_order *order, noc_diag *diag)
{
    *order = (noc_front_order){.candidates = candidates,
                               .list = malloc((candidates->count + 1) * sizeof *order->list)};
    if (!order->list) return noc_fail_memory(diag);
    for (size_t i = 0; i < candidates->racing_count; i++)
        if (candidates->marks[i].is_on_value_front ||
            (has_possible && noc_candidate_is_possible(candidates, i)))
            order->list[order->count++] = i;
    noc_candidates copy = *candidates;
    qsort_r(order->list, order->count, sizeof *order->list, compare_objectives, &copy);
    return NOC_OK;
}

void noc_front_order_clear(noc_front_order *order)
{
    free(order->list);
    free(order->excluded_values);
    *order = (noc_front_order){0};
}

/* ---- listings ------------------------------------------------------------------------------- */

/* Context of the comparisons. */
typedef struct ranking {
    const noc_candidates *candidates;
    const noc_front_listing *listing;
} ranking;

/* Returns the value of a candidate for the order; larger is better. */
static double find_sort_value(const ranking *r, size_t i)
{
    const noc_front_listing *listing = r->listing;
    const double value = listing->sort_values
                             ? listing->sort_values[i]
                             : noc_candidate_metric(r->candidates, &r->candidates->list[i],
                                                    listing->sort_metric, NULL)
                                   .value;
    return isnan(value) ? -INFINITY : listing->is_descending ? value : -value;
}

static int compare_sort_values(const ranking *r, size_t x, size_t y, double value_x, double value_y)
{
    if (value_x != value_y) return value_x > value_y ? -1 : 1;
    noc_candidates copy = *r->candidates;
    return compare_objectives(&x, &y, &copy);
}

static int compare_by_metric(const void *a, const void *b, void *context)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return compare_sort_values(context, x, y, find_sort_value(context, x),
                               find_sort_value(context, y));
}

static int compare_by_odds(const void *a, const void *b, void *context)
{
    const ranking *r = context;
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return compare_sort_values(r, x, y, r->candidates->odds[x], r->candidates->odds[y]);
}

/* Compares candidates: designs on the front by value first, in the order of the objectives, then
 * all others by probability. */
static int compare_by_value_and_odds(const void *a, const void *b, void *context)
{
    const ranking *r = context;
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const bool x_is_on_front = r->candidates->marks[x].is_on_value_front,
               y_is_on_front = r->candidates->marks[y].is_on_value_front;
    if (x_is_on_front != y_is_on_front) return x_is_on_front ? -1 : 1;
    return x_is_on_front ? compare_sort_values(r, x, y, 0.0, 0.0) : compare_by_odds(a, b, context);
}

noc_status noc_front_list_designs(const noc_front_view *view, const noc_front_listing *listing,
                                  bool is_table, noc_front_order *order, noc_diag *diag)
{
    const noc_candidates *candidates = view->candidates;
    ranking r = {candidates, listing};
    if (listing->group_setting) {
        noc_candidates copy = *candidates;
        return noc_front_list_groups(view, listing->group_setting,
                                     listing->has_limit ? listing->row_limit : 1,
                                     listing->is_sorted ? compare_by_metric : compare_objectives,
                                     listing->is_sorted ? (void *)&r : &copy, order, diag);
    }
    noc_status status = noc_front_list_members(candidates, true, order, diag);
    if (status != NOC_OK) return status;
    size_t front_count = 0, capacity = order->count;
    for (size_t i = 0; i < order->count; i++)
        front_count += candidates->marks[order->list[i]].is_on_value_front;
    if (listing->has_limit && listing->row_limit > 0) capacity = listing->row_limit;
    if (!listing->has_limit && is_table) capacity = front_count + NOC_FRONT_OTHER_ROWS;
    qsort_r(order->list, order->count, sizeof *order->list,
            listing->has_limit && listing->row_limit > 0
                ? listing->is_sorted ? compare_by_metric : compare_by_odds
                : compare_by_value_and_odds,
            &r);
    if (capacity < order->count) {
        order->unlisted_count = order->count - capacity;
        order->count = capacity;
    }
    if (listing->is_sorted)
        qsort_r(order->list, order->count, sizeof *order->list, compare_by_metric, &r);
    return NOC_OK;
}
