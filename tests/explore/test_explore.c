/* Spaces, constraints, fronts, placements against brute force and the compiled system. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "explore/candidates.h"
#include "explore/learn.h"
#include "explore/place.h"
#include "explore/place_bound.h"
#include "explore/space_read.h"
#include "explore/sweep.h"
#include "network/kinds.h"
#include "tests/helpers.h"

static const char gpu[] = "nodes = { compute = 28; memory = 8; };\n"
                          "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

/* ---- expressions ---------------------------------------------------------------------------- */

typedef struct expression_case {
    const char *name, *text;
    int want; /* noc_truth; -1: refused */
    const char *fault;
} expression_case;

static expression_case expressions[] = {
    {"number of a setting", "network.flit_bytes == 16", NOC_TRUE, NULL},
    {"without its group", "flit_bytes < 16", NOC_FALSE, NULL},
    {"precedence of products", "2 + 3 * 4 == 14", NOC_TRUE, NULL},
    {"left to right", "10 - 4 - 3 == 3 && 16 / 4 / 2 == 2", NOC_TRUE, NULL},
    {"parentheses", "(2 + 3) * 4 == 20", NOC_TRUE, NULL},
    {"minus", "-2 * -3 == 6", NOC_TRUE, NULL},
    {"text", "topology == \"mesh\" && routing != \"yx\"", NOC_TRUE, NULL},
    {"not", "!(flit_bytes == 16)", NOC_FALSE, NULL},
    {"and before or", "1 == 1 || 1 == 2 && 1 == 2", NOC_TRUE, NULL},
    {"real", "clock_mhz / 2 >= 500", NOC_TRUE, NULL},
    {"metric that is not known yet", "network_area_mm2 < 60", NOC_UNKNOWN, NULL},
    {"unknown does not hide false", "network_area_mm2 < 60 && 1 == 2", NOC_FALSE, NULL},
    {"unknown does not hide true", "network_area_mm2 < 60 || 1 == 1", NOC_TRUE, NULL},
    {"not of unknown", "!(network_area_mm2 < 60)", NOC_UNKNOWN, NULL},
    {"setting of another topology", "network.radix <= 1", NOC_TRUE, NULL},
    {"division by zero", "1 / 0 == 1", NOC_UNKNOWN, NULL},
    {"empty", "", -1, "column 1: the expression ends too early"},
    {"number only", "3 + 4", -1, "expected a condition"},
    {"no such name", "network_aera_mm2 < 60", -1, "did you mean 'network_area_mm2'?"},
    {"column of a wrong name", "1 == 1 && flit_byts == 1", -1, "column 11:"},
    {"single equals", "flit_bytes = 16", -1, "column 12: expected '=='"},
    {"open parenthesis", "(flit_bytes == 16", -1, "expected ')'"},
    {"rest", "flit_bytes == 16 16", -1, "column 18: expected an operator"},
    {"text against number", "topology == 3", -1, "column 13: expected a text"},
    {"order of texts", "topology < \"mesh\"", -1, "texts can only be equal"},
    {"chain", "1 < 2 < 3", -1, "do not chain"},
    {"open text", "topology == \"mesh", -1, "does not end"},
    {"condition as number", "1 + (1 == 1) == 2", -1, "expected a number"},
};

static void check_expression(void **state)
{
    const expression_case *c = *state;
    noc_design *design = test_design(gpu, NULL);
    noc_expression *e = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_expression_read(c->text, &noc_setting_names, (noc_place){"f", 3},
                                                  NOC_EINPUT, &e, &diag);
    if (c->want < 0) {
        assert_int_equal(status, NOC_EINPUT);
        assert_int_equal(diag.count, 1);
        assert_contains(diag.messages[0].text, c->fault);
    } else {
        noc_subject subject = {design, NULL};
        test_print_messages(&diag);
        assert_int_equal(status, NOC_OK);
        assert_int_equal(noc_expression_holds(e, noc_subject_value, &subject), c->want);
    }
    noc_expression_free(e);
    noc_design_free(design);
    noc_diag_clear(&diag);
}

/* ---- spaces --------------------------------------------------------------------------------- */

static noc_status here(const char *word, char **path, noc_diag *diag)
{
    (void)diag;
    return asprintf(path, "%s/configs/%s.cfg", NOC_SOURCE_DIR, word) < 0 ? NOC_EFAILED : NOC_OK;
}

static noc_status read_space(const char *text, noc_space *space, noc_diag *diag)
{
    char path[] = "/tmp/noc_space_XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    const noc_status status = noc_space_read(path, here, space, diag);
    unlink(path);
    return status;
}

