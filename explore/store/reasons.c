#include "explore/store/reasons.h"

#include <stdlib.h>
#include <string.h>

/* True if texts are equal except for numbers, which differ between designs. */
static bool is_equal_except_numbers(const char *a, const char *b)
{
    static const char digits[] = "0123456789.";
    for (;;) {
        const bool is_number_a = *a && strchr(digits, *a), is_number_b = *b && strchr(digits, *b);
        if (is_number_a && is_number_b) {
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

static bool has_equal_text(const noc_reason *r, const char *state, const char *text)
{
    if (strcmp(r->state, state) != 0) return false;
    return strcmp(state, "excluded") == 0 ? strcmp(r->example, text) == 0
                                          : is_equal_except_numbers(r->example, text);
}

/* Counts a text. The first text in order is the example, whatever the order of designs. */
static noc_status count_text(noc_arena *arena, noc_reason *r, const char *text, uint64_t count,
                             noc_diag *diag)
{
    const int order = strcmp(text, r->example);
    r->design_count += count;
    r->has_variants |= order != 0;
    if (order >= 0) return NOC_OK;
    char *copy = noc_arena_string(arena, text);
    if (!copy) return noc_fail_memory(diag);
    noc_arena_release(arena, r->example);
    r->example = copy;
    return NOC_OK;
}

noc_status noc_reason_list_add(noc_reason_list *list, const char *state, const char *text,
                               uint64_t count, noc_diag *diag)
{
    for (size_t i = 0; i < list->count; i++)
        if (has_equal_text(&list->reasons[i], state, text))
            return count_text(&list->memory, &list->reasons[i], text, count, diag);
    noc_reason *grown =
        noc_arena_resize(&list->memory, list->reasons, list->count + 1, sizeof *grown);
    const noc_reason added = {noc_arena_string(&list->memory, state),
                              noc_arena_string(&list->memory, text), count, false};
    if (grown) list->reasons = grown;
    if (list->memory.is_short) return noc_fail_memory(diag);
    grown[list->count++] = added;
    return NOC_OK;
}

static int compare_counts(const void *a, const void *b)
{
    const noc_reason *x = a, *y = b;
    if (x->design_count != y->design_count) return x->design_count < y->design_count ? 1 : -1;
    return strcmp(x->example, y->example);
}

void noc_reason_list_sort(noc_reason_list *list)
{
    if (list->count) qsort(list->reasons, list->count, sizeof *list->reasons, compare_counts);
}

uint64_t noc_reason_list_count(const noc_reason_list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->reasons[i].example, text) == 0) return list->reasons[i].design_count;
    return 0;
}

void noc_reason_list_clear(noc_reason_list *list)
{
    noc_arena_clear(&list->memory);
    *list = (noc_reason_list){0};
}
