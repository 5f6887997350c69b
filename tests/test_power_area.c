/* Areas: against te13 Table VI and ORION 2.0 (tests/reference/area-sources.md), against the laws
 * that they must obey, and what is refused. */
/* cmocka.h needs the others before it. */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/design.h"
#include "power_area/cost.h"
#include "power_area/tables.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* ---- helpers -------------------------------------------------------------------------------- */

enum { OVERRIDES_MAX = 3, FIELDS_MAX = 20 };

/* The baseline of te13 with overrides, compiled. */
typedef struct built {
    noc_source source;
    noc_design *design;
    noc_system *system;
    noc_diag diag;
} built;

static void build(built *b, const char *const overrides[OVERRIDES_MAX])
{
    *b = (built){0};
    size_t count = 0;
    while (count < OVERRIDES_MAX && overrides[count]) count++;
    assert_int_equal(
        noc_source_read(NOC_SOURCE_DIR "/configs/te13-baseline.cfg", &b->source, &b->diag), NOC_OK);
    assert_int_equal(noc_design_read(&b->source, overrides, count, &b->design, &b->diag), NOC_OK);
    assert_int_equal(noc_system_compile(b->design, &b->system, &b->diag), NOC_OK);
}

static void clear(built *b)
{
    noc_system_free(b->system);
    noc_design_free(b->design);
    noc_source_clear(&b->source);
    noc_diag_clear(&b->diag);
}

static noc_cost cost_of(const char *const overrides[OVERRIDES_MAX])
{
    built b;
    noc_cost cost;
    build(&b, overrides);
    assert_int_equal(noc_cost_of(b.system, &cost, &b.diag), NOC_OK);
    clear(&b);
    return cost;
}

static const noc_technology *at_65nm(void)
{
    const noc_technology *technology;
    assert_int_equal(noc_technology_find(65.0, &technology, NULL), NOC_OK);
    assert_non_null(technology);
    return technology;
}

/* One line of a reference file, cut into fields. */
typedef struct record {
    char line[600];
    char *fields[FIELDS_MAX];
} record;

static bool next_record(FILE *file, record *r)
{
    if (!fgets(r->line, sizeof r->line, file)) return false;
    char *rest = r->line;
    for (size_t i = 0; i < FIELDS_MAX; i++) r->fields[i] = strsep(&rest, ",\n");
    return true;
}

static FILE *open_reference(const char *path)
{
    record head;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(next_record(file, &head));
    return file;
}

static bool near(double value, double wanted, double relative)
{
    return fabs(value - wanted) <= relative * fabs(wanted);
}

/* ---- te13 Table VI -------------------------------------------------------------------------- */

/* The columns of te13_table6.csv. */
enum {
    DESIGN,
    ROUTER,
    LINK,
    CROSSBAR,
    BUFFER,
    ALLOCATOR,
    ONE,
    LINKS,
    ROUTERS,
    SHARE,
    CHIP,
    COLUMNS
};
static const char *const column_names[COLUMNS] = {"design",  "router",    "1 link",   "crossbar",
                                                  "buffer",  "allocator", "1 router", "links",
                                                  "routers", "network %", "chip"};

enum {
    ROUTER_COLUMNS = 1 << CROSSBAR | 1 << BUFFER | 1 << ALLOCATOR | 1 << ONE,
    LINK_COLUMNS = 1 << LINK | 1 << LINKS,
    ALL_COLUMNS = ROUTER_COLUMNS | LINK_COLUMNS | 1 << ROUTERS | 1 << SHARE | 1 << CHIP
};

/* A cell agrees within 3 %, or within half of its last digit if that is more. */
static bool agrees(const char *cell, double value)
{
    const char *point = strchr(cell, '.');
    const double half_digit = 0.5 * pow(10.0, -(double)strlen(point + 1));
    const double wanted = strtod(cell, NULL);
    return fabs(value - wanted) <= fmax(0.03 * wanted, half_digit * (1.0 + 1e-9));
}

