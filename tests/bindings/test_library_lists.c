/* libnocsight: what there is: keys, members of lists of groups, metrics, workloads,
 * shipped designs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bindings/c/nocsight.h"
#include "tests/support/helpers.h"

static noc_context *context;

static void expect_ok(int code, noc_error *error)
{
    if (code != NOC_CODE_OK) fail_msg("%d: %s: %s", code, error->file, error->message);
}

/* A key is found by its path, and its words are the ones that a design takes. */
static void list_keys(void **state)
{
    (void)state;
    noc_error error = {0};
    noc_key_info info;
    size_t number, choices = 0, count = 0;
    for (; noc_key_at(count, &info, NULL) == NOC_CODE_OK; count++) {
        expect_ok(noc_key_number(info.key, &number, &error), &error);
        assert_int_equal(number, count);
        assert_true(*info.meaning);
        if (!isnan(info.lowest)) assert_true(info.lowest <= info.highest);
        for (size_t k = 0; k < info.choice_count; k++) assert_non_null(noc_key_choice(count, k));
        assert_null(noc_key_choice(count, info.choice_count));
        choices += info.choice_count > 0;
    }
    assert_true(count > 100 && choices > 10);
    expect_ok(noc_key_number("network.flit_bytes", &number, &error), &error);
    expect_ok(noc_key_at(number, &info, &error), &error);
    assert_true(info.lowest == 1.0 && info.highest == 1024.0 && info.is_integer && !info.is_list);
    assert_string_equal(info.unit, "bytes");
}

/* Members of groups are those that a design has, within their ranges. */
static void list_members(void **state)
{
    (void)state;
    static const struct {
        const char *list, *member;
        bool is_choice;
    } some[] = {{"network.levels", "flits_per_cycle", false},
                {"network.memory_levels", "cycles", false},
                {"workload.phases", "share", false},
                {"traffic.classes", "pattern", true}};
    noc_error error = {0};
    noc_key_info info;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        size_t list, count = 0, found = 0, choices = 0;
        expect_ok(noc_key_number(some[i].list, &list, &error), &error);
        for (; noc_key_member_at(list, count, &info, NULL) == NOC_CODE_OK; count++) {
            assert_true(*info.meaning && !strchr(info.key, '.'));
            for (size_t k = 0; k < info.choice_count; k++)
                assert_non_null(noc_key_member_choice(list, count, k));
            assert_null(noc_key_member_choice(list, count, info.choice_count));
            if (strcmp(info.key, some[i].member) != 0) continue;
            choices = info.choice_count;
            found++;
        }
        assert_true(count > 3 && found == 1 && (choices > 1) == some[i].is_choice);
    }
    noc_design *opened;
    expect_ok(noc_design_open(context, "h100-sxm", &opened, &error), &error);
    size_t list, m = 0;
    expect_ok(noc_key_number("network.levels", &list, &error), &error);
    while (noc_key_member_at(list, m, &info, NULL) == NOC_CODE_OK &&
           strcmp(info.key, "flits_per_cycle") != 0)
        m++;
    const char *bad = "network.levels[0].flits_per_cycle=64.5";
    char good[80];
    snprintf(good, sizeof good, "network.levels[0].flits_per_cycle=%g", info.highest);
    const char *highest = good;
    expect_ok(noc_design_set(context, &opened, &highest, 1, &error), &error);
    assert_int_equal(noc_design_set(context, &opened, &bad, 1, NULL), NOC_CODE_USAGE);
    noc_design_release(opened);
}

/* Every workload that is listed can be set. */
static void list_workloads(void **state)
{
    (void)state;
    noc_error error = {0};
    char *names;
    size_t lines = 0;
    expect_ok(noc_workload_list(&names, &error), &error);
    for (char *cursor = names, *name; (name = strsep(&cursor, "\n")) && *name; lines++) {
        char setting[120];
        noc_design *with;
        snprintf(setting, sizeof setting, "workload=%s", name);
        const char *settings = setting;
        expect_ok(noc_design_open(context, "te13-baseline", &with, &error), &error);
        expect_ok(noc_design_set(context, &with, &settings, 1, &error), &error);
        noc_design_release(with);
    }
    assert_true(lines > 50);
    noc_text_release(names);
}

static void list_metrics(void **state)
{
    (void)state;
    noc_error error = {0};
    noc_metric_facts facts;
    size_t number, count = 0;
    for (; noc_metric_at(count, &facts, NULL) == NOC_CODE_OK; count++) {
        expect_ok(noc_metric_number(facts.name, &number, &error), &error);
        assert_int_equal(number, count);
        assert_true(*facts.meaning && *facts.label);
    }
    assert_true(count > 50);
}

/* Every shipped design is listed, and opened by its name. */
static void list_designs(void **state)
{
    (void)state;
    noc_error error = {0};
    char *names;
    const test_shipped *shipped;
    const size_t count = test_shipped_designs(&shipped);
    expect_ok(noc_shipped_design_list(&names, &error), &error);
    size_t lines = 0;
    for (char *cursor = names, *name; (name = strsep(&cursor, "\n")) && *name; lines++) {
        noc_design *opened;
        expect_ok(noc_design_open(context, name, &opened, &error), &error);
        noc_design_release(opened);
    }
    assert_true(lines > 50 && lines <= count);
    noc_text_release(names);
}

int main(void)
{
    static test_list list;
    if (noc_context_new(&context, NULL) != NOC_CODE_OK) return 1;
    test_add(&list, "keys", list_keys);
    test_add(&list, "members of groups", list_members);
    test_add(&list, "workloads", list_workloads);
    test_add(&list, "metrics", list_metrics);
    test_add(&list, "shipped designs", list_designs);
    const int status = test_run("lists of the library", &list);
    noc_context_release(context);
    return status;
}
