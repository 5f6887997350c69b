#include "tests/wired_designs.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "network/design_read.h"

enum { LINKS, ATTACH, ROUTES, DESIGN, FILES };

/* The folder of the design, and the paths of the files in it. */
typedef struct folder {
    char name[40];
    char paths[FILES][60];
} folder;

static void put(const folder *f, int file, const char *text)
{
    FILE *out = text ? fopen(f->paths[file], "w") : NULL;
    if (!text) return;
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static folder write_files(const wired_design *d)
{
    static const char *const names[] = {"links.csv", "attach.csv", "routes.csv", "design.cfg"};
    folder f = {.name = "/tmp/nocsight-wired-XXXXXX"};
    assert_non_null(mkdtemp(f.name));
    for (int i = 0; i < FILES; i++)
        snprintf(f.paths[i], sizeof f.paths[i], "%s/%s", f.name, names[i]);
    put(&f, LINKS, d->links);
    put(&f, ATTACH, d->attach);
    put(&f, ROUTES, d->routes);
    FILE *out = fopen(f.paths[DESIGN], "w");
    assert_non_null(out);
    fprintf(out,
            "nodes = { %s };\nnetwork = { topology = \"file\"; links = \"links.csv\";\n"
            "  attach = \"attach.csv\"; %s %s };\ntraffic = { %s };\n",
            d->nodes, d->routes ? "routes = \"routes.csv\";" : "", d->network, d->traffic);
    fclose(out);
    return f;
}

noc_status wired_try(const wired_design *design, test_system *tested, noc_diag *diag)
{
    const folder f = write_files(design);
    noc_source source = {0};
    *tested = (test_system){NULL, NULL};
    noc_status status = noc_source_read(f.paths[DESIGN], &source, diag);
    if (status == NOC_OK) status = noc_design_read(&source, NULL, 0, &tested->design, diag);
    if (status == NOC_OK) status = noc_system_compile(tested->design, &tested->system, diag);
    if (status != NOC_OK) noc_design_free(tested->design);
    noc_source_clear(&source);
    for (int i = 0; i < FILES; i++) unlink(f.paths[i]);
    rmdir(f.name);
    return status;
}

test_system wired_compile(const wired_design *design)
{
    test_system t;
    noc_diag diag = {0};
    const noc_status status = wired_try(design, &t, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    return t;
}
