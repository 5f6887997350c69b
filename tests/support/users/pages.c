#include "tests/support/users/pages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/writers/style.h"

const char test_report_text[] = "name = \"base, \\\"quoted\\\"\";\n"
                                "nodes = { compute = 28; memory = 8; };\n"
                                "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n";

static char *words[] = {"nocsight", "query", "caf\xe9.cfg"};

void test_page_open(test_page *p, noc_format format)
{
    *p = (test_page){.text = NULL};
    p->sheet = (noc_sheet){
        .out = open_memstream(&p->text, &p->size),
        .format = format,
        .width = 80,
        .run = {"1.2.3", "abc", TEST_COUNT(words), words, NULL},
    };
    assert_non_null(p->sheet.out);
}

char *test_page_close(test_page *p)
{
    assert_int_equal(fclose(p->sheet.out), 0);
    p->size = noc_style_remove_marks(p->text, p->size);
    p->text[p->size] = '\0';
    return p->text;
}

noc_estimate test_made_estimate(const noc_design *design, noc_method method)
{
    noc_estimate e = {.design = design, .method = method, .load = 0.03, .seed = 7};
    for (int i = 0; i < NOC_METRICS; i++) e.metrics[i] = (noc_metric){1.5 + i, NAN, NAN, NAN, NULL};
    snprintf(e.bottleneck.kind, sizeof e.bottleneck.kind, "link");
    snprintf(e.bottleneck.where, sizeof e.bottleneck.where, "(0,0) to (1,0)");
    e.bottleneck.utilization = 0.9;
    return e;
}

void test_set_metric(noc_estimate *e, noc_metric_id id, double value)
{
    e->metrics[id].value = value;
}

void test_no_line_is_wider(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80) fail_msg("too wide: %.*s", (int)strcspn(line, "\n"), line);
}