/* A shipped space, and the shipped designs that it is to hold: those whose names begin so, but for some. */
typedef struct shipped_space {
    const char *name, *path, *prefix;
    const char *others[16]; /* parts of names */
} shipped_space;

static const shipped_space shipped_spaces[] = {
    {"te13",
     NOC_SOURCE_DIR "/configs/te13.space",
     "configs/te13-",
     {"-64", "-120", "xbar", "ideal", "bwlimit", "double-dedicated" /* two networks */}},
    {"cdx19", NOC_SOURCE_DIR "/configs/cdx19.space", "configs/cdx19-", {"-20", "-56"}},
};

static bool is_other(const shipped_space *c, const char *name)
{
    for (size_t i = 0; i < TEST_COUNT(c->others) && c->others[i]; i++)
        if (strstr(name, c->others[i])) return true;
    return false;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The hashes of a space's valid designs, sorted. The caller frees them all. */
static char **hashes_of(const noc_space *space, size_t *count)
{
    const char **overrides = calloc(space->overrides_most + 1, sizeof *overrides);
    char **hashes = calloc(space->root.size, sizeof *hashes);
    assert_true(overrides && hashes);
    *count = 0;
    for (uint64_t i = 0; i < space->root.size; i++) {
        noc_design *design = NULL;
        noc_diag diag = {0};
        const size_t set = noc_space_pick(space, i, overrides);
        if (noc_design_read(&space->base, overrides, set, &design, &diag) == NOC_OK)
            hashes[(*count)++] = strdup(design->hash);
        noc_design_free(design);
        noc_diag_clear(&diag);
    }
    qsort(hashes, *count, sizeof *hashes, by_text);
    free(overrides);
    return hashes;
}

static void a_shipped_space_holds_its_papers_designs(void **state)
{
    const shipped_space *c = *state;
    const test_shipped *designs;
    noc_space space;
    noc_diag diag = {0};
    size_t count, found = 0, missing = 0;
    assert_int_equal(noc_space_read(c->path, here, &space, &diag), NOC_OK);
    char **hashes = hashes_of(&space, &count);
    for (size_t i = 0, all = test_shipped_designs(&designs); i < all; i++) {
        if (strncmp(designs[i].name, c->prefix, strlen(c->prefix)) != 0) continue;
        if (is_other(c, designs[i].name)) continue;
        test_system t = test_compile_file(designs[i].path, NULL);
        char *hash = t.design->hash;
        const bool is_in = bsearch(&hash, hashes, count, sizeof *hashes, by_text);
        if (!is_in) print_message("%s is not in %s\n", designs[i].name, c->path);
        found += is_in;
        missing += !is_in;
        test_system_free(&t);
    }
    assert_int_equal(missing, 0);
    assert_true(found >= 12);
    for (size_t i = 0; i < count; i++) free(hashes[i]);
    free(hashes);
    noc_space_clear(&space);
    noc_diag_clear(&diag);
}

#define BASE       "base = \"te13-baseline\";\n"
#define AXES(text) BASE "axes = ( " text " );\n"

typedef struct space_case {
    const char *name, *text;
    uint64_t size;
    const char *last;  /* overrides of the last design */
    const char *fault; /* instead */
} space_case;

static space_case spaces[] = {
    {"list", AXES("{ key = \"network.flit_bytes\"; values = (8, 16); }"), 2,
     "network.flit_bytes=16", NULL},
    {"range", AXES("{ key = \"network.virtual_channels\"; from = 2; to = 9; step = 3; }"), 3,
     "network.virtual_channels=8", NULL},
    {"range of reals", AXES("{ key = \"chip.tile_mm\"; from = 1.0; to = 2.0; step = 0.1; }"), 11,
     "chip.tile_mm=2.0", NULL},
    {"geometric range", AXES("{ key = \"network.flit_bytes\"; from = 8; to = 64; factor = 2; }"), 4,
     "network.flit_bytes=64", NULL},
    {"geometric range, rounded",
     AXES("{ key = \"network.buffer_flits\"; from = 2; to = 8; factor = 1.41421356; }"), 5,
     "network.buffer_flits=8", NULL},
    {"words", AXES("{ key = \"network.routing\"; values = (\"xy\", \"cdr\"); }"), 2,
     "network.routing=cdr", NULL},
    {"product",
     AXES("{ key = \"network.flit_bytes\"; values = (8, 16); }, { key = \"network.slices\"; "
          "values = (1, 2, 3); }"),
     6, "network.flit_bytes=16 network.slices=3", NULL},
    {"choices with axes of their own",
     AXES("{ name = \"t\"; choices = ( { network = { topology = \"mesh\"; }; axes = ( { key = "
          "\"network.routing\"; values = (\"xy\", \"yx\"); } ); }, { network = { topology = "
          "\"crossbar\"; ports = 36; }; } ); }, { key = \"network.slices\"; values = (1, 2); }"),
     6, "network.topology=crossbar network.ports=36 network.slices=2", NULL},
    {"set",
     "set = { chip = { clock_mhz = 700; }; };\n" AXES(
         "{ key = \"network.slices\"; values = (1, 2); }"),
     2, "chip.clock_mhz=700 network.slices=2", NULL},
    {"no such key", AXES("{ key = \"network.flit_byte\"; values = (8); }"), 0, NULL,
     "there is no setting 'network.flit_byte'; did you mean 'network.flit_bytes'?"},
    {"key without its group", AXES("{ key = \"flit_bytes\"; values = (8); }"), 0, NULL,
     "needs its group: network.flit_bytes"},
    {"no values", AXES("{ key = \"network.slices\"; values = (); }"), 0, NULL, "empty"},
    {"no axes", BASE, 0, NULL, "the space is empty"},
    {"range that is empty", AXES("{ key = \"network.slices\"; from = 3; to = 1; }"), 0, NULL,
     "the range is empty"},
    {"range without end", AXES("{ key = \"network.slices\"; from = 1; to = 3; step = 0; }"), 0,
     NULL, "the range is infinite"},
    {"geometric range without end",
     AXES("{ key = \"network.slices\"; from = 1; to = 3; factor = 1; }"), 0, NULL,
     "the range is infinite"},
    {"too many",
     AXES("{ key = \"chip.tile_mm\"; from = 1; to = 90000; step = 1; }, { key = "
          "\"chip.clock_mhz\"; from = 1; to = 20000; }"),
     0, NULL, "more than 100000000 designs"},
    {"value twice", AXES("{ key = \"network.slices\"; values = (1, 1); }"), 0, NULL, "given twice"},
    {"key twice",
     AXES("{ key = \"network.slices\"; values = (1, 2); }, { key = \"network.slices\"; "
          "values = (1, 2); }"),
     0, NULL, "two axes vary network.slices"},
    {"key and choices", AXES("{ key = \"network.slices\"; choices = (); }"), 0, NULL,
     "one of them"},
    {"typo in an axis", AXES("{ key = \"network.slices\"; vales = (1, 2); }"), 0, NULL,
     "did you mean 'values'?"},
    {"constraint that cannot be read",
     AXES("{ key = \"network.slices\"; values = (1, 2); }") "constraints = (\"slices <\");", 0,
     NULL, "column 9"},
    {"objective that there is not",
     AXES("{ key = \"network.slices\"; values = (1, 2); }") "objectives = (\"max:ipcc\", "
                                                            "\"min:network_area_mm\");",
     0, NULL, "did you mean 'network_area_mm2'?"},
    {"one objective",
     AXES("{ key = \"network.slices\"; values = (1, 2); }") "objectives = "
                                                            "(\"min:network_area_mm2\");",
     0, NULL, "at least two"},
    {"no base", "axes = ( { key = \"network.slices\"; values = (1, 2); } );", 0, NULL,
     "base is missing"},
    {"load", AXES("{ key = \"network.slices\"; values = (1, 2); }") "load = -1;", 0, NULL,
     "load: expected a load above 0"},
};

static bool told(const noc_diag *diag, const char *part)
{
    for (size_t i = 0; i < diag->count; i++)
        if (strstr(diag->messages[i].text, part)) return true;
    return false;
}

static void check_space(void **state)
{
    const space_case *c = *state;
    noc_space space;
    noc_diag diag = {0};
    const noc_status status = read_space(c->text, &space, &diag);
    if (c->fault) {
        assert_int_equal(status, NOC_EINPUT);
        if (!told(&diag, c->fault)) test_print_messages(&diag);
        assert_true(told(&diag, c->fault));
    } else {
        test_print_messages(&diag);
        assert_int_equal(status, NOC_OK);
        assert_int_equal(space.root.size, c->size);
        const char *picked[16];
        char text[400] = "";
        const size_t count = noc_space_pick(&space, c->size - 1, picked);
        assert_true(count <= space.overrides_most);
        for (size_t i = 0; i < count; i++) {
            if (i) strcat(text, " ");
            strcat(text, picked[i]);
        }
        assert_string_equal(text, c->last);
    }
    noc_space_clear(&space);
    noc_diag_clear(&diag);
}

/* Every design of a space is another one. */
static void designs_differ(void **state)
{
    (void)state;
    noc_space space;
    noc_diag diag = {0};
    assert_int_equal(read_space(spaces[7].text, &space, &diag), NOC_OK);
    char texts[6][200];
    for (uint64_t i = 0; i < 6; i++) {
        const char *picked[16];
        texts[i][0] = '\0';
        const size_t count = noc_space_pick(&space, i, picked);
        for (size_t k = 0; k < count; k++) strcat(strcat(texts[i], picked[k]), " ");
        for (uint64_t k = 0; k < i; k++) assert_string_not_equal(texts[i], texts[k]);
    }
    noc_space_clear(&space);
}

/* ---- fronts --------------------------------------------------------------------------------- */

enum { POINTS = 300 };

static noc_front_point random_point(uint64_t *state, size_t dimensions, double width)
{
    noc_front_point p = {.value = {0}};
    for (size_t d = 0; d < dimensions; d++) {
        p.value[d] = (double)test_random_below(state, 20); /* ties on purpose */
        p.worst[d] = p.value[d] - width * (double)test_random_below(state, 5);
        p.best[d] = p.value[d] + width * (double)test_random_below(state, 5);
    }
    return p;
}

/* The definitions, word for word. */
static void check_marks(const noc_front_point *p, const noc_front_mark *marks, size_t dimensions)
{
    for (size_t i = 0; i < POINTS; i++) {
        bool value = true, possible = true, certain = true;
        for (size_t k = 0; k < POINTS; k++) {
            if (k == i) continue;
            value = value && !noc_dominates(p[k].value, p[i].value, dimensions);
            possible = possible && !noc_dominates(p[k].worst, p[i].best, dimensions);
            certain = certain && !noc_dominates(p[k].best, p[i].worst, dimensions);
        }
        assert_int_equal(marks[i].by_value, value);
        assert_int_equal(marks[i].membership, certain    ? NOC_FRONT_CERTAIN
                                              : possible ? NOC_FRONT_POSSIBLE
                                                         : NOC_FRONT_OFF);
    }
}

/* Share of a grid of cells that some point dominates: values are whole, so this is exact. */
static double counted_volume(const noc_front_point *p, size_t dimensions)
{
    int low[4], high[4];
    long cells = 1, covered = 0;
    for (size_t d = 0; d < dimensions; d++) {
        low[d] = high[d] = (int)p[0].value[d];
        for (size_t i = 0; i < POINTS; i++) {
            if (p[i].value[d] < low[d]) low[d] = (int)p[i].value[d];
            if (p[i].value[d] > high[d]) high[d] = (int)p[i].value[d];
        }
        cells *= high[d] - low[d];
    }
    for (long cell = 0; cell < cells; cell++) {
        int corner[4];
        long rest = cell;
        for (size_t d = 0; d < dimensions; d++) {
            corner[d] = low[d] + (int)(rest % (high[d] - low[d])) + 1;
            rest /= high[d] - low[d];
        }
        bool in = false;
        for (size_t i = 0; i < POINTS && !in; i++) {
            in = true;
            for (size_t d = 0; d < dimensions && in; d++) in = p[i].value[d] >= corner[d];
        }
        covered += in;
    }
    return (double)covered / (double)cells;
}

static void fronts_as_defined(void **state)
{
    (void)state;
    uint64_t seed = 7;
    noc_front_point points[POINTS];
    noc_front_mark marks[POINTS];
    for (size_t dimensions = 2; dimensions <= 4; dimensions++)
        for (int round = 0; round < 12; round++) {
            for (size_t i = 0; i < POINTS; i++)
                points[i] = random_point(&seed, dimensions, round % 3 * 0.4);
            assert_int_equal(noc_front_mark_all(points, POINTS, dimensions, marks, NULL), NOC_OK);
            check_marks(points, marks, dimensions);
            if (dimensions < 4 || round == 0)
                assert_near(noc_front_hypervolume(points, marks, POINTS, dimensions),
                            counted_volume(points, dimensions), 1e-9);
        }
}

static void knee_of_a_corner(void **state)
{
    (void)state;
    const double values[][2] = {{0, 10}, {8, 8}, {10, 0}, {5, 9}, {1, 1}};
    noc_front_point points[5] = {0};
    noc_front_mark marks[5];
    for (size_t i = 0; i < 5; i++)
        for (size_t d = 0; d < 2; d++)
            points[i].value[d] = points[i].worst[d] = points[i].best[d] = values[i][d];
    assert_int_equal(noc_front_mark_all(points, 5, 2, marks, NULL), NOC_OK);
    assert_int_equal(noc_front_knee(points, marks, 5, 2), 1);
    assert_false(marks[4].by_value);
}

/* ---- learning ------------------------------------------------------------------------------- */

/* Designs of three settings of 4, 5 and 3 values, whose logarithms are sums of shares and noise. */
enum { LEARNED = 60, SHARES = 12, ROUNDS = 40 };

typedef struct lesson {
    char *overrides[LEARNED];
    double truth[LEARNED], logs[LEARNED];
    noc_correction corrections[LEARNED];
    noc_learned learned;
} lesson;

static double noise(uint64_t *state)
{
    double sum = -6.0; /* of twelve uniform ones: nearly normal, variance 1 */
    for (int i = 0; i < 12; i++) sum += (double)test_random_below(state, 1000000) / 1e6;
    return sum;
}

static void make_lesson(lesson *l, uint64_t *state, size_t measured, double spread,
                        double deviation)
{
    double shares[SHARES];
    for (int i = 0; i < SHARES; i++) shares[i] = spread * noise(state);
    for (size_t i = 0; i < LEARNED; i++) {
        const size_t a = i % 4, b = i / 4 % 5, c = i / 20;
        assert_true(asprintf(&l->overrides[i], "[\"a=%zu\", \"b=%zu\", \"c=%zu\"]", a, b, c) > 0);
        l->truth[i] = 0.1 + shares[a] + shares[4 + b] + shares[9 + c] + deviation * noise(state);
        l->logs[i] = NAN;
    }
    for (size_t n = 0; n < measured;) {
        const size_t i = test_random_below(state, LEARNED);
        if (!isnan(l->logs[i])) continue;
        l->logs[i] = l->truth[i];
        n++;
    }
    assert_int_equal(noc_learn((const char *const *)l->overrides, l->logs, LEARNED, 0.95,
                               l->corrections, &l->learned, NULL),
                     NOC_OK);
}

static void clear_lesson(lesson *l)
{
    for (size_t i = 0; i < LEARNED; i++) free(l->overrides[i]);
}

/* Intervals of 95 % hold for 92 to 98 % of what was not measured, and where settings explain the error they are much
 * narrower than the errors are wide. */
static void learned_intervals_hold(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int settings_tell = 0; settings_tell < 2; settings_tell++) {
        size_t inside = 0, all = 0;
        double half = 0.0;
        for (int round = 0; round < ROUNDS; round++) {
            lesson l;
            make_lesson(&l, &seed, 40, settings_tell ? 0.1 : 0.0, 0.02);
            assert_int_equal(l.learned.measured, 40);
            for (size_t i = 0; i < LEARNED; i++) {
                if (!isnan(l.logs[i])) continue;
                inside += fabs(l.truth[i] - l.corrections[i].centre) <= l.corrections[i].half;
                all++;
            }
            half += l.learned.half / ROUNDS;
            clear_lesson(&l);
        }
        const double share = (double)inside / (double)all;
        assert_in_range((int)(1000.0 * share), 920, 980);
        assert_true(half > 0.04 && half < 0.07); /* 1.96 x 0.02, and what estimating costs */
    }
}

