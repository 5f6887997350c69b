/* Searches of sets on a circle, against a walk over their members. */
#include "base/bitset.h"
#include "base/random.h"
#include "tests/support/helpers.h"

enum { WORDS_MAX = 3, SETS = 200 };

typedef struct set_case {
    const char *name;
    unsigned words;
} set_case;

static const set_case cases[] = {{"one word", 1}, {"two words", 2}, {"three words", WORDS_MAX}};

/* The first member at or after `from`, one by one. */
static unsigned walk(const uint64_t *set, unsigned words, unsigned from)
{
    unsigned i = from % (64 * words);
    while (!noc_set_has(set, i)) i = (i + 1) % (64 * words);
    return i;
}

/* Sets of few members and of many, from every position, the end of the circle among them. */
static void check_sets(void **state)
{
    const unsigned words = ((const set_case *)*state)->words;
    noc_random random = noc_random_stream(1, words);
    for (unsigned k = 0; k < SETS; k++) {
        uint64_t set[WORDS_MAX] = {0};
        for (unsigned left = 1 + k % 40; left > 0; left--)
            noc_set_add(set, (unsigned)(noc_random_next(&random) % (64 * words)));
        for (unsigned from = 0; from <= 64 * words; from++)
            assert_int_equal(noc_set_first_from(set, words, from), walk(set, words, from));
    }
}

static void check_masks(void **state)
{
    (void)state;
    noc_random random = noc_random_stream(1, 0);
    for (unsigned k = 0; k < SETS; k++) {
        const uint32_t mask = (uint32_t)noc_random_next(&random) >> k % 32 | 1u << k % 32;
        for (unsigned from = 0; from <= 32; from++) {
            unsigned i = from % 32;
            while (!(mask >> i & 1)) i = (i + 1) % 32;
            assert_int_equal(noc_mask_first_from(mask, from), i);
        }
    }
}

int main(void)
{
    test_list list = {0};
    TEST_TABLE(&list, cases, check_sets);
    test_add(&list, "masks", check_masks);
    return test_run("bitset", &list);
}
