#include "tests/support/designs/wirings.h"

#include <stdio.h>
#include <stdlib.h>

#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "tests/support/folder.h"

noc_status test_wired_try(const wired_design *wired, const char *const *overrides,
                          test_system *tested, noc_diag *diag)
{
    noc_source source = test_source("wired.cfg", wired->text);
    noc_config_memory texts = {.wirings.given_files = wired->files};
    size_t count = 0;
    while (overrides && overrides[count]) count++;
    *tested = (test_system){NULL, NULL};
    noc_status status =
        noc_design_read_next(&source, overrides, count, &texts, &tested->design, diag);
    if (status == NOC_OK) status = noc_system_compile(tested->design, &tested->system, diag);
    noc_config_memory_clear(&texts);
    noc_source_clear(&source);
    return status;
}

/* A system, or the messages why there is none. */
static test_system wanted(noc_status status, test_system tested, noc_diag *diag)
{
    test_print_messages(diag);
    noc_diag_clear(diag);
    assert_int_equal(status, NOC_OK);
    return tested;
}

test_system test_wired(const wired_design *wired, const char *const *overrides)
{
    test_system tested;
    noc_diag diag = {0};
    const noc_status status = test_wired_try(wired, overrides, &tested, &diag);
    return wanted(status, tested, &diag);
}

noc_status test_rated_try(const char *design, const char *rates, test_system *tested,
                          noc_diag *diag)
{
    char *table = test_path_of("rates.csv"), *path = test_path_of("rated.cfg");
    FILE *out = fopen(table, "w");
    assert_non_null(out);
    fputs(rates, out);
    fclose(out);
    noc_source source = test_source(path, design);
    *tested = (test_system){NULL, NULL};
    noc_status status = noc_design_read(&source, NULL, 0, &tested->design, diag);
    if (status == NOC_OK) status = noc_system_compile(tested->design, &tested->system, diag);
    noc_source_clear(&source);
    free(path);
    free(table);
    return status;
}

char *test_attach_in_order(unsigned nodes)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("node,router\n", out);
    for (unsigned n = 0; n < nodes; n++) fprintf(out, "%u,%u\n", n, n);
    fclose(out);
    return text;
}

/* ---- designs in parts ----------------------------------------------------------------------- */

/* The caller frees it. */
static char *text_of(const wired_parts *parts)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out,
            "nodes = { %s };\nnetwork = { topology = \"file\"; links = \"links.csv\";\n"
            "  attach = \"attach.csv\"; %s %s };\ntraffic = { %s };\n",
            parts->nodes, parts->routes ? "routes = \"routes.csv\";" : "", parts->network,
            parts->traffic);
    fclose(out);
    return text;
}

noc_status test_parts_try(const wired_parts *parts, test_system *tested, noc_diag *diag)
{
    char *text = text_of(parts);
    wired_design wired = {text, {{"links.csv", parts->links}, {"attach.csv", parts->attach}}};
    if (parts->routes) wired.files[2] = (noc_embedded_file){"routes.csv", parts->routes};
    const noc_status status = test_wired_try(&wired, NULL, tested, diag);
    if (status != NOC_OK) test_system_free(tested);
    free(text);
    return status;
}

test_system test_parts(const wired_parts *parts)
{
    test_system tested;
    noc_diag diag = {0};
    const noc_status status = test_parts_try(parts, &tested, &diag);
    return wanted(status, tested, &diag);
}