static void too_few_teach_nothing(void **state)
{
    (void)state;
    uint64_t seed = 3;
    lesson l;
    make_lesson(&l, &seed, 18, 0.1, 0.02); /* 19 of 20 is 95 % */
    assert_int_equal(l.learned.measured, 0);
    clear_lesson(&l);
    make_lesson(&l, &seed, 19, 0.1, 0.02);
    assert_int_equal(l.learned.measured, 19);
    clear_lesson(&l);
}

/* ---- placements ----------------------------------------------------------------------------- */

typedef struct place_case {
    const char *name;
    const char *overrides[10];
    int symmetries;
    bool odd; /* memory nodes stand where column + row is odd */
} place_case;

static place_case places[] = {
    {"half routers",
     {"network.routing=checkerboard", "network.half_routers=odd", "network.virtual_channels=4",
      "nodes.placement=peripheral-row", NULL},
     2,
     true},
    {"xy", {"network.routing=xy", NULL}, 4, false},
    {"yx", {"network.routing=yx", NULL}, 4, false},
    {"cdr", {"network.routing=cdr", NULL}, 4, false},
    {"o1turn", {"network.routing=o1turn", "network.virtual_channels=4", NULL}, 8, false},
    {"4x3",
     {"network.columns=4", "network.rows=3", "nodes.compute=8", "nodes.memory=4", NULL},
     4,
     false},
    {"slices", {"network.slices=2", NULL}, 4, false},
    {"flattened butterfly",
     {"network.topology=flattened-butterfly", "network.columns=3", "network.rows=3", NULL},
     -1,
     false},
    {"concentrated mesh",
     {"network.topology=cmesh", "network.columns=3", "network.rows=3", NULL},
     4,
     false},
};

