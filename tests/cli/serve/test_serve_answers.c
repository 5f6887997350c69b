/* `nocsight serve`: answers of its server beside those of the command, the text of a changed
 * design, the front of a store, questions beside each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/c/nocsight.h"
#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/serving.h"
#include "tests/support/users/shell_output.h"

static test_server server;
static json_t *start; /* facts that the page starts from */

/* ---- answers beside the command -------------------------------------------------------------- */

enum { SETTINGS_MAX = 4 };

typedef struct answer_case {
    const char *name, *design;
    const char *settings[SETTINGS_MAX][2];
    const char *load;
} answer_case;

static const answer_case answers[] = {
    {"a GPU", "h100-sxm", {{0}}, "60%"},
    {"a GPU, flits",
     "h100-sxm",
     {{"networks[1].flit_bytes", "64"}, {"chip.clock_mhz", "1500"}},
     "0.3"},
    {"a GPU without a load", "mi300x", {{0}}, NULL},
    {"a mesh in closed loop", "te13-baseline", {{"network.virtual_channels", "4"}}, NULL},
    {"a mesh",
     "te13-baseline",
     {{"network.flit_bytes", "32"}, {"nodes.placement", "scattered"}},
     "500GB/s"},
    {"a crossbar", "te13-xbar-16b", {{"network.buffer_flits", "4"}}, "40%"},
    {"an overlay", "rapid18-rapid-16", {{0}}, "30%"},
    {"a synthetic mesh",
     "synthetic-mesh",
     {{"network.rows", "4"}, {"nodes.compute", "32"}},
     "0.02tx"},
    {"a graph from files", "ring.cfg", {{"network.flit_bytes", "32"}}, "50%"},
};

static const json_t *find_design(const char *name)
{
    const json_t *list = json_object_get(start, "designs");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *design = json_array_get(list, i);
        if (strcmp(json_string_value(json_object_get(design, "name")), name) == 0) return design;
    }
    fail_msg("no design %s", name);
    return NULL;
}

static json_t *make_question(const answer_case *c)
{
    const char *text = json_string_value(json_object_get(find_design(c->design), "text"));
    json_t *question = test_question(text, c->design, c->load), *settings = json_object();
    for (size_t i = 0; i < SETTINGS_MAX && c->settings[i][0]; i++)
        json_object_set_new(settings, c->settings[i][0], json_string(c->settings[i][1]));
    json_object_set_new(question, "settings", settings);
    json_object_set_new(question, "curve", json_integer(4));
    json_object_set_new(question, "picture", json_true());
    json_object_set_new(question, "costs", json_true());
    return question;
}

/* What the command answers, whose words an answer has; further words come after them. */
static json_t *ask_command(const json_t *answer, const char *words)
{
    const char *command = json_string_value(json_object_get(answer, "command"));
    assert_int_equal(strncmp(command, "nocsight query ", 15), 0);
    char *text = test_output_of("cd \"$D\"; '" NOC_BINARY "' %s %s", command + 9, words);
    json_t *told = json_loads(text, 0, NULL);
    if (!told) fail_msg("%s %s: %s", command, words, text);
    free(text);
    return told;
}

static const json_t *member(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (!value) fail_msg("no member %s", name);
    return value;
}

static void expect_equal(const char *what, const json_t *a, const json_t *b)
{
    if (json_equal(a, b)) return;
    char *one = json_dumps(a, JSON_ENCODE_ANY), *other = json_dumps(b, JSON_ENCODE_ANY);
    fail_msg("%s: %s, of the command %s", what, one, other);
}

/* Figures are equal to the last digit, and missing for the same reason. */
static void check_figures(const json_t *answer, const json_t *told)
{
    const char *name;
    json_t *metric;
    size_t count = 0;
    json_object_foreach((json_t *)(uintptr_t)json_object_get(told, "metrics"), name, metric)
    {
        static const char *const ends[] = {"value", "lo", "hi", "confidence"};
        const json_t *figure = member(json_object_get(answer, "figures"), name);
        for (size_t i = 0; i < TEST_COUNT(ends); i++)
            expect_equal(name, member(figure, ends[i]), member(metric, ends[i]));
        if (json_is_null(member(figure, "value")))
            expect_equal(name, member(figure, "reason"), member(metric, "why"));
        count++;
    }
    assert_true(count > 60);
    assert_int_equal(json_object_size(json_object_get(answer, "figures")), count);
}

