/* Arenas against a list of the expected contents: any order of allocations, resizes and releases
 * keeps every other array as it was. */
#include "base/arena.h"
#include "base/auto.h"
#include "base/random.h"
#include "tests/support/helpers.h"

enum { ARRAYS = 64, STEPS = 5000, COUNT_MAX = 40 };

typedef struct expected_array {
    uint32_t *list;
    size_t count;
    uint32_t first; /* element i is first + i */
} expected_array;

static void fill(expected_array *a, uint32_t first)
{
    a->first = first;
    for (size_t i = 0; i < a->count; i++) a->list[i] = first + (uint32_t)i;
}

static void check(const expected_array *a, size_t count)
{
    for (size_t i = 0; i < count; i++) assert_int_equal(a->list[i], a->first + (uint32_t)i);
}

/* Allocates, resizes or releases an array. */
static void change(noc_arena *arena, expected_array *a, noc_random *random, uint32_t first)
{
    const size_t count = noc_random_next(random) % COUNT_MAX, kept = a->count;
    if (!a->list) {
        a->list = noc_arena_array(arena, count, sizeof *a->list);
        for (size_t i = 0; i < count; i++) assert_int_equal(a->list[i], 0);
    } else if (first % 3 == 0) {
        noc_arena_release(arena, a->list);
        *a = (expected_array){0};
        return;
    } else {
        a->list = noc_arena_resize(arena, a->list, count, sizeof *a->list);
        check(a, count < kept ? count : kept);
    }
    assert_non_null(a->list);
    a->count = count;
    fill(a, first);
}

static void check_changes(void **state)
{
    (void)state;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    expected_array arrays[ARRAYS] = {0};
    noc_random random = noc_random_stream(1, 0);
    for (uint32_t step = 0; step < STEPS; step++) {
        change(&arena, &arrays[noc_random_next(&random) % ARRAYS], &random, step);
        for (size_t i = 0; i < ARRAYS; i++) check(&arrays[i], arrays[i].count);
    }
    assert_false(arena.is_short);
}

/* Sizes that no machine has fail, by their product or by their sum, and are noted. */
static void check_shortage(void **state)
{
    (void)state;
    static const size_t cases[][2] = {{SIZE_MAX / 2, 4}, {1, SIZE_MAX}, {SIZE_MAX - 8, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        noc_arena arena = {0};
        assert_null(noc_arena_array(&arena, cases[i][0], cases[i][1]));
        assert_true(arena.is_short);
        uint32_t *list = noc_arena_array(&arena, 2, sizeof *list);
        list[1] = 7;
        assert_null(noc_arena_resize(&arena, list, cases[i][0], cases[i][1]));
        assert_int_equal(list[1], 7);
        noc_arena_clear(&arena);
        assert_false(arena.is_short);
        assert_null(arena.parts);
    }
}

static void check_texts(void **state)
{
    (void)state;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    NOC_AUTO_FREE char *longest = malloc(1001);
    memset(longest, 'x', 1000);
    longest[1000] = '\0';
    assert_string_equal(noc_arena_text(&arena, "%d of %s", 3, "4"), "3 of 4");
    assert_string_equal(noc_arena_string(&arena, longest), longest);
    assert_string_equal(noc_arena_copy(&arena, longest, 1001, 1), longest);
    assert_non_null(noc_arena_copy(&arena, NULL, 0, 8));
    noc_arena_release(&arena, NULL);
}

int main(void)
{
    test_list list = {0};
    test_add(&list, "changes", check_changes);
    test_add(&list, "shortage", check_shortage);
    test_add(&list, "texts", check_texts);
    return test_run("arena", &list);
}
