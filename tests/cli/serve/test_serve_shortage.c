/* `nocsight serve` when memory runs short: the question is refused, and the server goes on. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/serving.h"

static const char mesh[] = "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
                           "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n";

static json_t *make_question(void)
{
    json_t *question = test_question(mesh, "tiny.cfg", "30%");
    json_object_set_new(question, "settings", json_pack("{s:s}", "network.flit_bytes", "32"));
    json_object_set_new(question, "curve", json_integer(3));
    json_object_set_new(question, "picture", json_true());
    json_object_set_new(question, "costs", json_true());
    return question;
}

/* The allocation that fails is one of an answer's. */
typedef struct shortage_steps {
    const char *name, *path;
    int step, whole_step,
        most; /* numbers of the allocations that fail: every step-th up to the most */
} shortage_steps;

static const shortage_steps steps[] = {
    {"an answer", "answer", 251, 3, 12000},
    {"a measurement", "measure", 601, 29, 12000},
};

static test_response ask(const test_server *server, const shortage_steps *s)
{
    json_t *question = make_question();
    if (strcmp(s->path, "measure") == 0) {
        json_object_set_new(question, "approach", json_string("window"));
        json_object_del(question, "curve");
    }
    return test_post(server, s->path, question);
}

/* The last line of a response, which is the answer of a measurement. */
static const char *find_last_line(const test_response *r)
{
    const char *line = r->text;
    for (const char *next; (next = strchr(line, '\n')) && next[1];) line = next + 1;
    return line;
}

/* Whichever allocation fails: the answer is whole, or it is refused for lack of memory, or the
 * connection closes without one. The next answer is whole in any case. */
static void check_answers(void **state)
{
    const shortage_steps *s = *state;
    const char *const words[] = {"--jobs", "1", NULL};
    setenv("LD_PRELOAD", NOC_FAIL_ALLOCATION, 1);
    test_server server = test_serve(words);
    unsetenv("LD_PRELOAD");
    test_response whole = ask(&server, s);
    assert_int_equal(whole.status, 200);
    const int step = test_is_whole() ? s->whole_step : s->step;
    int refused = 0, closed = 0, answered = 0;
    for (int at = 1; at <= s->most; at += step) {
        assert_int_equal(sigqueue(server.process, SIGUSR1, (union sigval){.sival_int = at}), 0);
        test_response r = ask(&server, s);
        if (strcmp(find_last_line(&r), find_last_line(&whole)) == 0)
            answered++;
        else if (strstr(r.text, "out of memory"))
            refused++;
        else if (!*r.text || !strchr(find_last_line(&r), '\n'))
            closed++;
        else
            fail_msg("allocation %d: %d: %s", at, r.status, r.text);
        test_response_clear(&r);
        assert_int_equal(sigqueue(server.process, SIGUSR1, (union sigval){.sival_int = 0}), 0);
        r = ask(&server, s);
        if (strcmp(find_last_line(&r), find_last_line(&whole)) != 0)
            fail_msg("after allocation %d: %d: %s", at, r.status, r.text);
        test_response_clear(&r);
    }
    printf("%s: %d refused, %d closed, %d answered\n", s->name, refused, closed, answered);
    assert_true(refused > 5);
    test_response_clear(&whole);
    assert_int_equal(test_serve_end(&server), 130); /* each shortage was told */
}

/* A limit that one answer needs, and another does not. */
static void check_limit(void **state)
{
    (void)state;
    const char *const words[] = {"--max-memory", "64MB", NULL};
    test_server server = test_serve(words);
    for (int i = 0; i < 3; i++) {
        json_t *question = make_question();
        json_object_set_new(question, "settings",
                            json_pack("{s:s, s:s, s:s}", "nodes.compute", "3996", "network.rows",
                                      "40", "network.columns", "100"));
        test_response r = test_post(&server, "answer", question);
        assert_true(r.status == 422 || r.status == 503);
        assert_non_null(strstr(r.text, "memory"));
        test_response_clear(&r);
        r = test_post(&server, "answer", make_question());
        assert_int_equal(r.status, 200);
        test_response_clear(&r);
    }
    assert_int_equal(test_serve_end(&server), 130);
}

int main(void)
{
    static test_list list;
    if (!test_has_curl()) return 0;
    test_make_folder();
    TEST_TABLE(&list, steps, check_answers);
    test_add(&list, "a limit", check_limit);
    const int status = test_run("shortages of serve", &list);
    test_remove_folder();
    return status;
}