/* The busiest link of a compiled system in flits per transaction and compute node, its mean path. */
static void compiled(const noc_system *s, double *load, double *routers)
{
    noc_loads loads;
    assert_int_equal(noc_loads_new(s, &loads), NOC_OK);
    *load = 0.0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (s->graph.channels[c].kind == NOC_LINK && loads.channel_flits[c] > *load)
            *load = loads.channel_flits[c];
    noc_loads_clear(&loads);
    *routers = (noc_routers_mean(s, NOC_REQUEST) + noc_routers_mean(s, NOC_REPLY)) / 2.0;
}

static void placements_as_compiled(void **state)
{
    const place_case *c = *state;
    test_system t = test_compile(gpu, c->overrides);
    noc_place_problem *p = NULL;
    uint64_t seed = 3;
    int columns, rows;
    noc_topology_at((size_t)t.design->networks[0].topology)
        ->grid(&t.design->networks[0], &columns, &rows);
    const int tiles = t.design->nodes.compute + t.design->nodes.memory;
    assert_int_equal(noc_place_new(t.system, &p, NULL), NOC_OK);
    if (c->symmetries > 0) assert_int_equal(noc_place_symmetries(p), c->symmetries);
    for (int round = 0; round < 10; round++) {
        noc_place_choice choice = {.load = 0};
        char at[400] = "nodes.memory_at=(";
        bool taken[64] = {false};
        const char *overrides[16] = {NULL};
        size_t count = 0;
        for (; c->overrides[count]; count++) overrides[count] = c->overrides[count];
        for (int i = 0; i < t.design->nodes.memory; i++) {
            size_t tile;
            do tile = test_random_below(&seed, (size_t)tiles);
            while (taken[tile] || (c->odd && ((int)tile % columns + (int)tile / columns) % 2 == 0));
            taken[tile] = true;
            choice.tiles[i] = (uint16_t)tile;
            snprintf(at + strlen(at), sizeof at - strlen(at), "%s(%d,%d)", i ? "," : "",
                     (int)tile % columns, (int)tile / columns);
        }
        strcat(at, ")");
        overrides[count++] = "nodes.placement=explicit";
        overrides[count++] = at;
        test_system placed = test_compile(gpu, overrides);
        double load, routers;
        compiled(placed.system, &load, &routers);
        noc_place_value(p, t.design->nodes.memory, &choice);
        assert_near(choice.load * noc_place_unit(p) / t.design->nodes.memory, load, 1e-2 * load);
        assert_near(noc_place_hops(p, t.design->nodes.memory, &choice), routers, 1e-3);
        test_system_free(&placed);
    }
    noc_place_free(p);
    test_system_free(&t);
}

