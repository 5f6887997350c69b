/* Suites: what they draw, refuse, and find again of what was measured. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/training/suites/suite_read.h"
#include "hybrid/training/suites/suite_record.h"
#include "tests/support/designs/suites.h"
#include "tests/support/helpers.h"
#include "tests/support/rows/booksim_rows.h"

static void draws_are_the_same_each_time_and_a_larger_count_adds_to_them(void **state)
{
    noc_suite small, large, part;
    char a[40], b[40], c[40];
    (void)state;
    assert_int_equal(test_read_suite(TEST_DRAWN("12"), &small, NULL, a), NOC_OK);
    assert_int_equal(test_read_suite(TEST_DRAWN("24"), &large, NULL, b), NOC_OK);
    assert_int_equal(test_read_suite(TEST_DRAWN("12; without = (0, 7)"), &part, NULL, c), NOC_OK);
    assert_int_equal(small.count, 12);
    assert_int_equal(large.count, 24);
    assert_int_equal(part.count, 10);
    for (size_t i = 0; i < small.count; i++) {
        assert_string_equal(small.cases[i].name, large.cases[i].name);
        assert_string_equal(small.cases[i].design->hash, large.cases[i].design->hash);
    }
    assert_string_equal(part.cases[0].design->hash, small.cases[1].design->hash);
    assert_string_equal(part.cases[6].name, "m-8");
    noc_suite_clear(&small);
    noc_suite_clear(&large);
    noc_suite_clear(&part);
    unlink(a);
    unlink(b);
    unlink(c);
}

/* Every third is drawn like the others, and what learns does not see it. */
static void every_third_is_held_back(void **state)
{
    noc_suite s, free_ones, all;
    char a[40], b[40];
    (void)state;
    assert_int_equal(test_read_suite(TEST_DRAWN("9; held_back = 3; without = (2)"), &s, NULL, a),
                     NOC_OK);
    assert_int_equal(test_read_suite(TEST_DRAWN("9"), &free_ones, NULL, b), NOC_OK);
    assert_int_equal(s.count, 8);
    for (size_t i = 0; i < s.count; i++) {
        const size_t number = i < 2 ? i : i + 1; /* m-2 is left out */
        assert_string_equal(s.cases[i].design->hash, free_ones.cases[number].design->hash);
        assert_int_equal(s.cases[i].is_held_back, number == 5 || number == 8);
        assert_false(free_ones.cases[number].is_held_back);
        s.cases[i].is_measured = i != 0;
        s.measured_count += s.cases[i].is_measured;
    }
    assert_int_equal(noc_suite_join(&s, &all, NULL), NOC_OK);
    assert_int_equal(all.count, 6);
    assert_int_equal(all.measured_count, 5);
    for (size_t i = 0; i < all.count; i++) assert_false(all.cases[i].is_held_back);
    noc_arena_clear(&all.arena);
    noc_suite_keep_held_back(&s);
    assert_int_equal(s.measured_count, 2);
    noc_suite_clear(&s);
    noc_suite_clear(&free_ones);
    unlink(a);
    unlink(b);
}

/* A codec changes what packets meet, so measurements are of designs with or without it. */
static void measurements_are_of_a_codec(void **state)
{
    noc_suite s;
    char path[40];
    (void)state;
    assert_int_equal(
        test_read_suite("name = \"t\"; families = ( { name = \"m\"; count = 2; set = { codec = { "
                        "cycles = 0; }; network = { topology = \"crossbar\"; }; nodes = { compute "
                        "= 12; memory = 4; }; }; vary = ( { key = \"codec.cycles\"; values = (0, "
                        "3); } ); } );",
                        &s, NULL, path),
        NOC_OK);
    assert_int_equal(s.count, 2);
    assert_string_not_equal(s.cases[0].id, s.cases[1].id);
    noc_suite_clear(&s);
    unlink(path);
}

/* A Sobol sequence takes each of two values in half of its points, each of three in a third, within
 * one or two; o1turn needs four VCs for two classes, so its invalid points are passed over. */
static void draws_spread_over_all_values(void **state)
{
    noc_suite s;
    char path[40];
    size_t buffers = 0, scattered = 0, columns = 0;
    (void)state;
    assert_int_equal(test_read_suite(TEST_DRAWN("48"), &s, NULL, path), NOC_OK);
    for (size_t i = 0; i < s.count; i++) {
        const noc_design *d = s.cases[i].design;
        assert_non_null(d);
        buffers += d->networks[0].buffer_flits == 4;
        columns += d->nodes.compute == 12;
        bool rows[5] = {false};
        for (size_t m = 0; m < d->nodes.memory_positions.count; m++)
            rows[d->nodes.memory_positions.values[m].row] = true;
        scattered += rows[1] || rows[2] || rows[3];
    }
    assert_in_range(buffers, 20, 28);
    assert_in_range(columns, 18, 30);
    assert_in_range(scattered, 12, 36);
    noc_suite_clear(&s);
    unlink(path);
}

