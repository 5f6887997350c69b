/* Words that people use: each is found however it is written, and what it names is there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/metrics.h"
#include "reports/facts/catalog.h"
#include "reports/facts/glossary.h"
#include "tests/support/helpers.h"

/* What newcomers ask for. */
static const char *const wanted[] = {
    "latency",
    "bandwidth",
    "throughput",
    "saturation",
    "area",
    "power",
    "energy",
    "clock",
    "VC",
    "vc",
    "VCs",
    "flit",
    "Flits",
    "packet",
    "load",
    "knee",
    "round trip",
    "round-trip",
    "workload",
    "topology",
    "routing",
    "te13",
    "cdx19",
    "rapid18",
    "dapper",
    "icc",
    "MSHR",
    "SM",
    "GPU",
    "gpus",
    "L2",
    "virtual channel",
    "virtual_channels",
    "slice",
    "interval",
    "sample",
    "model",
    "placement",
    "zero-load",
    "RTT",
    "ring",
    "space",
    "front",
    "importance",
    "what matters",
    "Sobol indices",
    "fairness",
    "network wall",
    "partition",
    "bridge",
    "chiplet",
    "chiplets",
    "NUMA",
    "p99",
    "tail",
    "percentile",
    "dragonfly",
    "fat tree",
    "fat-tree",
    "valiant",
    "UGAL",
    "ugal",
    "ROMM",
    "bisection",
    "hotspot",
    "hot spot",
    "iSLIP",
    "islip",
    "adaptive routing",
    "deadlock",
};

static void a_word_is_known(void **state)
{
    const char *word = *(const char *const *)*state;
    const noc_word *found = noc_glossary_find(word);
    if (!found) fail_msg("nothing is called %s", word);
    assert_true(*found->meaning);
}

static bool is_shipped(const char *name)
{
    char path[80];
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    snprintf(path, sizeof path, "configs/%s.cfg", name);
    for (size_t i = 0; i < count; i++)
        if (strcmp(designs[i].path, path) == 0) return true;
    return false;
}

static bool is_in_a_catalogue(const char *name)
{
    bool found = false;
    for (size_t i = 0; noc_catalog_at(i) && !found; i++) {
        noc_table table = {0};
        noc_catalog_at(i)->fill(&table);
        for (size_t r = 0; r < table.row_count; r++)
            found |= noc_catalog_is_match(noc_table_cell_text(&table, r, 1), name);
        noc_table_clear(&table);
    }
    return found;
}

static noc_metric_id metric_called(const char *name)
{
    for (int i = 0; i < NOC_METRICS; i++)
        if (strcmp(noc_metric_info_of((noc_metric_id)i)->name, name) == 0) return (noc_metric_id)i;
    return NOC_METRICS;
}

/* Calls `check` with each name of a list between commas. */
static void each(const char *list, const noc_word *word,
                 void (*check)(const char *, const noc_word *))
{
    char *copy = strdup(list), *rest = copy;
    for (char *name; (name = strsep(&rest, ","));) {
        name += strspn(name, " ");
        if (*name) check(name, word);
    }
    free(copy);
}

static void expect_there(const char *name, const noc_word *word)
{
    if (!is_in_a_catalogue(name) && !is_shipped(name))
        fail_msg("%s: there is no %s", word->name, name);
}

static void expect_metric(const char *name, const noc_word *word)
{
    if (metric_called(name) == NOC_METRICS) fail_msg("%s: no metric is %s", word->name, name);
}

/* By each name that it says it has. */
static void expect_found(const char *name, const noc_word *word)
{
    const noc_word *found = noc_glossary_find(name);
    if (found != word) fail_msg("%s is found as %s", name, found ? found->name : "nothing");
}

static void what_words_name_is_there(void **state)
{
    (void)state;
    for (size_t i = 0; noc_glossary_at(i); i++) {
        const noc_word *word = noc_glossary_at(i);
        each(word->see, word, expect_there);
        each(word->metric ? word->metric : "", word, expect_metric);
        each(word->name, word, expect_found);
        each(word->aliases, word, expect_found);
    }
}

static void words_that_are_none_are_not_found(void **state)
{
    (void)state;
    static const char *const none[] = {"", "s", "-", "latencyx", "te1", "virtual", "flitss"};
    for (size_t i = 0; i < TEST_COUNT(none); i++)
        if (noc_glossary_find(none[i])) fail_msg("'%s' is a word", none[i]);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, wanted, a_word_is_known);
    test_add(&list, "what words name is there", what_words_name_is_there);
    test_add(&list, "words that are none are not found", words_that_are_none_are_not_found);
    return test_run("glossary", &list);
}