static void compare(const char *design, const char *router, int columns,
                    const double values[COLUMNS])
{
    FILE *file = open_reference(NOC_SOURCE_DIR "/tests/reference/te13_table6.csv");
    record r;
    int found = 0, wrong = 0;
    while (next_record(file, &r)) {
        if (strcmp(r.fields[DESIGN], design) != 0 || strcmp(r.fields[ROUTER], router) != 0)
            continue;
        found++;
        for (int c = LINK; c < COLUMNS; c++) {
            if (!(columns & 1 << c) || agrees(r.fields[c], values[c])) continue;
            print_error("%s: %.5g, printed is %s\n", column_names[c], values[c], r.fields[c]);
            wrong++;
        }
    }
    fclose(file);
    assert_int_equal(found, 1);
    assert_int_equal(wrong, 0);
}

static void put_router(noc_router_cost router, double values[COLUMNS])
{
    values[CROSSBAR] = router.crossbar_area_mm2;
    values[BUFFER] = router.buffer_area_mm2;
    values[ALLOCATOR] = router.allocator_area_mm2;
    values[ONE] = router.area_mm2;
}

/* Rows that a mesh expresses, all or some columns. Where the memory nodes stand changes no area. */
typedef struct mesh_case {
    const char *name, *design;
    int columns;
    const char *overrides[OVERRIDES_MAX];
} mesh_case;

static mesh_case mesh_cases[] = {
    {"Table VI: Baseline", "Baseline", ALL_COLUMNS, {NULL}},
    {"Table VI: 2x-BW", "2x-BW", ALL_COLUMNS, {"network.flit_bytes=32"}},
    {"Table VI: CP-DOR 4VC", "CP-DOR 4VC", ALL_COLUMNS, {"network.virtual_channels=4"}},
    {"Table VI: links of CP-CR 2P", "CP-CR 2P", LINK_COLUMNS, {"network.memory_ports=2"}},
    {"Table VI: links, full router of DCI 2VC",
     "DCI 2VC",
     LINK_COLUMNS | ROUTER_COLUMNS,
     {"network.slices=2"}},
    {"Table VI: links, full router of DCI 4VC",
     "DCI 4VC",
     LINK_COLUMNS | ROUTER_COLUMNS,
     {"network.slices=2", "network.virtual_channels=4"}},
    {"Table VI: links of DCI 2P 2VC",
     "DCI 2P 2VC",
     LINK_COLUMNS,
     {"network.slices=2", "network.memory_ports=2"}},
};

static void check_mesh(void **state)
{
    const mesh_case *c = *state;
    double values[COLUMNS] = {0};
    built b;
    noc_cost cost;
    build(&b, c->overrides);
    assert_int_equal(noc_cost_of(b.system, &cost, &b.diag), NOC_OK);
    const noc_router_shape shape = noc_router_shape_of(&b.system->graph, 0);
    put_router(noc_cost_of_router(at_65nm(), &shape), values);
    values[LINK] = noc_cost_of_link(at_65nm(), shape.flit_bits, b.design->chip.tile_mm);
    values[LINKS] = cost.link_area_mm2;
    values[ROUTERS] = cost.router_area_mm2;
    values[SHARE] = 100.0 * cost.network_area_mm2 / cost.chip_area_mm2;
    values[CHIP] = cost.chip_area_mm2;
    clear(&b);
    compare(c->design, "full", c->columns, values);
}

/* Single routers of the other rows. te13 note 16: a half router has four 2x1 muxes and one 4x1; a
 * second injection and ejection port make them four 3x1 and two 4x1. */
typedef struct router_case {
    const char *name, *design, *router;
    noc_router_shape shape; /* inputs, outputs, crosspoints, VCs, VCs of a class, flits, bits */
} router_case;

static router_case router_cases[] = {
    {"Table VI: CP-CR, full", "CP-CR", "full", {5, 5, 25, 4, 2, 8, 128}},
    {"Table VI: CP-CR, half", "CP-CR", "half", {5, 5, 12, 4, 2, 8, 128}},
    {"Table VI: DCI 4VC, half", "DCI 4VC", "half", {5, 5, 12, 4, 2, 8, 64}},
    {"Table VI: DCI 2VC, half", "DCI 2VC", "half", {5, 5, 12, 2, 1, 8, 64}},
    {"Table VI: DCI 2P 4VC, full", "DCI 2P 4VC", "full", {5, 5, 25, 4, 2, 8, 64}},
    {"Table VI: DCI 2P 2VC, half 2P", "DCI 2P 2VC", "half 2P", {6, 6, 20, 2, 1, 8, 64}},
};

