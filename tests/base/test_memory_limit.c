/* The memory that a run may hold: words for sizes, refusals, and threads that share it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "base/memory_limit.h"
#include "tests/support/helpers.h"

typedef struct words_case {
    const char *name;
    double bytes;
    const char *words;
} words_case;

static const words_case words[] = {
    {"none", 0, "0 bytes"},
    {"bytes", 100, "100 bytes"},
    {"a kilobyte", 1024, "1 KiB"},
    {"half a gibibyte", 0x1p29, "512 MiB"},
    {"a gibibyte", 0x1p30, "1 GiB"},
    {"a byte more than that", 0x1p30 + 1, "1.01 GiB"},
    {"512 MB", 512e6, "489 MiB"},
    {"five", 5 * 0x1p30, "5 GiB"},
    {"more than there is", 3e15, "2729 TiB"},
};

static void size_has_its_words(void **state)
{
    const words_case *c = *state;
    char text[NOC_MEMORY_CHARS];
    noc_memory_describe_bytes(c->bytes, text);
    assert_string_equal(text, c->words);
}

/* The test's program does not count what it holds, so the limit bounds each step of a list. */
static void list_grows_up_to_the_limit(void **state)
{
    (void)state;
    double beyond = 0.0;
    size_t room = 0, count = 0;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    unsigned char *list = NULL;
    noc_diag diag = {0};
    noc_memory_limit_set(1 << 20);
    while (noc_list_make_limited_room(&arena, &list, count + 1, &room, 8, &beyond)) {
        for (size_t i = 8 * count; i < 8 * room; i++) assert_int_equal(list[i], 0);
        while (count < room) list[8 * count++] = 1;
        assert_true(count < 1 << 20);
    }
    assert_true(8 * count >= 1 << 20 && beyond > 1 << 20);
    assert_int_equal(noc_list_report_failure(beyond, (noc_place){"f.csv", 7}, "the list", &diag),
                     NOC_EINPUT);
    assert_contains(diag.messages[0].text, "the list would need 1.29 MiB of memory (limit 1 MiB");
    noc_diag_clear(&diag);
    noc_memory_limit_set(NOC_MEMORY_DEFAULT);
}

enum { THREADS = 6, TURNS = 300, PARTS = 3 };

/* A third of the usual limit, but for the program itself. */
static const uint64_t part = (UINT64_C(1) << 30) / PARTS - (1 << 23);

static atomic_int inside, most_inside;

static void *take_turns(void *nothing)
{
    for (int i = 0; i < TURNS; i++) {
        if (i % 2)
            noc_memory_reserve(part);
        else if (!noc_memory_try_reserve(part))
            continue;
        const int now = atomic_fetch_add(&inside, 1) + 1;
        for (int most = atomic_load(&most_inside);
             most < now && !atomic_compare_exchange_weak(&most_inside, &most, now);)
            ;
        atomic_fetch_sub(&inside, 1);
        noc_memory_release(part);
    }
    return nothing;
}

static void threads_share_the_limit(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_turns, NULL), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_in_range(atomic_load(&most_inside), 1, PARTS);
    noc_memory_reserve(UINT64_C(1) << 40); /* a reservation beyond the limit stands alone */
    assert_false(noc_memory_try_reserve(1));
    noc_memory_release(UINT64_C(1) << 40);
}

/* Fractions leave more than 0 when they are taken away in another order, 0.1 + 0.2 - 0.1 - 0.2
 * among them; a thread that waits for nothing to be reserved would wait on. */
static void nothing_stays_reserved(void **state)
{
    (void)state;
    static const double shares[] = {0.1, 0.2, 0x1p28 / 3, 0x1p28 / 7};
    const uint64_t much = noc_memory_round_up(1e300);
    for (size_t i = 0; i < 4; i++) noc_memory_reserve(noc_memory_round_up(shares[i]));
    for (size_t i = 0; i < 4; i++) noc_memory_release(noc_memory_round_up(shares[i]));
    assert_true(noc_memory_try_reserve(much));
    assert_false(noc_memory_try_reserve(much));
    noc_memory_release(much);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "words", words, size_has_its_words);
    test_add(&list, "a list grows up to the limit", list_grows_up_to_the_limit);
    test_add(&list, "what is released leaves nothing", nothing_stays_reserved);
    test_add(&list, "threads share the limit", threads_share_the_limit);
    return test_run("memory limit", &list);
}
