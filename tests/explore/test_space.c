/* Spaces: their designs, and what is wrong with a file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explore/space/space.h"
#include "explore/space/space_read.h"
#include "network/kinds/kinds.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/helpers.h"

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

/* A shipped space, and the shipped designs that it is to hold: those whose names begin so, but for
 * some. */
typedef struct shipped_space {
    const char *name, *path, *prefix;
    const char *others[16]; /* parts of names */
} shipped_space;

static const shipped_space shipped_spaces[] = {
    {"te13",
     NOC_SOURCE_DIR "/configs/te13.space",
     "configs/te13-",
     {"-64", "-120", "xbar", "ideal", "bwlimit", "double-dedicated" /* two networks */, "apart",
      "dimension-sliced" /* readings, which the paper has no figure of */}},
    {"cdx19",
     NOC_SOURCE_DIR "/configs/cdx19.space",
     "configs/cdx19-",
     {"-20", "-56", "-rr", "-aware", "-2kernels" /* CTA schedulers */, "tailored",
      "cascade" /* readings */}},
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
    const char **overrides = calloc(space->max_overrides + 1, sizeof *overrides);
    char **hashes = calloc(space->root.design_count, sizeof *hashes);
    assert_true(overrides && hashes);
    *count = 0;
    for (uint64_t i = 0; i < space->root.design_count; i++) {
        noc_design *design = NULL;
        noc_diag diag = {0};
        const size_t set = noc_space_list_overrides(space, i, overrides);
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

#define BASE         "base = \"te13-baseline\";\n"
#define TWO(text)    "base = \"te13-double-dedicated\";\naxes = ( " text " );\n"
#define WIDE_REPLIES "constraints = (\"networks[1].flit_bytes >= 8\");"
#define AXES(text)   BASE "axes = ( " text " );\n"

typedef struct space_case {
    const char *name, *text;
    uint64_t size;
    const char *last;  /* overrides of the last design */
    const char *fault; /* instead */
} space_case;

static space_case spaces[] = {
    {"list", AXES("{ key = \"network.flit_bytes\"; values = (8, 16); }"), 2,
     "network.flit_bytes=16", NULL},
    {"units", AXES("{ key = \"chip.clock_mhz\"; values = (\"602 MHz\", \"1.2GHz\"); }"), 2,
     "chip.clock_mhz=1.2GHz", NULL},
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
    {"texts", AXES("{ key = \"network.links\"; values = (\"a.csv\", \"dir/b c.csv\"); }"), 2,
     "network.links=dir/b c.csv", NULL},
    {"choices of files",
     AXES("{ name = \"graph\"; choices = ( { network = { topology = \"file\"; links = \"a.csv\"; "
          "attach = \"n.csv\"; }; axes = ( { key = \"network.channel_cycles\"; values = (1, 2); } "
          "); }, { network = { topology = \"mesh\"; }; } ); }"),
     3, "network.topology=mesh", NULL},
    {"a key of a list", AXES("{ key = \"network.levels[1].cycles\"; values = (1, 2); }"), 2,
     "network.levels[1].cycles=2", NULL},
    {"a key of a list of a network",
     TWO("{ key = \"networks[1].levels[0].flit_rate\"; values = (1, 2); }"), 2,
     "networks[1].levels[0].flit_rate=2", NULL},
    {"a key of no list", AXES("{ key = \"network.columns[1].cycles\"; values = (1, 2); }"), 0, NULL,
     "there is no setting 'network.columns[1].cycles'"},
    {"axes of two networks",
     TWO("{ key = \"networks[0].flit_bytes\"; values = (8, 16); }, { key = "
         "\"networks[1].flit_bytes\"; from = 8; to = 32; factor = 2; }") WIDE_REPLIES,
     6, "networks[0].flit_bytes=16 networks[1].flit_bytes=32", NULL},
    {"choices of two networks",
     TWO("{ name = \"w\"; choices = ( { networks = ( { flit_bytes = 8; }, { flit_bytes = 16; } ); "
         "}, { networks = ( { flit_bytes = 16; }, { flit_bytes = 32; routing = \"xy\"; } ); axes = "
         "( { key = \"networks[1].slices\"; values = (1, 2); } ); } ); }"),
     3,
     "networks[0].flit_bytes=16 networks[1].flit_bytes=32 networks[1].routing=xy "
     "networks[1].slices=2",
     NULL},
    {"choices of one network and of two",
     AXES("{ name = \"n\"; choices = ( { network = { flit_bytes = 8; }; }, { networks = ( { "
          "carries = \"request\"; }, { carries = \"reply\"; } ); } ); }") WIDE_REPLIES,
     2, "networks=2 networks[0].carries=request networks[1].carries=reply", NULL},
    {"a network less",
     TWO("{ name = \"n\"; choices = ( { networks = ( { carries = \"both\"; } ); }, { networks = ( "
         "{ }, { flit_bytes = 8; } ); } ); }"),
     2, "networks[1].flit_bytes=8", NULL},
    {"no such network in an axis", AXES("{ key = \"networks[1].flit_bytes\"; values = (8); }"), 0,
     NULL, "there is no networks[1] (the base has 1 network)"},
    {"no such network in a constraint",
     TWO("{ key = \"network.slices\"; values = (1, 2); }") "constraints = (\"networks[2].slices < "
                                                           "3\");",
     0, NULL, "names a network that is not there (no design of the space has more than 2)"},
    {"no such key of a network", TWO("{ key = \"networks[1].flit_byte\"; values = (8); }"), 0, NULL,
     "did you mean 'networks[1].flit_bytes'?"},
    {"networks that are a group",
     TWO("{ name = \"n\"; choices = ( { networks = { flit_bytes = 8; }; } ); }"), 0, NULL,
     "networks: expected a list of 1 to 8 groups"},
    {"networks of no groups", TWO("{ name = \"n\"; choices = ( { networks = ( 8, 16 ); } ); }"), 0,
     NULL, "networks: expected a list of 1 to 8 groups"},
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
        assert_int_equal(space.root.design_count, c->size);
        const char *picked[16];
        char text[400] = "";
        const size_t count = noc_space_list_overrides(&space, c->size - 1, picked);
        assert_true(count <= space.max_overrides);
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
        const size_t count = noc_space_list_overrides(&space, i, picked);
        for (size_t k = 0; k < count; k++) strcat(strcat(texts[i], picked[k]), " ");
        for (uint64_t k = 0; k < i; k++) assert_string_not_equal(texts[i], texts[k]);
    }
    noc_space_clear(&space);
}

/* ---- files ---------------------------------------------------------------------------------- */

static void write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static char *identity_of(noc_space *space, char id[NOC_ID_CHARS + 1], char **place)
{
    *place = noc_space_source_path(space, id);
    char *text = noc_space_canonical_text(space);
    assert_non_null(text);
    return text;
}

/* What a file says, of the base or of an axis, is part of the space; an unused one is not, nor are
 * files of spaces that name none. Names count from the base design's folder. */
static void files_are_part_of_spaces(void **state)
{
    (void)state;
    char folder[] = "/tmp/noc_space_XXXXXX", path[6][80];
    static const char *const names[] = {"base.cfg", "a.csv", "b.csv", "n.csv", "c.csv", "g.space"};
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 6; i++) snprintf(path[i], sizeof path[i], "%s/%s", folder, names[i]);
    write_text(path[0], "nodes = { compute = 2; };\ntraffic = { pattern = \"uniform\"; };\n"
                        "network = { topology = \"file\"; links = \"a.csv\"; attach = \"n.csv\"; "
                        "};\n");
    for (int i = 1; i < 5; i++)
        write_text(path[i],
                   i == 3 ? "node,router\n0,0\n1,1\n" : "from,to,cycles,mm\n0,1,1,1\n1,0,1,1\n");
    write_text(path[5], "base = \"base.cfg\";\naxes = ( { key = \"network.links\"; values = "
                        "(\"a.csv\", \"b.csv\"); } );\n");
    noc_space space;
    noc_diag diag = {0};
    char id[NOC_ID_CHARS + 1], *place;
    assert_int_equal(noc_space_read(path[5], here, &space, &diag), NOC_OK);
    char *before = identity_of(&space, id, &place);
    assert_string_equal(place, path[0]);
    for (int i = 1; i < 5; i++) {
        write_text(path[i],
                   i == 3 ? "node,router\n0,1\n1,0\n" : "from,to,cycles,mm\n0,1,2,1\n1,0,1,1\n");
        char *after = noc_space_canonical_text(&space);
        assert_int_equal(strcmp(before, after) == 0, i == 4);
        free(before);
        before = after;
    }
    free(before);
    free(place);
    noc_space_clear(&space);
    for (int i = 0; i < 6; i++) unlink(path[i]);
    rmdir(folder);
}

static void spaces_without_files_are_as_before(void **state)
{
    (void)state;
    noc_space space;
    noc_diag diag = {0};
    char id[NOC_ID_CHARS + 1], own[NOC_ID_CHARS + 1], *place;
    assert_int_equal(read_space(spaces[0].text, &space, &diag), NOC_OK);
    char *text = identity_of(&space, id, &place);
    noc_id_hash(space.base.text, own);
    assert_string_equal(id, own);
    assert_string_equal(place, space.base.typed_name ? space.base.typed_name : space.base.path);
    const size_t base = strlen(space.base.text);
    assert_string_equal(text + strlen(text) - base, space.base.text);
    free(text);
    free(place);
    noc_space_clear(&space);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, spaces, check_space);
    TEST_TABLE_PREFIXED(&list, "its paper's designs are in the space of", shipped_spaces,
                        a_shipped_space_holds_its_papers_designs);
    test_add(&list, "designs of a space differ", designs_differ);
    test_add(&list, "files are part of spaces", files_are_part_of_spaces);
    test_add(&list, "spaces without files are as before", spaces_without_files_are_as_before);
    return test_run("space", &list);
}