/* The best of all C(12,4) placements by counting, against the search with symmetries and threads. */
static void search_finds_the_best(void **state)
{
    (void)state;
    test_system t = test_compile(gpu, places[5].overrides);
    noc_place_problem *p = NULL;
    noc_place_result *one = calloc(1, sizeof *one), *two = calloc(1, sizeof *two);
    assert_int_equal(noc_place_new(t.system, &p, NULL), NOC_OK);
    noc_place_choice best = {.load = INT32_MAX};
    long all = 0;
    for (unsigned set = 0; set < 1u << 12; set++) {
        noc_place_choice choice = {.load = 0};
        if (__builtin_popcount(set) != 4) continue;
        for (int m = 0, i = 0; m < 12; m++)
            if (set >> m & 1) choice.tiles[i++] = (uint16_t)m;
        noc_place_value(p, 4, &choice);
        if (choice.load < best.load || (choice.load == best.load && choice.routers < best.routers))
            best = choice;
        all++;
    }
    assert_int_equal(all, 495);
    assert_int_equal(noc_place_search(p, 4, 1, NULL, NULL, one, NULL), NOC_OK);
    assert_int_equal(noc_place_search(p, 4, 3, NULL, NULL, two, NULL), NOC_OK);
    assert_true(one->exhaustive);
    assert_near(one->placements, 495.0, 0.0);
    assert_true(one->looked_at < 495 && one->looked_at >= 495 / 4);
    assert_int_equal(one->best[0].load, best.load);
    assert_int_equal(one->best[0].routers, best.routers);
    assert_int_equal(one->count, two->count);
    for (int i = 0; i < one->count; i++) {
        assert_memory_equal(one->best[i].tiles, two->best[i].tiles, 4 * sizeof(uint16_t));
        if (i) assert_true(one->best[i].load >= one->best[i - 1].load);
    }
    noc_place_free(p);
    test_system_free(&t);
    free(one);
    free(two);
}

