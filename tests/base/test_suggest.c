/* The nearest name for a mistyped one: near enough, and the only one that near. */
#include <string.h>

#include "base/suggest.h"
#include "tests/support/helpers.h"

typedef struct distance_case {
    const char *name, *a, *b;
    size_t distance;
} distance_case;

#define X10 "xxxxxxxxxx"
#define X60 X10 X10 X10 X10 X10 X10

static const distance_case distances[] = {
    {"equal words are 0 apart", "islip", "islip", 0},
    {"two empty words are 0 apart", "", "", 0},
    {"a word is its length from the empty word", "", "mesh", 4},
    {"the empty word is as far from a word", "mesh", "", 4},
    {"a changed letter is one edit", "mesh", "mush", 1},
    {"a missing letter is one edit", "uniform", "unform", 1},
    {"a letter too many is one edit", "uniform", "unniform", 1},
    {"swapped neighbours are one edit", "widht", "width", 1},
    {"a swap with a letter between is three edits", "ca", "abc", 3},
    {"upper and lower case differ", "XY", "xy", 2},
    {"unlike words of one length differ in each letter", "mesh", "ring", 4},
    {"63 letters count", X60 "abc", X60 "abd", 1},
    {"letters after the 63rd do not", X60 "abcd", X60 "abce", 0},
};

static void distance_is_as_expected_both_ways(void **state)
{
    const distance_case *c = *state;
    assert_int_equal(noc_edit_distance(c->a, c->b), c->distance);
    assert_int_equal(noc_edit_distance(c->b, c->a), c->distance);
}

NOC_NAMES(name_at, "flit_bytes", "buffer_flits", "rows", "columns", "xy", "yx", "clock_mhz")

static const char *no_name_at(size_t i)
{
    (void)i;
    return NULL;
}

typedef struct nearest_case {
    const char *name, *wanted;
    noc_name_list names;
    const char *nearest; /* NULL: no suggestion */
} nearest_case;

static const nearest_case nearests[] = {
    {"one edit in a short word", "rosw", name_at, "rows"},
    {"three edits in a word of ten letters", "flitbyte", name_at, "flit_bytes"},
    {"the word itself", "columns", name_at, "columns"},
    {"two edits are too many for a short word", "rwo", name_at, NULL},
    {"a word like none of them", "temperature", name_at, NULL},
    {"one edit in a word of two letters", "zx", name_at, "yx"},
    {"the part before the unit", "clok", name_at, "clock_mhz"},
    {"a part before the unit that is too short", "clo", name_at, NULL},
    {"two names equally near", "xx", name_at, NULL},
    {"one letter in the middle of nowhere", "q", name_at, NULL},
    {"the empty word", "", name_at, NULL},
    {"no names at all", "rows", no_name_at, NULL},
};

static void nearest_is_as_expected(void **state)
{
    const nearest_case *c = *state;
    const char *nearest = noc_find_nearest_name(c->wanted, c->names);
    if (c->nearest)
        assert_string_equal(nearest ? nearest : "(none)", c->nearest);
    else
        assert_null(nearest);
}

static void a_name_shown_twice_is_no_tie(void **state)
{
    (void)state;
    noc_nearest_search nearest = {.wanted = "rosw"};
    noc_nearest_consider(&nearest, "rows");
    noc_nearest_consider(&nearest, "rows");
    assert_string_equal(noc_nearest_name(&nearest), "rows");
}

static void a_nearer_name_ends_a_tie(void **state)
{
    (void)state;
    noc_nearest_search nearest = {.wanted = "mesh"};
    noc_nearest_consider(&nearest, "mess");
    noc_nearest_consider(&nearest, "mest");
    assert_null(noc_nearest_name(&nearest));
    noc_nearest_consider(&nearest, "mesh");
    assert_string_equal(noc_nearest_name(&nearest), "mesh");
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, distances, distance_is_as_expected_both_ways);
    TEST_TABLE(&list, nearests, nearest_is_as_expected);
    test_add(&list, "a name shown twice is no tie", a_name_shown_twice_is_no_tie);
    test_add(&list, "a nearer name ends a tie", a_nearer_name_ends_a_tie);
    return test_run("suggest", &list);
}
