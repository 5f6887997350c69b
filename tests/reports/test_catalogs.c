/* Catalogues, and designs as design files. */
#include <stdlib.h>
#include <string.h>

#include "base/config_file.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"
#include "reader/design_walk.h"
#include "reports/designs/plain_design.h"
#include "reports/facts/catalog.h"
#include "reports/words/design_text.h"
#include "reports/writers/table.h"
#include "tests/support/users/pages.h"

/* ---- catalogues ----------------------------------------------------------------------------- */

static void every_catalogue_is_complete(void **state)
{
    (void)state;
    for (size_t i = 0; noc_catalog_at(i); i++) {
        noc_table table = {0};
        noc_catalog_at(i)->fill(&table);
        assert_false(table.arena.is_short);
        assert_true(table.row_count > 0);
        assert_int_equal(table.cell_count, table.row_count * table.column_count);
        for (size_t r = 0; r < table.row_count; r++) {
            assert_true(*noc_table_cell_text(&table, r, 0));
            assert_true(noc_catalog_is_match(noc_table_cell_text(&table, r, 1),
                                             noc_table_cell_text(&table, r, 1)));
        }
        noc_table_clear(&table);
    }
}

static void a_key_answers_with_and_without_its_group(void **state)
{
    (void)state;
    assert_true(noc_catalog_is_match("network.flit_bytes", "flit_bytes"));
    assert_true(noc_catalog_is_match("network.flit_bytes", "network.flit_bytes"));
    assert_false(noc_catalog_is_match("network.flit_bytes", "network"));
    assert_false(noc_catalog_is_match("network.flit_bytes", "bytes"));
}

/* ---- design files --------------------------------------------------------------------------- */

static char *printed(const noc_design *design, void (*print)(const noc_design *, FILE *))
{
    test_page p;
    test_page_open(&p, NOC_FORMAT_TABLE);
    print(design, p.sheet.out);
    return test_page_close(&p);
}

/* `files`: texts in place of those that the design names; NULL: it names none. */
static void expect_same_printed(const noc_design *design, void (*print)(const noc_design *, FILE *),
                                const noc_embedded_file *files)
{
    char *text = printed(design, print);
    test_expect_same_design(design, text, files);
    free(text);
}

static void printed_designs_mean_the_same(void **state)
{
    (void)state;
    static const char two_networks[] =
        "name = \"a \\\"b\\\\ c\";\n"
        "chip = { tile_mm = 0.1; other_area_mm2 = 1e5; };\n"
        "nodes = { compute = 14; memory = 2; placement = \"explicit\"; memory_at = ((0,0), (3,3)); "
        "};\n"
        "networks = ( { carries = \"request\"; topology = \"mesh\"; columns = 4; rows = 4; },\n"
        "             { carries = \"reply\"; topology = \"mesh\"; columns = 4; rows = 4;\n"
        "               flit_bytes = 64; } );\n";
    static const char mixed[] =
        "nodes = { compute = 16; };\n"
        "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
        "traffic = { pattern = \"hotspot\"; hotspot_nodes = (1, 2); packet_flits = (1, 2, 4);\n"
        "            packet_mix = (0.333333, 0.333333, 0.333334); };\n";
    const char *const texts[] = {test_report_text, two_networks, mixed};
    for (size_t i = 0; i < TEST_COUNT(texts); i++) {
        noc_design *design = test_design(texts[i], NULL);
        expect_same_printed(design, noc_design_print, NULL);
        expect_same_printed(design, noc_design_print_commented, NULL);
        noc_design_free(design);
    }
}

static void every_topology_has_a_plain_design(void **state)
{
    (void)state;
    noc_diag diag = {0};
    for (size_t i = 0; noc_topology_at(i); i++) {
        noc_design *design = NULL;
        const noc_status status = noc_plain_design_make(noc_topology_name(i), &design, &diag);
        test_print_messages(&diag);
        assert_int_equal(status, NOC_OK);
        expect_same_printed(design, noc_design_print_commented, noc_topology_at(i)->starter_files);
        noc_design_free(design);
    }
    noc_design *none = NULL;
    assert_int_equal(noc_plain_design_make("mehs", &none, &diag), NOC_EUSAGE);
    assert_contains(diag.messages[0].text, "'mesh'");
    noc_diag_clear(&diag);
}

/* docs/ends.md has every key of what stands at both ends. */
static void the_page_of_ends_has_every_key(void **state)
{
    (void)state;
    static const size_t groups[] = {NOC_GROUP_CLUSTER, NOC_GROUP_CTA, NOC_GROUP_CODEC,
                                    NOC_GROUP_WORKLOAD};
    char *page = NULL;
    noc_diag diag = {0};
    assert_int_equal(noc_config_read_text(NOC_SOURCE_DIR "/docs/ends.md", &page, &diag), NOC_OK);
    for (size_t g = 0; g < TEST_COUNT(groups); g++) {
        const noc_key_table table = noc_design_group_keys(groups[g]);
        for (size_t k = 0; k < table.count; k++) {
            const char *name = table.keys[k].name;
            const bool of_ends = groups[g] != NOC_GROUP_WORKLOAD || strchr(name, '.');
            if (of_ends && !strstr(page, noc_catalog_short_name(name)))
                fail_msg("docs/ends.md does not have %s", name);
        }
    }
    free(page);
}

static const struct {
    const char *name;
    CMUnitTestFunction check;
} others[] = {
    {"every catalogue is complete", every_catalogue_is_complete},
    {"a key answers with and without its group", a_key_answers_with_and_without_its_group},
    {"printed designs mean the same", printed_designs_mean_the_same},
    {"every topology has a plain design", every_topology_has_a_plain_design},
    {"the page of ends has every key", the_page_of_ends_has_every_key},
};

int main(void)
{
    static test_list list;
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        test_add(&list, others[i].name, others[i].check);
    return test_run("catalogs", &list);
}