static void check_facts(const json_t *answer, const json_t *told)
{
    const json_t *limit = member(answer, "limit"), *bottleneck = member(told, "bottleneck");
    expect_equal("state", member(answer, "state"), member(told, "status"));
    expect_equal("approach", member(answer, "approach"), member(told, "method"));
    expect_equal("load", member(answer, "load"), member(told, "load_flits_per_cycle"));
    expect_equal("warnings", member(answer, "warnings"), member(told, "warnings"));
    expect_equal("name", member(answer, "name"), member(member(told, "design"), "name"));
    expect_equal("hash", member(answer, "fingerprint"), member(member(told, "design"), "hash"));
    if (json_is_null(bottleneck)) return;
    expect_equal("kind", member(limit, "kind"), member(bottleneck, "kind"));
    expect_equal("utilization", member(limit, "utilization"), member(bottleneck, "utilization"));
}

/* Costs of components are those of the breakdown. */
static void check_costs(const json_t *answer, const json_t *told)
{
    const json_t *costs = member(answer, "costs"),
                 *rows = member(member(told, "components"), "cost");
    assert_int_equal(json_array_size(costs), json_array_size(rows));
    for (size_t i = 0; i < json_array_size(rows); i++) {
        static const char *const figures[] = {"count", "area_mm2", "leakage_mw", "dynamic_mw"};
        const json_t *cost = json_array_get(costs, i), *row = json_array_get(rows, i);
        expect_equal("component", member(cost, "part"), member(row, "component"));
        for (size_t k = 0; k < TEST_COUNT(figures); k++)
            assert_near(json_number_value(member(cost, figures[k])),
                        json_number_value(member(row, figures[k])),
                        1e-11 * fabs(json_number_value(member(row, figures[k]))));
    }
}

/* A curve is that of the command: its loads, and the latency in ns. */
static void check_curve(const answer_case *c, const json_t *answer)
{
    const json_t *curve = member(answer, "curve");
    if (json_is_null(curve)) {
        assert_non_null(json_object_get(answer, "curve_why"));
        return;
    }
    const char *command = json_string_value(member(answer, "command"));
    char *words = strdup(command + strlen("nocsight query")), *load = strstr(words, " --load");
    if (load) *load = '\0';
    char *text =
        test_output_of("cd \"$D\"; '" NOC_BINARY "' curve %s --points 4 --format json", words);
    json_t *told = json_loads(text, 0, NULL);
    const json_t *points = member(curve, "points");
    if (!told) fail_msg("%s: %s", c->name, text);
    assert_int_equal(json_array_size(points), 4);
    assert_int_equal(json_array_size(told), 4);
    for (size_t i = 0; i < 4; i++) {
        const json_t *point = json_array_get(points, i), *row = json_array_get(told, i);
        const json_t *metric =
            member(member(row, "metrics"), json_string_value(member(curve, "latency")));
        expect_equal("load", member(point, "load"), member(row, "load_flits_per_cycle"));
        expect_equal("latency", member(member(point, "latency"), "value"), member(metric, "value"));
        expect_equal("state", member(point, "state"), member(row, "status"));
    }
    json_decref(told);
    free(text);
    free(words);
}

/* Pictures are equal but for the line that says how the load was given. */
static void expect_same_lines(const char *svg, const char *drawn)
{
    for (; *svg || *drawn; svg += svg[0] != '\0', drawn += drawn[0] != '\0') {
        const size_t length = strcspn(svg, "\n"), drawn_length = strcspn(drawn, "\n");
        const bool is_equal = length == drawn_length && strncmp(svg, drawn, length) == 0;
        if (!is_equal && !memmem(svg, length, ">Channels at load ", 18))
            fail_msg("%.*s\nof the command %.*s", (int)length, svg, (int)drawn_length, drawn);
        svg += length;
        drawn += drawn_length;
    }
}

/* The picture is the command's, and the text of the design has the same fingerprint. */
static void check_texts(const answer_case *c, const json_t *answer)
{
    const char *svg = json_string_value(member(answer, "svg")),
               *text = json_string_value(member(answer, "design"));
    noc_context *context;
    noc_design *design;
    noc_error error = {0};
    char path[300];
    if (c->load) {
        char *drawn =
            test_output_of("cd \"$D\"; '" NOC_BINARY "' %s --channels -q -o picture.svg; cat "
                           "picture.svg",
                           json_string_value(member(answer, "command")) + 9);
        expect_same_lines(svg, drawn);
        free(drawn);
    } else {
        assert_contains(svg, "<svg ");
    }
    snprintf(path, sizeof path, "%s/%s", getenv("D"), c->design); /* folder with the tables, too */
    assert_int_equal(noc_context_new(&context, &error), 0);
    if (noc_design_parse(context, text, path, &design, &error)) fail_msg("%s", error.message);
    assert_string_equal(noc_design_fingerprint(design),
                        json_string_value(member(answer, "fingerprint")));
    noc_design_release(design);
    noc_context_release(context);
}