#define RANGES(count)                                                                             \
    "name = \"t\"; families = ( { name = \"m\"; count = " count "; seed = 5; fill = true;"        \
    " random_hot = 3; set = { network = { topology = \"mesh\"; }; nodes = { memory = 0; };"       \
    " traffic = { pattern = \"hotspot\"; }; }; vary = ("                                          \
    "  { key = \"network.columns\"; from = 2; to = 9; }, { key = \"network.rows\"; from = 3; to " \
    "= "                                                                                          \
    "5; },  { key = \"network.buffer_flits\"; from = 1; to = 64; by_ratio = true; } ); } );"

/* Of a Sobol sequence's points as many lie in one part of a range as in another, within a few:
 * numbers from 2 to 9 in halves, those from 1 to 64 by ratio with as many up to 7 as beyond (7.06^2
 * = 65 - but for rounding down). */
static void ranges_of_numbers_are_spread_over_and_tiles_filled(void **state)
{
    noc_suite s;
    char path[40];
    size_t few = 0, shallow = 0, ends = 0, hot[4] = {0};
    (void)state;
    assert_int_equal(test_read_suite(RANGES("64"), &s, NULL, path), NOC_OK);
    for (size_t i = 0; i < s.count; i++) {
        const noc_design *d = s.cases[i].design;
        const noc_graph *g = &s.cases[i].system->graph;
        const noc_integers *nodes = &d->traffic.hotspot_nodes;
        assert_int_equal(d->nodes.compute, g->columns * g->rows);
        assert_in_range(g->columns, 2, 9);
        assert_in_range(g->rows, 3, 5);
        assert_in_range(d->networks[0].buffer_flits, 1, 64);
        assert_in_range(nodes->count, 1, 3);
        few += g->columns < 6;
        shallow += d->networks[0].buffer_flits <= 7;
        ends += g->columns == 2 || g->columns == 9;
        hot[nodes->count]++;
        for (size_t k = 0; k < nodes->count; k++)
            for (size_t j = 0; j < k; j++) assert_int_not_equal(nodes->values[k], nodes->values[j]);
    }
    assert_in_range(few, 30, 34);
    assert_in_range(shallow, 30, 34);
    assert_in_range(ends, 14, 18);
    for (size_t k = 1; k <= 3; k++) assert_in_range(hot[k], 10, 34);
    noc_suite_clear(&s);
    unlink(path);
}

static void a_bad_design_is_named_and_the_others_go_on(void **state)
{
    static const char text[] =
        "name = \"t\"; families = ( { name = \"f\"; designs = ("
        " { name = \"good\"; nodes = { compute = 16; }; network = { topology = \"mesh\"; columns = "
        "4;"
        " rows = 4; }; traffic = { pattern = \"uniform\"; }; },"
        " { name = \"bad\"; nodes = { compute = 16; }; network = { topology = \"mush\"; columns = "
        "4;"
        " rows = 4; }; traffic = { pattern = \"uniform\"; }; }, \"/nowhere.cfg\" ); } );";
    noc_suite s;
    char path[40];
    (void)state;
    assert_int_equal(test_read_suite(text, &s, NULL, path), NOC_OK);
    assert_int_equal(s.count, 3);
    assert_int_equal(s.bad_count, 2);
    assert_non_null(s.cases[0].system);
    assert_null(s.cases[1].design);
    assert_string_equal(s.cases[1].name, "bad");
    assert_contains(s.cases[1].fault, "mush");
    assert_contains(s.cases[2].fault, "/nowhere.cfg");
    noc_suite_clear(&s);
    unlink(path);
}

typedef struct wrong_suite {
    const char *name, *text, *message;
} wrong_suite;

static const wrong_suite wrong_suites[] = {
    {"no families", "name = \"t\";", "families"},
    {"no name", "families = ( { name = \"f\"; designs = (\"a\"); } );", "name is missing"},
    {"a mistyped setting",
     "name = \"t\"; sead = 1; families = ( { name = \"f\"; designs = (); } );",
     "did you mean 'seed'"},
    {"neither designs nor a count", "name = \"t\"; families = ( { name = \"f\"; } );",
     "needs designs, or a count"},
    {"a share of more than 1",
     "name = \"t\"; shares = (0.5, 1.5); families = ( { name = \"f\"; designs = (); } );",
     "shares"},
    {"a range that ends before it begins",
     "name = \"t\"; families = ( { name = \"f\"; count = 2; vary = ( { key = "
     "\"network.virtual_channels\"; from = 8; to = 1; } ); } );",
     "from, to: expected whole numbers, from 0"},
    {"a range by ratios from 0",
     "name = \"t\"; families = ( { name = \"f\"; count = 2; vary = ( { key = "
     "\"network.channel_cycles\"; from = 0; to = 8; by_ratio = true; } ); } );",
     "from, to: expected whole numbers, from 1"},
    {"fewer than no hot nodes",
     "name = \"t\"; families = ( { name = \"f\"; count = 2; random_hot = -1; vary = ( { key = "
     "\"network.virtual_channels\"; values = (2); } ); } );",
     "random_hot: expected how many"},
    {"every design held back",
     "name = \"t\"; families = ( { name = \"f\"; count = 2; held_back = 1; vary = ( { key = "
     "\"network.virtual_channels\"; values = (2); } ); } );",
     "held_back: expected an integer in 2"},
    {"draws that are never valid",
     "name = \"t\"; families = ( { name = \"f\"; count = 2; set = { network = { topology = "
     "\"mush\"; }; }; vary = ( { key = \"nodes.compute\"; values = (4); } ); } );",
     "only 0 are valid"},
};

