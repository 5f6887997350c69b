/* Includes never point up, nor in circles: the tree's own, and made ones that do. */
#include <stdlib.h>

#include "tests/helpers.h"
#include "tests/house/circles.h"
#include "tests/house/includes.h"
#include "tests/house/made.h"

/* ---- the tree ------------------------------------------------------------------------------- */

static void count_one(void *context, const char *path)
{
    (void)path;
    ++*(size_t *)context;
}

/* The other tests say nothing if there is nothing to read. */
static void the_tree_is_seen(void **state)
{
    (void)state;
    static const char *const floors[] = {"network", "analytic", "sampler", "power_area",
                                         "hybrid",  "explore",  "reports", "cli"};
    const house_sources *s = house_real_sources();
    size_t includes = 0;
    for (size_t i = 0; i < s->count; i++) house_includes(&s->files[i], count_one, &includes);
    assert_true(s->count > 400);
    assert_true(includes > 1000);
    for (size_t i = 0; i < TEST_COUNT(floors); i++)
        assert_true(house_floor_find(house_real_floors(), floors[i]) != SIZE_MAX);
}

/* Each floor uses those below it, and they do not use it. */
static void links_go_down(void **state)
{
    (void)state;
    static const char *const order[][2] = {
        {"analytic", "network"}, {"sampler", "network"}, {"power_area", "network"},
        {"hybrid", "analytic"},  {"hybrid", "sampler"},  {"hybrid", "power_area"},
        {"explore", "hybrid"},   {"reports", "explore"}, {"cli", "reports"}};
    const house_floors *f = house_real_floors();
    for (size_t i = 0; i < TEST_COUNT(order); i++) {
        const size_t above = house_floor_find(f, order[i][0]),
                     below = house_floor_find(f, order[i][1]);
        assert_true(f->uses[above][below]);
        assert_false(f->uses[below][above]);
    }
    house_breaches found = {0};
    house_check_links(f, &found);
    house_assert_known(&found, "links");
}

static void no_include_points_up(void **state)
{
    (void)state;
    house_breaches found = {0};
    house_check_up(house_real_sources(), house_real_floors(), &found);
    house_assert_known(&found, "up");
}

static void no_files_include_each_other(void **state)
{
    (void)state;
    house_breaches found = {0};
    house_check_circles(house_real_sources(), &found);
    house_assert_known(&found, "circle");
}

static void no_rooms_include_each_other(void **state)
{
    (void)state;
    house_breaches found = {0};
    house_check_rooms(house_real_sources(), &found);
    house_assert_known(&found, "rooms");
}

/* ---- made trees ----------------------------------------------------------------------------- */

static const char made_links[] = "network\nanalytic network\nsampler network\npower_area network\n"
                                 "hybrid analytic sampler power_area\nexplore hybrid\n";

typedef struct made_tree {
    const char *name;
    made_file files[5];
    size_t breaches;
    const char *key, *text; /* NULL: nothing is wrong */
} made_tree;

static const made_tree up[] = {
    {"down is right",
     {{"hybrid/a.c", "#include \"network/b.h\"\n"}, {"network/b.h", ""}},
     0,
     NULL,
     NULL},
    {"any way down is right", {{"explore/a.c", "#include \"analytic/b.h\"\n"}}, 0, NULL, NULL},
    {"up",
     {{"network/a.c", "#include <math.h>\n\n#include \"hybrid/b.h\"\n"}, {"hybrid/b.h", ""}},
     1,
     "up network/a.c hybrid/b.h",
     "network/a.c includes hybrid/b.h: hybrid lies above network; what network needs of it belongs "
     "down in network"},
    {"from one reader to another",
     {{"analytic/deep/a.h", "#include \"sampler/b.h\"\n"}, {"sampler/b.h", ""}},
     1,
     "up analytic/deep/a.h sampler/b.h",
     "analytic and sampler do not know each other"},
    {"to the tests",
     {{"network/a.c", "#include \"tests/b.h\"\n"}},
     1,
     "up network/a.c tests/b.h",
     "tests is no floor of the product"},
    {"a folder that nobody builds",
     {{"attic/a.c", ""}},
     1,
     "up attic",
     "no target of CMakeLists.txt has sources in attic/"},
    {"in a comment", {{"network/a.c", "/*\n#include \"hybrid/b.h\"\n*/\n"}}, 0, NULL, NULL},
    {"a file of the tests may", {{"tests/a.c", "#include \"hybrid/b.h\"\n"}}, 0, NULL, NULL},
};

static void up_is_found(void **state)
{
    const made_tree *made = *state;
    const house_floors floors = house_floors_read(made_links);
    house_sources sources = made_sources(made->files);
    house_breaches found = {0};
    house_check_up(&sources, &floors, &found);
    house_sources_free(&sources);
    made_assert(&found, made->breaches, made->key, made->text);
}

static const made_tree circles[] = {
    {"a row",
     {{"a/a.h", "#include \"a/b.h\"\n"}, {"a/b.h", "#include \"a/c.h\"\n"}, {"a/c.h", ""}},
     0,
     NULL,
     NULL},
    {"itself", {{"a/a.h", "#include \"a/a.h\"\n"}}, 1, "circle a/a.h a/a.h", "(a/a.h > a/a.h)"},
    {"three",
     {{"a/a.h", "#include \"a/b.h\"\n"},
      {"a/b.h", "#include \"b/c.h\"\n"},
      {"b/c.h", "#include \"a/a.h\"\n"}},
     3,
     "circle a/b.h b/c.h",
     "a/b.h includes b/c.h in a circle (a/b.h > b/c.h > a/a.h > a/b.h): what both need belongs in "
     "a file that includes "
     "neither"},
};