/* Each setting of the question is a value of the answer, for its network. */
static void check_values(const answer_case *c, const json_t *answer)
{
    const json_t *values = member(answer, "values");
    for (size_t i = 0; i < SETTINGS_MAX && c->settings[i][0]; i++)
        assert_string_equal(json_string_value(member(values, c->settings[i][0])),
                            c->settings[i][1]);
    assert_non_null(json_object_get(values, "chip.clock_mhz"));
    assert_null(json_object_get(values, "network.spam"));
    assert_true(json_integer_value(member(answer, "network_count")) >= 1);
}

static void check_answer(void **state)
{
    const answer_case *c = *state;
    test_response r = test_post(&server, "answer", make_question(c));
    if (r.status != 200) fail_msg("%d: %s", r.status, r.text);
    json_t *told = ask_command(r.value, "--breakdown --format json");
    check_facts(r.value, told);
    check_figures(r.value, told);
    check_costs(r.value, told);
    check_curve(c, r.value);
    check_texts(c, r.value);
    check_values(c, r.value);
    json_decref(told);
    test_response_clear(&r);
}

/* ---- parts that nobody asked for ------------------------------------------------------------- */

static void check_plain(void **state)
{
    (void)state;
    const char *text = json_string_value(json_object_get(find_design("te13-baseline"), "text"));
    test_response r = test_post(&server, "answer", test_question(text, "te13-baseline", NULL));
    assert_int_equal(r.status, 200);
    assert_true(json_is_null(member(r.value, "curve")));
    assert_true(json_is_null(member(r.value, "costs")));
    assert_true(json_is_null(member(r.value, "svg")));
    assert_int_equal(json_integer_value(member(r.value, "sequence")), 0);
    test_response_clear(&r);
}

/* Words of a shell are quoted in the command. */
static void check_quotes(void **state)
{
    (void)state;
    const char *text = json_string_value(json_object_get(find_design("te13-baseline"), "text"));
    json_t *question = test_question(text, "it's $(mine).cfg", "60%");
    json_object_set_new(question, "settings",
                        json_pack("{s:s, s:s}", "nodes.placement", "explicit", "nodes.memory_at",
                                  "((0,0),(5,0),(0,5),(5,5),(1,0),(2,0),(3,0),(4,0))"));
    test_response r = test_post(&server, "answer", question);
    assert_int_equal(r.status, 200);
    char *words = test_output_of("set -- %s; for w; do echo \"$w\"; done",
                                 json_string_value(member(r.value, "command")));
    assert_string_equal(
        words, "nocsight\nquery\nit's $(mine).cfg\n--set\nnodes.placement=explicit\n--set\n"
               "nodes.memory_at=((0,0),(5,0),(0,5),(5,5),(1,0),(2,0),(3,0),(4,0))\n--load\n60%\n");
    free(words);
    test_response_clear(&r);
}

/* ---- what the page starts from --------------------------------------------------------------- */

static void check_start(void **state)
{
    (void)state;
    const json_t *keys = member(start, "keys"), *metrics = member(start, "metrics");
    noc_key_info key;
    noc_metric_facts metric;
    for (size_t i = 0; noc_key_at(i, &key, NULL) == NOC_CODE_OK; i++) {
        const json_t *row = json_array_get(keys, i);
        assert_string_equal(json_string_value(member(row, "key")), key.key);
        assert_int_equal(json_array_size(member(row, "choices")), key.choice_count);
        if (isnan(key.lowest))
            assert_true(json_is_null(member(row, "lowest")));
        else
            assert_near(json_number_value(member(row, "lowest")), key.lowest, 0.0);
    }
    for (size_t i = 0; noc_metric_at(i, &metric, NULL) == NOC_CODE_OK; i++)
        assert_string_equal(json_string_value(member(json_array_get(metrics, i), "name")),
                            metric.name);
    assert_true(json_is_null(member(start, "store")));
    assert_string_equal(json_string_value(member(start, "version")), noc_version());
}

/* ---- questions beside each other ------------------------------------------------------------- */