static void check_router(void **state)
{
    const router_case *c = *state;
    double values[COLUMNS] = {0};
    put_router(noc_cost_of_router(at_65nm(), &c->shape), values);
    compare(c->design, c->router, ROUTER_COLUMNS, values);
}

/* ---- ORION 2.0 ------------------------------------------------------------------------------ */

/* The columns of orion65.csv that are used. Six digits are printed. */
enum { NIN = 2, NOUT, BITS, VCS, FLITS, O_BUFFER = 8, O_CROSSBAR, O_VC_ALLOCATOR, O_SW_ALLOCATOR };

static double field(const record *r, int column)
{
    return strtod(r->fields[column], NULL);
}

static void check_orion(void **state)
{
    (void)state;
    FILE *file = open_reference(NOC_SOURCE_DIR "/tests/reference/orion65.csv");
    record r;
    int rows = 0;
    for (; next_record(file, &r); rows++) {
        const double inputs = field(&r, NIN), vcs = field(&r, VCS);
        noc_router_shape shape = {inputs, field(&r, NOUT),  inputs * field(&r, NOUT), vcs,
                                  vcs,    field(&r, FLITS), field(&r, BITS)};
        const noc_router_cost one_class = noc_cost_of_router(at_65nm(), &shape);
        shape.class_channels = 1.0;
        const noc_router_cost no_vc_allocator = noc_cost_of_router(at_65nm(), &shape);
        const double of_switch = no_vc_allocator.allocator_area_mm2;
        const double of_channels = one_class.allocator_area_mm2 - of_switch;

        assert_true(near(1e6 * one_class.buffer_area_mm2, field(&r, O_BUFFER), 1e-5));
        assert_true(near(2e6 * one_class.crossbar_area_mm2, field(&r, O_CROSSBAR), 2e-4));
        assert_true(near(1e6 * of_switch, field(&r, O_SW_ALLOCATOR), 1e-5));
        /* ORION's rows have two stages; the first is 1/inputs of both. */
        const double second_stage = field(&r, O_VC_ALLOCATOR) * (inputs - 1.0) / inputs;
        assert_true(near(1e6 * of_channels, second_stage, 1e-5));
    }
    fclose(file);
    assert_int_equal(rows, 9);
}

/* ---- laws ----------------------------------------------------------------------------------- */

/* What an override does to the areas of the baseline: factors. */
typedef struct law_case {
    const char *name;
    const char *overrides[OVERRIDES_MAX];
    double crossbar, buffer, allocator, link;
} law_case;

static law_case law_cases[] = {
    {"twice the width", {"network.flit_bytes=32"}, 4, 2, 1, 2},
    {"twice the buffers", {"network.buffer_flits=16"}, 1, 2, 1, 1},
    {"four VCs, two a class", {"network.virtual_channels=4"}, 1, 2, 4, 1},
    {"two slices", {"network.slices=2"}, 0.5, 1, 2, 1},
    {"a 3x12 mesh is as many tiles, with 3 links less in each direction",
     {"network.columns=12", "network.rows=3"},
     1,
     1,
     1,
     (2 * 57 * 2.6 + 72 * 0.05) / (120 * 2.6 + 72 * 0.05)},
    {"tiles of 5.2 mm",
     {"chip.tile_mm=5.2"},
     1,
     1,
     1,
     (120 * 5.2 + 72 * 0.05) / (120 * 2.6 + 72 * 0.05)},
    {"a slower clock", {"chip.clock_mhz=301"}, 1, 1, 1, 1},
};

static void check_law(void **state)
{
    const law_case *c = *state;
    const noc_cost base = cost_of((const char *const[OVERRIDES_MAX]){NULL});
    const noc_cost cost = cost_of(c->overrides);
    assert_true(near(cost.crossbar_area_mm2, c->crossbar * base.crossbar_area_mm2, 1e-12));
    assert_true(near(cost.buffer_area_mm2, c->buffer * base.buffer_area_mm2, 1e-12));
    assert_true(near(cost.allocator_area_mm2, c->allocator * base.allocator_area_mm2, 1e-12));
    assert_true(near(cost.link_area_mm2, c->link * base.link_area_mm2, 1e-12));
    const double routers = cost.crossbar_area_mm2 + cost.buffer_area_mm2 + cost.allocator_area_mm2;
    assert_true(near(cost.router_area_mm2, routers, 1e-12));
    assert_true(near(cost.network_area_mm2, routers + cost.link_area_mm2, 1e-12));
    assert_true(near(cost.chip_area_mm2, cost.network_area_mm2 + 244.68, 1e-12));
}