/* Grids too small to need it, their best proven all the same, against every placement. */
static place_case provable[] = {
    {"2 of 4x4, xy",
     {"network.routing=xy", "network.columns=4", "network.rows=4", "nodes.memory=2",
      "nodes.compute=14", NULL},
     0,
     false},
    {"5 of 4x4, xy",
     {"network.routing=xy", "network.columns=4", "network.rows=4", "nodes.memory=5",
      "nodes.compute=11", NULL},
     0,
     false},
    {"8 of 4x4, xy",
     {"network.routing=xy", "network.columns=4", "network.rows=4", "nodes.memory=8",
      "nodes.compute=8", NULL},
     0,
     false},
    {"4 of 4x4, yx",
     {"network.routing=yx", "network.columns=4", "network.rows=4", "nodes.memory=4",
      "nodes.compute=12", NULL},
     0,
     false},
    {"3 of 4x4, cdr",
     {"network.routing=cdr", "network.columns=4", "network.rows=4", "nodes.memory=3",
      "nodes.compute=13", NULL},
     0,
     false},
    {"4 of 4x4, cdr, slices=2",
     {"network.routing=cdr", "network.columns=4", "network.rows=4", "nodes.memory=4",
      "nodes.compute=12", "network.slices=2", NULL},
     0,
     false},
    {"5 of 4x4, o1turn",
     {"network.routing=o1turn", "network.columns=4", "network.rows=4", "nodes.memory=5",
      "nodes.compute=11", "network.virtual_channels=4", NULL},
     0,
     false},
    {"4 of 4x6, xy",
     {"network.routing=xy", "network.columns=4", "network.rows=6", "nodes.memory=4",
      "nodes.compute=20", NULL},
     0,
     false},
    {"5 of 6x4, cdr",
     {"network.routing=cdr", "network.columns=6", "network.rows=4", "nodes.memory=5",
      "nodes.compute=19", NULL},
     0,
     false},
    {"5 of 5x5, o1turn",
     {"network.routing=o1turn", "network.columns=5", "network.rows=5", "nodes.memory=5",
      "nodes.compute=20", "network.virtual_channels=4", NULL},
     0,
     false},
    {"3 of 5x5, yx, flit_bytes=64",
     {"network.routing=yx", "network.columns=5", "network.rows=5", "nodes.memory=3",
      "nodes.compute=22", "network.flit_bytes=64", NULL},
     0,
     false},
    {"3 of 2x5, xy",
     {"network.routing=xy", "network.columns=2", "network.rows=5", "nodes.memory=3",
      "nodes.compute=7", NULL},
     0,
     false},
};

