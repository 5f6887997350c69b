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
    if (strcmp(key, "workload") == 0 || noc_setting_find_in(key, &network) >= 0) return NOC_OK;
    noc_setting_fault(key, text, sizeof text);
    return noc_fail(diag, NOC_EUSAGE, (noc_place){"--by", 0}, "%s", text);
}

/* A design and its value of the key. */
typedef struct member {
    size_t candidate;
    json_t *value;
} member;

/* Designs that have the key; the first compared_count candidates are compared. */
typedef struct members {
    member *list;
    size_t count, racing;
    int (*compare)(const void *a, const void *b, void *context);
    void *context;
} members;

static int compare_values(const json_t *a, const json_t *b)
{
    const bool number_a = json_is_number(a), number_b = json_is_number(b);
    if (number_a != number_b) return number_a ? -1 : 1;
    /* strverscmp sorts numbers of several networks, "8, 16", as numbers */
    if (!number_a) return strverscmp(json_string_value(a), json_string_value(b));
    const double x = json_number_value(a), y = json_number_value(b);
    return x < y ? -1 : x > y;
}

static int by_value(const void *a, const void *b, void *context)
{
    const members *m = context;
    const member *x = a, *y = b;
    const int order = compare_values(x->value, y->value);
    if (order) return order;
    const bool races_x = x->candidate < m->racing, races_y = y->candidate < m->racing;
    if (races_x != races_y) return races_x ? -1 : 1;
    return m->compare(&x->candidate, &y->candidate, m->context);
}

static noc_status add_member(const noc_front_view *v, const noc_setting_column *column, size_t i,
                             members *m, noc_diag *diag)
{
    noc_design *design = NULL;
    const noc_entry *e = noc_candidate_entry(&v->candidates->list[i]);
    const noc_status status = noc_store_rebuild(v->store, e->source, e->overrides, &design, diag);
    if (status != NOC_OK) return status;
    json_t *value = noc_setting_column_value(column, design);
    noc_design_free(design);
    if (json_is_number(value) || json_is_string(value))
        m->list[m->count++] = (member){i, value};
    else
        json_decref(value);
    return NOC_OK;
}

static noc_status add_members(const noc_front_view *v, const char *key, members *m, noc_diag *diag)
{
    noc_setting_columns columns = {0};
    noc_status status = noc_setting_columns_add(&columns, key, diag);
    for (size_t i = 0; i < v->candidates->count && status == NOC_OK; i++)
        status = add_member(v, &columns.list[0], i, m, diag);
    noc_setting_columns_clear(&columns);
    if (status == NOC_OK && m->count == 0)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--by", 0}, "no design of space %s has '%s'",
                        v->space->name, key);
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
static void keep_best(const members *m, size_t most, noc_front_order *o, FILE *barred)
{
    size_t of_value = 0;
    const char *separator = "";
    for (size_t i = 0; i < m->count; i++) {
        const member *own = &m->list[i];
        const bool same = i > 0 && compare_values(own->value, own[-1].value) == 0;
        of_value = same ? of_value + 1 : 1;
        if (own->candidate < m->racing) {
            if (most == 0 || of_value <= most) o->list[o->count++] = own->candidate;
        } else if (!same) {
            fputs(separator, barred);
            put_value(barred, own->value);
            separator = " or "; /* a value of several networks has commas itself: "16, 128" */
        }
    }
}

/* Sorts the designs by value, and lists the best designs of each value. */
static noc_status keep(members *m, size_t most, noc_front_order *o, noc_diag *diag)
{
    size_t size = 0;
    FILE *barred = open_memstream(&o->barred, &size);
    if (!barred) return noc_fail_memory(diag);
    qsort_r(m->list, m->count, sizeof *m->list, by_value, m);
    keep_best(m, most, o, barred);
    if (!noc_memory_text(barred, &o->barred)) return noc_fail_memory(diag);
    if (!*o->barred) {
        free(o->barred);
        o->barred = NULL;
    }
    return NOC_OK;
}

noc_status noc_front_groups(const noc_front_view *v, const char *key, size_t most,
                            int (*compare)(const void *a, const void *b, void *context),
                            void *context, noc_front_order *o, noc_diag *diag)
{
    const size_t room = v->candidates->count + 1;
    members m = {calloc(room, sizeof *m.list), 0, v->candidates->racing, compare, context};
    *o = (noc_front_order){.all = v->candidates, .list = calloc(room, sizeof *o->list)};
    noc_status status = m.list && o->list ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = add_members(v, key, &m, diag);
    if (status == NOC_OK) status = keep(&m, most, o, diag);
    for (size_t i = 0; i < m.count; i++) json_decref(m.list[i].value);
    free(m.list);
    if (status == NOC_OK) return NOC_OK;
    free(o->list);
    free(o->barred);
    *o = (noc_front_order){0};
    return status;
}