/* ---- refused -------------------------------------------------------------------------------- */

/* The text with the first `from` replaced by `to`. The caller frees it. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    const size_t size = strlen(text) + strlen(to) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    snprintf(copy, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return copy;
}

static int line_with(const char *text, const char *words)
{
    int line = 1;
    for (const char *at = text; at < strstr(text, words); at++) line += *at == '\n';
    return line;
}

static void check_refusal(built *b, noc_status status, const char *file, int line)
{
    noc_cost cost = {.chip_area_mm2 = -7.25};
    assert_int_equal(noc_cost_of(b->system, &cost, &b->diag), status);
    assert_true(cost.chip_area_mm2 == -7.25);
    assert_int_equal(b->diag.count, 1);
    const noc_message *m = &b->diag.messages[0];
    assert_string_equal(m->file, file);
    assert_int_equal(m->line > 0 ? m->line : 0, line);
    assert_non_null(strstr(m->text, "chip.technology_nm = 28"));
    assert_non_null(strstr(m->text, "65 nm"));
    assert_null(strchr(m->text, '\n'));
}

static void check_unknown_technology(void **state)
{
    (void)state;
    built b = {0};
    assert_int_equal(
        noc_source_read(NOC_SOURCE_DIR "/configs/te13-baseline.cfg", &b.source, &b.diag), NOC_OK);
    char *text = replaced(b.source.text, "technology_nm = 65", "technology_nm = 28");
    free(b.source.text);
    b.source.text = text;
    assert_int_equal(noc_design_read(&b.source, NULL, 0, &b.design, &b.diag), NOC_OK);
    assert_int_equal(noc_system_compile(b.design, &b.system, &b.diag), NOC_OK);
    check_refusal(&b, NOC_EINPUT, b.source.path, line_with(text, "technology_nm"));
    clear(&b);
}

static void check_unknown_override(void **state)
{
    (void)state;
    built b;
    build(&b, (const char *const[OVERRIDES_MAX]){"chip.technology_nm=28"});
    check_refusal(&b, NOC_EUSAGE, "--set chip.technology_nm=28", 0);
    clear(&b);
}

/* A table as it must be, with every row. The caller frees it. */
static char *good_table(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "technology_nm = 65;\nsource = \"a test\";\nrows = (\n");
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        fprintf(
            out,
            "{ name = \"%s\"; value = %zu; unit = \"%s\"; kind = \"given\"; source = \"us\"; }%s\n",
            noc_coefficient_name(id), id + 2, noc_coefficient_unit(id),
            id + 1 < NOC_COEFFICIENTS ? "," : "\n);");
    fclose(out);
    return text;
}

static void check_good_table(void **state)
{
    (void)state;
    char *text = good_table();
    noc_technology technology;
    assert_int_equal(
        noc_technology_parse(text, (noc_place){"table.cfg", 0}, NOC_EINPUT, &technology, NULL),
        NOC_OK);
    assert_true(technology.nm == 65.0);
    assert_true(technology.coefficients[NOC_COEFFICIENT_buffer_area].value == 3.0);
    assert_string_equal(technology.coefficients[NOC_COEFFICIENT_buffer_area].source, "us");
    noc_technology_clear(&technology);
    free(text);
}

/* One change to a good table, and what must be said of it, on which line. */
typedef struct table_case {
    const char *name, *from, *to, *says;
    int line;
} table_case;