static void least_load_is_proven(void **state)
{
    const place_case *c = *state;
    test_system t = test_compile(gpu, c->overrides);
    const int memory = t.design->nodes.memory, tiles = memory + t.design->nodes.compute;
    noc_place_problem *p = NULL;
    noc_place_result *tried = calloc(1, sizeof *tried), *proven = calloc(1, sizeof *proven);
    assert_int_equal(noc_place_new(t.system, &p, NULL), NOC_OK);
    assert_int_equal(noc_place_search(p, memory, 2, NULL, NULL, tried, NULL), NOC_OK);
    assert_true(tried->exhaustive);
    assert_int_equal(noc_place_prove(p, memory, NOC_PLACE_STEPS, NULL, NULL, proven, NULL), NOC_OK);
    assert_false(proven->exhaustive);
    assert_int_equal(proven->best[0].load, tried->best[0].load);
    assert_int_equal(proven->best[0].routers, tried->best[0].routers);
    assert_near(proven->bound, proven->best[0].load * noc_place_unit(p), 1e-12);
    for (int i = 0; i < proven->count; i++) {
        noc_place_choice again = proven->best[i];
        for (int k = 0; k < memory; k++) assert_true(again.tiles[k] < tiles);
        for (int k = 1; k < memory; k++) assert_true(again.tiles[k] > again.tiles[k - 1]);
        noc_place_value(p, memory, &again);
        assert_int_equal(again.load, proven->best[i].load);
        assert_int_equal(again.routers, proven->best[i].routers);
    }
    noc_place_free(p);
    test_system_free(&t);
    free(tried);
    free(proven);
}

/* A proof that runs out of steps tells a bound all the same, and not above the least load: that of all placements of
 * 8 on 6x6, 9.375 flits per transaction. */
static void short_proofs_are_bounds(void **state)
{
    enum { LEAST = 75 };
    (void)state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_place_problem *p = NULL;
    noc_place_result *found = calloc(1, sizeof *found);
    const int memory = t.design->nodes.memory;
    double before = 0.0;
    assert_int_equal(noc_place_new(t.system, &p, NULL), NOC_OK);
    for (uint64_t steps = 0; steps < 1000000; steps = 10 * steps + 10) {
        assert_int_equal(noc_place_prove(p, memory, steps, NULL, NULL, found, NULL), NOC_OK);
        assert_true(found->bound >= before);
        assert_true(found->bound <= LEAST + 0.01);
        assert_true(found->best[0].load * noc_place_unit(p) >= LEAST - 0.01);
        before = found->bound;
    }
    assert_near(before, LEAST, 0.01);
    noc_place_free(p);
    test_system_free(&t);
    free(found);
}