static void is_refused(void **state)
{
    const wrong_suite *c = *state;
    noc_suite s;
    noc_diag diag = {0};
    char path[40];
    assert_int_equal(test_read_suite(c->text, &s, &diag, path), NOC_EINPUT);
    assert_true(diag.count > 0);
    assert_contains(diag.messages[0].text, c->message);
    noc_diag_clear(&diag);
    noc_suite_clear(&s);
    unlink(path);
}

/* What is written is what was measured, and belongs to the same settings only. */
static void measurements_are_found_again(void **state)
{
    noc_suite s, again;
    char path[40], records[48];
    (void)state;
    assert_int_equal(test_read_suite(TEST_DRAWN("3"), &s, NULL, path), NOC_OK);
    for (size_t i = 0; i < 2; i++) {
        s.cases[i].is_measured = true;
        s.cases[i].record = (noc_suite_record){.saturation = 0.1 + (double)i,
                                               .saturation_half_width = 0.01,
                                               .knee = NAN,
                                               .count = s.share_count};
        for (size_t p = 0; p < s.share_count; p++)
            s.cases[i].record.points[p] = (noc_suite_point){.share = s.shares[p],
                                                            .load = 0.01,
                                                            .latency = 20.0,
                                                            .half_width = 0.1,
                                                            .network = 18.0,
                                                            .request = NAN,
                                                            .reply = NAN,
                                                            .window = 20.5,
                                                            .answer = NOC_ANSWER_OK};
    }
    char *text = noc_suite_text(&s, "test");
    snprintf(records, sizeof records, "%s.json", path);
    FILE *out = fopen(records, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    assert_int_equal(noc_suite_read(path, NULL, &again, NULL), NOC_OK);
    assert_int_equal(noc_suite_load(&again, records, NULL), NOC_OK);
    assert_int_equal(again.measured_count, 2);
    assert_true(again.cases[0].is_measured && again.cases[1].is_measured &&
                !again.cases[2].is_measured);
    assert_near(again.cases[1].record.saturation, 1.1, 1e-9);
    assert_true(isnan(again.cases[0].record.knee));
    assert_near(again.cases[0].record.points[4].share, 0.9, 1e-9);
    text[strlen(text) / 2] = '\0';
    out = fopen(records, "w");
    fputs(text, out);
    fclose(out);
    noc_diag diag = {0};
    assert_int_equal(noc_suite_load(&again, records, &diag), NOC_EINPUT);
    assert_contains(diag.messages[0].text, "damaged");
    noc_diag_clear(&diag);
    free(text);
    noc_suite_clear(&s);
    noc_suite_clear(&again);
    unlink(path);
    unlink(records);
}

/* The shipped reference suite says what the rows say. */
static void the_booksim_suite_is_the_rows(void **state)
{
    (void)state;
    noc_suite s = test_shipped_suite("booksim");
    booksim b = booksim_read("booksim.csv");
    assert_int_equal(s.bad_count, 0);
    assert_int_equal(s.measured_count, b.count);
    for (size_t i = 0; i < s.count; i++) {
        const noc_suite_case *c = &s.cases[i];
        const booksim_family *f = booksim_find(&b, c->name);
        assert_non_null(f);
        test_system t = test_compile(f->design, NULL);
        assert_string_equal(t.design->hash, c->design->hash);
        assert_near(c->record.saturation, f->saturation, 1e-6);
        for (size_t p = 0; p < c->record.count; p++) {
            size_t found = 0;
            for (size_t r = 0; r < f->count; r++)
                found += f->rows[r].load == c->record.points[p].load &&
                         fabs(f->rows[r].latency - c->record.points[p].latency) < 1e-6;
            assert_int_equal(found, 1);
        }
        test_system_free(&t);
    }
    booksim_free(&b);
    noc_suite_clear(&s);
}

int main(void)
{
    static test_list list;
    test_add(&list, "draws are the same each time, and a larger count adds to them",
             draws_are_the_same_each_time_and_a_larger_count_adds_to_them);
    test_add(&list, "every third is held back", every_third_is_held_back);
    test_add(&list, "measurements are of a codec", measurements_are_of_a_codec);
    test_add(&list, "draws spread over all values", draws_spread_over_all_values);
    test_add(&list, "ranges of numbers are spread over, and tiles filled",
             ranges_of_numbers_are_spread_over_and_tiles_filled);
    test_add(&list, "a bad design is named, the others go on",
             a_bad_design_is_named_and_the_others_go_on);
    TEST_TABLE_PREFIXED(&list, "a suite is refused", wrong_suites, is_refused);
    test_add(&list, "measurements are found again", measurements_are_found_again);
    test_add(&list, "the booksim suite is its reference rows", the_booksim_suite_is_the_rows);
    return test_run("suites", &list);
}