static void circle_is_found(void **state)
{
    const made_tree *made = *state;
    house_sources sources = made_sources(made->files);
    house_breaches found = {0};
    house_check_circles(&sources, &found);
    house_sources_free(&sources);
    made_assert(&found, made->breaches, made->key, made->text);
}

static const made_tree rooms[] = {
    {"one way",
     {{"a/x/a.c", "#include \"a/y/b.h\"\n"},
      {"a/y/b.h", ""},
      {"a/y/c.c", "#include \"a/y/b.h\"\n"}},
     0,
     NULL,
     NULL},
    {"the folder's own files lie below its rooms and above them",
     {{"a/x/a.c", "#include \"a/b.h\"\n"},
      {"a/b.h", ""},
      {"a/c.c", "#include \"a/x/d.h\"\n"},
      {"a/x/d.h", ""}},
     0,
     NULL,
     NULL},
    {"both ways, by other files",
     {{"a/x/a.c", "#include \"a/y/b.h\"\n"},
      {"a/y/b.h", ""},
      {"a/y/c.c", "#include \"a/x/d.h\"\n"},
      {"a/x/d.h", ""}},
     2,
     "rooms a/x a/y",
     "a/x/a.c includes a/y/b.h, but a/y/c.c includes a/x/d.h, which leads back to a/x"},
    {"both ways, one of them deeper",
     {{"a/x/k/a.c", "#include \"a/y/b.h\"\n"},
      {"a/y/b.h", "#include \"a/x/m/d.h\"\n"},
      {"a/x/m/d.h", ""}},
     2,
     "rooms a/y a/x",
     "a/y/b.h includes a/x/m/d.h, but a/x/k/a.c includes a/y/b.h"},
    {"both ways, rooms of a room",
     {{"a/x/k/a.h", "#include \"a/x/m/d.h\"\n"},
      {"a/x/m/d.h", ""},
      {"a/x/m/e.c", "#include \"a/x/k/a.h\"\n"}},
     2,
     "rooms a/x/k a/x/m",
     "a/x/k/a.h includes a/x/m/d.h, but a/x/m/e.c includes a/x/k/a.h"},
};

static void knot_of_rooms_is_found(void **state)
{
    const made_tree *made = *state;
    house_sources sources = made_sources(made->files);
    house_breaches found = {0};
    house_check_rooms(&sources, &found);
    house_sources_free(&sources);
    made_assert(&found, made->breaches, made->key, made->text);
}

static void wrong_links_are_found(void **state)
{
    (void)state;
    house_breaches found = {0};
    const house_floors circle = house_floors_read("network analytic\nanalytic network\n");
    house_check_links(&circle, &found);
    made_assert(&found, 1, "links network analytic", "one of them has to lie below the other");
    const house_floors readers =
        house_floors_read("network\nsampler network\nanalytic network sampler\n");
    house_check_links(&readers, &found);
    made_assert(&found, 1, "links analytic sampler", "the three readers do not know each other");
}

/* ---- what is known -------------------------------------------------------------------------- */

/* Prints to memory what house_breaches_report says of two breaches. */
static size_t report(const char *known, char **text)
{
    size_t size = 0;
    house_breaches b = {0};
    FILE *const out = open_memstream(text, &size);
    assert_non_null(out);
    house_breach_add(&b, house_format("long a.c"), house_format("a.c is long"));
    house_breach_add(&b, house_format("long ab.c"), house_format("ab.c is long"));
    const size_t wrong = house_breaches_report(&b, "long", known, out);
    fclose(out);
    house_breaches_clear(&b);
    return wrong;
}

static void known_breaches_pass_and_mended_ones_must_go(void **state)
{
    (void)state;
    char *text = NULL;
    assert_int_equal(report("# a comment\nlong ab.c\nup a.c b.h\nlong a.c\n", &text), 0);
    assert_string_equal(text, "");
    free(text);
    assert_int_equal(report("long ab.c\n", &text), 1);
    assert_string_equal(text, "a.c is long\n");
    free(text);
    assert_int_equal(report("long a.c\nlong ab.c\nlong old.c\n", &text), 1);
    assert_contains(text, "long old.c: mended; take this line out");
    free(text);
}

int main(void)
{
    static test_list list;
    test_add(&list, "the tree is seen", the_tree_is_seen);
    test_add(&list, "links go down", links_go_down);
    test_add(&list, "no include points up", no_include_points_up);
    test_add(&list, "no files include each other", no_files_include_each_other);
    test_add(&list, "no rooms include each other", no_rooms_include_each_other);
    TEST_TABLE_PREFIXED(&list, "an include that points up", up, up_is_found);
    TEST_TABLE_PREFIXED(&list, "a circle", circles, circle_is_found);
    TEST_TABLE_PREFIXED(&list, "rooms", rooms, knot_of_rooms_is_found);
    test_add(&list, "wrong links are found", wrong_links_are_found);
    test_add(&list, "known breaches pass, mended ones must go",
             known_breaches_pass_and_mended_ones_must_go);
    return test_run("house: layers", &list);
}
