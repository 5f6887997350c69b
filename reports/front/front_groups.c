#include "reports/front/front_groups.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/settings.h"
#include "explore/space/setting_columns.h"
#include "reader/design_walk.h"
#include "reports/writers/memory_text.h"

noc_status noc_front_key_check(const char *key, noc_diag *diag)
{
    char text[300];
    int network;
    if (strcmp(key, "workload") == 0 || noc_setting_find_network(key, &network) >= 0) return NOC_OK;
    noc_setting_write_fault(key, text, sizeof text);
    return noc_fail(diag, NOC_EUSAGE, (noc_place){"--by", 0}, "%s", text);
}

/* A design and its value of the key. */
typedef struct member {
    size_t candidate;
    json_t *value;
} member;

/* Designs that have the key; the first compared_count candidates are compared. */
typedef struct member_list {
    member *list;
    size_t count, compared_count;
    int (*compare)(const void *a, const void *b, void *context);
    void *context;
} member_list;

static int compare_values(const json_t *a, const json_t *b)
{
    const bool number_a = json_is_number(a), number_b = json_is_number(b);
    if (number_a != number_b) return number_a ? -1 : 1;
    /* strverscmp sorts numbers of several networks, "8, 16", as numbers */
    if (!number_a) return strverscmp(json_string_value(a), json_string_value(b));
    const double x = json_number_value(a), y = json_number_value(b);
    return x < y ? -1 : x > y;
}

static int compare_members(const void *a, const void *b, void *context)
{
    const member_list *m = context;
    const member *x = a, *y = b;
    const int order = compare_values(x->value, y->value);
    if (order) return order;
    const bool x_is_compared = x->candidate < m->compared_count,
               y_is_compared = y->candidate < m->compared_count;
    if (x_is_compared != y_is_compared) return x_is_compared ? -1 : 1;
    return m->compare(&x->candidate, &y->candidate, m->context);
}

static noc_status add_member(const noc_front_view *view, const noc_setting_column *column, size_t i,
                             member_list *m, noc_diag *diag)
{
    noc_design *design = NULL;
    const noc_entry *entry = noc_candidate_entry(&view->candidates->list[i]);
    const noc_status status =
        noc_store_rebuild_design(view->store, entry->source, entry->overrides, &design, diag);
    if (status != NOC_OK) return status;
    json_t *value = noc_setting_column_value(column, design);
    noc_design_free(design);
    if (json_is_number(value) || json_is_string(value))
        m->list[m->count++] = (member){i, value};
    else
        json_decref(value);
    return NOC_OK;
}

static noc_status add_members(const noc_front_view *view, const char *key, member_list *m,
                              noc_diag *diag)
{
    noc_setting_columns columns = {0};
    noc_status status = noc_setting_columns_add(&columns, key, diag);
    for (size_t i = 0; i < view->candidates->count && status == NOC_OK; i++)
        status = add_member(view, &columns.list[0], i, m, diag);
    noc_setting_columns_clear(&columns);
    if (status == NOC_OK && m->count == 0)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--by", 0}, "no design of space %s has '%s'",
                        view->space->name, key);
    return status;
}

static void put_value(FILE *out, const json_t *value)
{
    if (json_is_number(value))
        fprintf(out, "%.12g", json_number_value(value));
    else
        fputs(json_string_value(value), out);
}

/* Lists the best designs of each value. Writes the values without a compared design. */
static void list_best_members(const member_list *m, size_t limit, noc_front_order *order,
                              FILE *excluded_values)
{
    size_t value_rank = 0;
    const char *separator = "";
    for (size_t i = 0; i < m->count; i++) {
        const member *design = &m->list[i];
        const bool is_same_value = i > 0 && compare_values(design->value, design[-1].value) == 0;
        value_rank = is_same_value ? value_rank + 1 : 1;
        if (design->candidate < m->compared_count) {
            if (limit == 0 || value_rank <= limit) order->list[order->count++] = design->candidate;
        } else if (!is_same_value) {
            fputs(separator, excluded_values);
            put_value(excluded_values, design->value);
            separator = " or "; /* a value of several networks has commas itself: "16, 128" */
        }
    }
}

/* Sorts the designs by value, and lists the best designs of each value. */
static noc_status list_groups(member_list *m, size_t limit, noc_front_order *order, noc_diag *diag)
{
    size_t size = 0;
    FILE *excluded_values = open_memstream(&order->excluded_values, &size);
    if (!excluded_values) return noc_fail_memory(diag);
    qsort_r(m->list, m->count, sizeof *m->list, compare_members, m);
    list_best_members(m, limit, order, excluded_values);
    if (!noc_memory_text_close(excluded_values, &order->excluded_values))
        return noc_fail_memory(diag);
    if (!*order->excluded_values) {
        free(order->excluded_values);
        order->excluded_values = NULL;
    }
    return NOC_OK;
}

noc_status noc_front_list_groups(const noc_front_view *view, const char *key, size_t limit,
                                 int (*compare)(const void *a, const void *b, void *context),
                                 void *context, noc_front_order *order, noc_diag *diag)
{
    const size_t capacity = view->candidates->count + 1;
    member_list m = {calloc(capacity, sizeof *m.list), 0, view->candidates->racing_count, compare,
                     context};
    *order = (noc_front_order){.candidates = view->candidates,
                               .list = calloc(capacity, sizeof *order->list)};
    noc_status status = m.list && order->list ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = add_members(view, key, &m, diag);
    if (status == NOC_OK) status = list_groups(&m, limit, order, diag);
    for (size_t i = 0; i < m.count; i++) json_decref(m.list[i].value);
    free(m.list);
    if (status == NOC_OK) return NOC_OK;
    free(order->list);
    free(order->excluded_values);
    *order = (noc_front_order){0};
    return status;
}
