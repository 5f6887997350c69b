#include "explore/store/reasons.h"

#include <stdlib.h>
#include <string.h>

/* True if texts are equal except for numbers, which differ between designs. */
static bool same_but_numbers(const char *a, const char *b)
{
    static const char digits[] = "0123456789.";
    for (;;) {
        const bool number_a = *a && strchr(digits, *a), number_b = *b && strchr(digits, *b);
        if (number_a && number_b) {
            a += strspn(a, digits);
            b += strspn(b, digits);
            continue;
        }
        if (*a != *b) return false;
        if (!*a) return true;
        a++;
        b++;
    }
}

static bool is_same(const noc_reason *r, const char *state, const char *text)
{
    if (strcmp(r->state, state) != 0) return false;
    return strcmp(state, "excluded") == 0 ? strcmp(r->text, text) == 0
                                          : same_but_numbers(r->text, text);
}

/* Counts a text. The first text in order is the example, whatever the order of designs. */
static noc_status add_to(noc_reason *r, const char *text, uint64_t count, noc_diag *diag)
{
    const int order = strcmp(text, r->text);
    r->count += count;
    r->varies |= order != 0;
    if (order >= 0) return NOC_OK;
    char *copy = strdup(text);
    if (!copy) return noc_fail_memory(diag);
    free(r->text);
    r->text = copy;
    return NOC_OK;
}

static void clear(noc_reason *r)
{
    free(r->state);
    free(r->text);
}

noc_status noc_reason_list_add(noc_reason_list *list, const char *state, const char *text,
                               uint64_t count, noc_diag *diag)
{
    for (size_t i = 0; i < list->count; i++)
        if (is_same(&list->reasons[i], state, text))
            return add_to(&list->reasons[i], text, count, diag);
    noc_reason *grown = realloc(list->reasons, (list->count + 1) * sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    list->reasons = grown;
    noc_reason added = {strdup(state), strdup(text), count, false};
    if (!added.state || !added.text) {
        clear(&added);
        return noc_fail_memory(diag);
    }
    grown[list->count++] = added;
    return NOC_OK;
}

static int by_count(const void *a, const void *b)
{
    const noc_reason *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return strcmp(x->text, y->text);
}

void noc_reason_list_sort(noc_reason_list *list)
{
    if (list->count) qsort(list->reasons, list->count, sizeof *list->reasons, by_count);
}

uint64_t noc_reason_list_count(const noc_reason_list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->reasons[i].text, text) == 0) return list->reasons[i].count;
    return 0;
}

void noc_reason_list_clear(noc_reason_list *list)
{
    for (size_t i = 0; i < list->count; i++) clear(&list->reasons[i]);
    free(list->reasons);
    *list = (noc_reason_list){0};
}