/* As many as a browser never asks: all are answered, and alike. */
static void check_parallel(void **state)
{
    (void)state;
    const char *text = json_string_value(json_object_get(find_design("te13-baseline"), "text"));
    json_t *question = test_question(text, "te13-baseline", "60%");
    char *body = test_path_of("question.json");
    assert_int_equal(json_dump_file(question, body, 0), 0);
    char *answers_told =
        test_output_of("for i in $(seq 50); do curl -s -m 60 -o \"$D/parallel-$i\" -w "
                       "'%%{http_code}\\n' --data-binary "
                       "\"@%s\" \"$U/answer\" & done | sort | uniq -c; wait; cksum "
                       "<\"$D/parallel-1\" >\"$D/sum\"; for i "
                       "in $(seq 50); do cksum <\"$D/parallel-$i\" | cmp - \"$D/sum\"; done",
                       body);
    assert_string_equal(answers_told, "     50 200\n");
    free(answers_told);
    free(body);
    json_decref(question);
}

/* ---- the front of a store -------------------------------------------------------------------- */

/* The data of the report's page, and each of its designs can be asked for. */
static void check_front(void **state)
{
    (void)state;
    char *made = test_output_of(
        "cd \"$D\"; '" NOC_BINARY "' sweep '" NOC_SOURCE_DIR
        "/configs/routers.space' --store s.db -q >/dev/null && '" NOC_BINARY
        "' report --store s.db -o s.html -q; sed -n 's|.*id=\"data\">\\(.*\\)</script>.*|\\1|p' "
        "s.html");
    char *store = test_path_of("s.db");
    const char *const words[] = {"--store", store, NULL};
    test_server of_store = test_serve(words);
    char *text = test_output_of("curl -s \"$U/front\"");
    json_t *front = json_loads(text, 0, NULL), *page = json_loads(made, 0, NULL);
    if (!front || !page) fail_msg("%s\n%s", text, made);
    const char *base = json_string_value(member(member(front, "base"), "text"));
    const json_t *row = json_array_get(member(front, "rows"), 0), *used = json_array_get(row, 4);
    json_t *question = test_question(base, "te13-baseline", NULL), *settings = json_object();
    for (size_t i = 0; i < json_array_size(used); i++) {
        const char *setting = json_string_value(json_array_get(
            member(front, "overrides"), (size_t)json_integer_value(json_array_get(used, i))));
        char key[80];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(setting, "="), setting);
        json_object_set_new(settings, key, json_string(strchr(setting, '=') + 1));
    }
    json_object_set_new(question, "settings", settings);
    test_response r = test_post(&of_store, "answer", question);
    assert_int_equal(r.status, 200);
    assert_int_equal(strncmp(json_string_value(member(r.value, "fingerprint")),
                             json_string_value(json_array_get(row, 0)), 12),
                     0);
    test_response_clear(&r);
    json_object_del(front, "base");
    json_object_del(page, "base");
    expect_equal("front", front, page);
    assert_int_equal(test_serve_end(&of_store), 130);
    json_decref(front);
    json_decref(page);
    free(text);
    free(store);
    free(made);
}

/* ---- main ------------------------------------------------------------------------------------ */

/* A ring of four routers, in tables beside its design. */
static void write_ring(void)
{
    free(test_output_of(
        "cd \"$D\"; printf '%%s\\n' from,to,cycles,mm 0,1,1,1 1,2,1,1 2,3,1,1 1,0,1,1 "
        "2,1,1,1 3,2,1,1 >links.csv; printf '%%s\\n' node,router 0,0 1,1 2,2 3,3 "
        ">attach.csv; printf '%%s\\n' 'nodes = { compute = 4; };' 'network = { topology = "
        "\"file\"; links = \"links.csv\"; attach = \"attach.csv\"; };' 'traffic = { pattern "
        "= \"uniform\"; packet_flits = 2; };' >ring.cfg"));
}

int main(void)
{
    static test_list list;
    if (!test_has_curl()) return 0;
    const char *folder = test_make_folder();
    setenv("D", folder, 1);
    write_ring();
    const char *words[TEST_COUNT(answers) + 1] = {NULL};
    for (size_t i = 0; i < TEST_COUNT(answers); i++) words[i] = answers[i].design;
    if (chdir(folder) != 0) return 1;
    server = test_serve(words);
    if (chdir("/") != 0) return 1;
    char *text = test_output_of("curl -s \"$U/start\"");
    start = json_loads(text, 0, NULL);
    free(text);
    TEST_TABLE(&list, answers, check_answer);
    test_add(&list, "parts that nobody asked for", check_plain);
    test_add(&list, "words of a shell", check_quotes);
    test_add(&list, "the start", check_start);
    test_add(&list, "fifty at once", check_parallel);
    test_add(&list, "the front of a store", check_front);
    const int status = test_run("answers of serve", &list);
    test_serve_end(&server);
    json_decref(start);
    test_remove_folder();
    return status;
}