static table_case table_cases[] = {
    {"negative value", "value = 3", "value = -3", "not negative", 5},
    {"infinite value", "value = 3", "value = 1e400", "finite", 5},
    {"nan is no number", "value = 3", "value = nan", "syntax error", 5},
    {"an integer that would wrap", "value = 3", "value = 4294967299", "too large", 5},
    {"value as text", "value = 3", "value = \"3\"", "must be a number", 5},
    {"value left out", "value = 3;", "", "must be a number", 5},
    {"wrong unit", "\"um2/bit\"", "\"mm2/bit\"", "must be in 'um2/bit'", 5},
    {"unit left out", "unit = \"um2/bit\";", "", "unit must be a text", 5},
    {"unknown row", "\"buffer_area\"", "\"bufer_area\"", "did you mean 'buffer_area'", 5},
    {"missing row", "\"buffer_area\"", "\"bufer_area\"", "row 'buffer_area' is missing", 3},
    {"row twice", "\"buffer_area\"", "\"crosspoint_area\"", "is there twice", 5},
    {"unknown kind", "\"given\"", "\"guessed\"", "\"assumed\"", 4},
    {"no source of a row", "\"us\"", "\"\"", "source must be a text", 4},
    {"no source of a table", "source = \"a test\";", "", "source must be a text", 0},
    {"unknown key of a row", "kind =", "sort = \"x\"; kind =", "unknown key 'sort'", 4},
    {"unknown key of a table", "rows =", "row = 1; rows =", "did you mean 'rows'", 3},
    {"rows are no list", "rows = (", "rows = 1; row = (", "rows must be a list", 3},
    {"a row is no group", "rows = (", "rows = ( 1,", "must be a group", 3},
    {"no technology", "technology_nm = 65;", "", "technology_nm must be a number", 0},
};

static void check_table(void **state)
{
    const table_case *c = *state;
    char *good = good_table(), *text = replaced(good, c->from, c->to);
    noc_technology technology = {.nm = -7.25};
    noc_diag diag = {0};
    const noc_place place = {"table.cfg", 0};
    assert_int_equal(noc_technology_parse(text, place, NOC_EINPUT, &technology, &diag), NOC_EINPUT);
    assert_true(technology.nm == -7.25);
    bool said = false;
    for (size_t i = 0; i < diag.count; i++) {
        const noc_message *m = &diag.messages[i];
        assert_string_equal(m->file, "table.cfg");
        said |= strstr(m->text, c->says) && m->line == c->line;
    }
    for (size_t i = 0; i < diag.count && !said; i++)
        print_error("line %d: %s\n", diag.messages[i].line, diag.messages[i].text);
    assert_true(said);
    noc_diag_clear(&diag);
    free(text);
    free(good);
}

/* ---- the tables that there are -------------------------------------------------------------- */

static void check_shipped(void **state)
{
    (void)state;
    size_t files = 0, technologies = 0;
    while (noc_technology_tables[files].file) files++;
    for (; noc_technology_at(technologies); technologies++) {
        const noc_technology *t = noc_technology_at(technologies);
        const noc_technology *found;
        assert_int_equal(noc_technology_find(t->nm, &found, NULL), NOC_OK);
        assert_ptr_equal(found, t); /* no two of one size */
        assert_true(t->nm > 0.0 && *t->source);
        for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
            assert_true(t->coefficients[id].value > 0.0);
            assert_true(strlen(t->coefficients[id].source) > 10);
        }
    }
    assert_true(files >= 1);
    assert_int_equal(technologies, files);
}

/* ---- main ----------------------------------------------------------------------------------- */

typedef struct suite {
    struct CMUnitTest tests[64];
    size_t count;
} suite;

static void add(suite *s, const char *name, CMUnitTestFunction function, void *row)
{
    if (s->count < COUNT(s->tests))
        s->tests[s->count++] = (struct CMUnitTest){name, function, NULL, NULL, row};
}

int main(void)
{
    static suite s;
    for (size_t i = 0; i < COUNT(mesh_cases); i++)
        add(&s, mesh_cases[i].name, check_mesh, &mesh_cases[i]);
    for (size_t i = 0; i < COUNT(router_cases); i++)
        add(&s, router_cases[i].name, check_router, &router_cases[i]);
    add(&s, "ORION 2.0: buffers, half a crossbar, allocators", check_orion, NULL);
    for (size_t i = 0; i < COUNT(law_cases); i++)
        add(&s, law_cases[i].name, check_law, &law_cases[i]);
    add(&s, "unknown technology in a file", check_unknown_technology, NULL);
    add(&s, "unknown technology in a --set", check_unknown_override, NULL);
    add(&s, "a good table is taken", check_good_table, NULL);
    for (size_t i = 0; i < COUNT(table_cases); i++)
        add(&s, table_cases[i].name, check_table, &table_cases[i]);
    add(&s, "every shipped table is complete and has sources", check_shipped, NULL);
    return _cmocka_run_group_tests("power_area", s.tests, s.count, NULL, NULL);
}