/* Where loads are no functions of cuts the bound is weaker, and still below every placement. */
static void bound_is_below(void **state)
{
    (void)state;
    static const char *const cmesh[] = {"network.topology=cmesh", "network.columns=3",
                                        "network.rows=3", NULL};
    test_system t = test_compile(gpu, cmesh);
    noc_place_problem *p = NULL;
    noc_place_result *tried = calloc(1, sizeof *tried), *bounded = calloc(1, sizeof *bounded);
    assert_int_equal(noc_place_new(t.system, &p, NULL), NOC_OK);
    const int memory = t.design->nodes.memory;
    assert_int_equal(noc_place_search(p, memory, 2, NULL, NULL, tried, NULL), NOC_OK);
    assert_int_equal(noc_place_prove(p, memory, NOC_PLACE_STEPS, NULL, NULL, bounded, NULL),
                     NOC_OK);
    assert_true(bounded->bound > 0.0);
    assert_true(bounded->bound <= tried->best[0].load * noc_place_unit(p));
    assert_true(bounded->best[0].load >= tried->best[0].load);
    noc_place_free(p);
    test_system_free(&t);
    free(tried);
    free(bounded);
}

/* te13's scattered placement has a busiest channel 25 % below that of the top and bottom rows, and all 8 of 36
 * have C(36,8) placements (papers: systems.md T6). */
static void te13_placements(void **state)
{
    (void)state;
    static const char *const named[] = {"nodes.placement=top-bottom", "nodes.placement=scattered"};
    double load[2], routers;
    for (size_t i = 0; i < 2; i++) {
        const char *overrides[] = {named[i], NULL};
        test_system t = test_compile_file("configs/te13-baseline.cfg", overrides);
        compiled(t.system, &load[i], &routers);
        test_system_free(&t);
    }
    assert_near(load[1] / load[0], 0.75, 0.005);
}

/* No placement is below the bound of the linear program. */
static void bound_holds(void **state)
{
    (void)state;
    enum { TILES = 6, CHANNELS = 8 };
    uint64_t seed = 5;
    for (int round = 0; round < 10; round++) {
        int32_t own[TILES * CHANNELS] = {0}, pair[TILES * TILES * CHANNELS] = {0};
        for (int m = 0; m < TILES; m++)
            for (int s = 0; s < m; s++)
                for (int c = 0; c < CHANNELS; c++) {
                    const int32_t use = (int32_t)test_random_below(&seed, 5000);
                    pair[(m * TILES + s) * CHANNELS + c] = pair[(s * TILES + m) * CHANNELS + c] =
                        use;
                    own[m * CHANNELS + c] += use;
                    own[s * CHANNELS + c] += use;
                }
        double bound;
        assert_int_equal(noc_place_bound(TILES, 2, CHANNELS, own, pair, &bound, NULL), NOC_OK);
        int32_t best = INT32_MAX;
        for (int m = 0; m < TILES; m++)
            for (int s = 0; s < m; s++) {
                int32_t load = 0;
                for (int c = 0; c < CHANNELS; c++) {
                    const int32_t sum = own[m * CHANNELS + c] + own[s * CHANNELS + c] -
                                        pair[(m * TILES + s) * CHANNELS + c];
                    if (sum > load) load = sum;
                }
                if (load < best) best = load;
            }
        assert_true(bound > 0.0);
        assert_true(bound <= best);
    }
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "expression", expressions, check_expression);
    TEST_TABLE_PREFIXED(&list, "space", spaces, check_space);
    TEST_TABLE_PREFIXED(&list, "its paper's designs are in the space of", shipped_spaces,
                        a_shipped_space_holds_its_papers_designs);
    test_add(&list, "designs of a space differ", designs_differ);
    test_add(&list, "fronts and hypervolumes are as defined", fronts_as_defined);
    test_add(&list, "knee", knee_of_a_corner);
    test_add(&list, "learned intervals hold", learned_intervals_hold);
    test_add(&list, "too few measured designs teach nothing", too_few_teach_nothing);
    TEST_TABLE_PREFIXED(&list, "placements", places, placements_as_compiled);
    test_add(&list, "search finds the best placement", search_finds_the_best);
    test_add(&list, "te13's placements", te13_placements);
    test_add(&list, "no placement is below the bound", bound_holds);
    TEST_TABLE_PREFIXED(&list, "least load", provable, least_load_is_proven);
    test_add(&list, "short proofs are bounds", short_proofs_are_bounds);
    test_add(&list, "bounds elsewhere are below", bound_is_below);
    return test_run("explore", &list);
}
