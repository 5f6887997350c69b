/* `nocsight serve`: measurements with their progress, how they end, and questions that newer ones
 * supersede. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/serving.h"
#include "tests/support/users/shell_output.h"

static const char mesh[] = "name = \"small\";\nnodes = { compute = 16; };\n"
                           "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
                           "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n";

/* Of a network from a table, which is a pipe: it is read when the test writes it. */
static const char piped[] = "nodes = { compute = 2; };\n"
                            "network = { topology = \"file\"; links = \"pipe.csv\"; attach = "
                            "\"attach.csv\"; };\n"
                            "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n";

static json_t *make_question(const char *tab, int sequence)
{
    json_t *question = test_question(mesh, "small.cfg", "30%");
    json_object_set_new(question, "tab", json_string(tab));
    json_object_set_new(question, "sequence", json_integer(sequence));
    return question;
}

/* ---- requests beside the test ---------------------------------------------------------------- */

/* A request by curl that is under way. */
typedef struct pending {
    FILE *out;
    pid_t process; /* process that runs curl */
} pending;

static pending begin(const char *path, json_t *body)
{
    static int number;
    char name[40], line[600];
    pending p;
    snprintf(name, sizeof name, "pending-%d", number++);
    char *file = test_path_of(name);
    assert_int_equal(json_dump_file(body, file, 0), 0);
    json_decref(body);
    snprintf(line, sizeof line,
             "echo $$; exec curl -sN -w '%%{http_code}' --data-binary '@%s' \"$U/%s\"", file, path);
    free(file);
    p.out = popen(line, "r");
    assert_non_null(p.out);
    assert_non_null(fgets(line, sizeof line, p.out));
    p.process = atoi(line);
    assert_true(p.process > 0);
    return p;
}

/* What is left to read of a response, and its status. */
static test_response finish(pending *p)
{
    test_response r = {.text = calloc(1, 1 << 20)};
    const size_t count = fread(r.text, 1, (1 << 20) - 1, p->out);
    pclose(p->out);
    if (count < 3) return r;
    r.status = atoi(r.text + count - 3);
    r.text[count - 3] = '\0';
    r.value = json_loads(r.text, 0, NULL);
    return r;
}

/* ---- newer questions ------------------------------------------------------------------------- */

/* A question that waits for the pipe. */
static pending begin_piped(const char *tab, int sequence)
{
    char *name = test_path_of("piped.cfg");
    json_t *question = test_question(piped, name, "10%");
    json_object_set_new(question, "tab", json_string(tab));
    json_object_set_new(question, "sequence", json_integer(sequence));
    free(name);
    return begin("answer", question);
}

/* Waits until the server reads the pipe. */
static FILE *open_pipe(void)
{
    char *path = test_path_of("pipe.csv");
    FILE *out = fopen(path, "we"); /* curl must not hold it open */
    assert_non_null(out);
    free(path);
    return out;
}

static void write_pipe(FILE *out)
{
    fputs("from,to,cycles,mm\n0,1,1,1\n1,0,1,1\n", out);
    fclose(out);
}

static void expect_superseded(test_response *r, int sequence)
{
    if (r->status != 409) fail_msg("%d: %s", r->status, r->text);
    assert_true(json_is_true(json_object_get(r->value, "superseded")));
    assert_int_equal(json_integer_value(json_object_get(r->value, "sequence")), sequence);
    test_response_clear(r);
}

static void expect_answer(test_response *r, int sequence)
{
    if (r->status != 200) fail_msg("%d: %s", r->status, r->text);
    assert_int_equal(json_integer_value(json_object_get(r->value, "sequence")), sequence);
    test_response_clear(r);
}

/* A question is given up when its tab asks a newer one meanwhile. */
static void check_newer(void **state)
{
    test_server *server = *state;
    pending older = begin_piped("a", 1);
    FILE *pipe = open_pipe();
    test_response newer = test_post(server, "answer", make_question("a", 2)),
                  other_tab = test_post(server, "answer", make_question("b", 1)),
                  no_tab = test_post(server, "answer", make_question("", 0));
    write_pipe(pipe);
    test_response left = finish(&older);
    expect_answer(&newer, 2);
    expect_answer(&other_tab, 1);
    expect_answer(&no_tab, 0);
    expect_superseded(&left, 1);
}

/* Without a newer question the same one is answered. */
static void check_same(void **state)
{
    test_server *server = *state;
    pending asked = begin_piped("c", 1);
    write_pipe(open_pipe());
    test_response r = finish(&asked);
    expect_answer(&r, 1);
    r = test_post(server, "answer", make_question("c", 1));
    expect_answer(&r, 1);
}

static void check_older(void **state)
{
    test_server *server = *state;
    test_response r = test_post(server, "answer", make_question("d", 7));
    expect_answer(&r, 7);
    r = test_post(server, "answer", make_question("d", 6));
    expect_superseded(&r, 6);
}

/* With one place a question waits for it, and leaves at once when a newer one comes. */
static void check_waiting(void **state)
{
    (void)state;
    const char *const words[] = {"--jobs", "1", NULL};
    test_server one = test_serve(words);
    pending first = begin_piped("a", 1);
    FILE *pipe = open_pipe();
    pending second = begin("answer", make_question("b", 1)),
            third = begin("answer", make_question("b", 2));
    test_response left = finish(&second);
    expect_superseded(&left, 1);
    write_pipe(pipe);
    test_response answered = finish(&first), last = finish(&third);
    expect_answer(&answered, 1);
    expect_answer(&last, 2);
    assert_int_equal(test_serve_end(&one), 130);
}

/* ---- measurements ---------------------------------------------------------------------------- */

static json_t *make_measurement(const char *approach, double precision, double seconds)
{
    json_t *question = make_question("m", 1);
    json_object_set_new(question, "approach", json_string(approach));
    json_object_set_new(question, "precision", json_real(precision));
    json_object_set_new(question, "seconds", json_real(seconds));
    return question;
}

/* Reads the lines of a measurement: progress that does not go back, then the last line. */
static json_t *read_lines(const char *text)
{
    double share = 0.0;
    for (;;) {
        const size_t length = strcspn(text, "\n");
        json_t *line = json_loadb(text, length, 0, NULL);
        if (!line || text[length] != '\n') fail_msg("no line of JSON: %s", text);
        const json_t *done = json_object_get(line, "done");
        if (!done) {
            assert_string_equal(text + length, "\n");
            return line;
        }
        assert_true(json_number_value(done) >= share && json_number_value(done) <= 1.0);
        share = json_number_value(done);
        json_decref(line);
        text += length + 1;
    }
}

typedef struct measurement_case {
    const char *name, *approach, *command; /* same answer by each */
    double precision;
} measurement_case;

static const measurement_case measurements[] = {
    {"a sample", "sample", "nocsight sample small.cfg --load 30% --precision 0.05 --seconds 60",
     0.05},
    {"a window", "window", "nocsight query small.cfg --load 30% --check", 0.05},
    {"as sure as that", "within", "nocsight query small.cfg --load 30% --within 0.02 --seconds 60",
     0.02},
};

/* The answer is the command's. */
static void check_measurement(void **state)
{
    const measurement_case *c = *state;
    pending asked = begin("measure", make_measurement(c->approach, c->precision, 60.0));
    test_response r = finish(&asked);
    assert_int_equal(r.status, 200);
    json_t *last = read_lines(r.text), *answer = json_object_get(last, "answer");
    if (!answer) fail_msg("%s", r.text);
    assert_string_equal(json_string_value(json_object_get(answer, "command")), c->command);
    assert_true(json_is_null(json_object_get(answer, "curve")));
    char *text = test_output_of("cd \"$D\"; '" NOC_BINARY "' %s -q --format json", c->command + 9);
    json_t *told = json_loads(text, 0, NULL), *metric;
    const char *name;
    if (!told) fail_msg("%s", text);
    size_t count = 0;
    json_object_foreach(json_object_get(told, "metrics"), name, metric)
    {
        const json_t *figure = json_object_get(json_object_get(answer, "figures"), name);
        if (!json_equal(json_object_get(figure, "value"), json_object_get(metric, "value")) ||
            !json_equal(json_object_get(figure, "lo"), json_object_get(metric, "lo")))
            fail_msg("%s: %g, of the command %g", name,
                     json_number_value(json_object_get(figure, "value")),
                     json_number_value(json_object_get(metric, "value")));
        count++;
    }
    assert_true(count > 60);
    json_decref(told);
    json_decref(last);
    free(text);
    test_response_clear(&r);
}

/* Faults come in the stream, as other answers do. */
static void check_faults(void **state)
{
    test_server *server = *state;
    json_t *question = make_measurement("sample", 0.05, 60.0);
    json_object_set_new(question, "settings", json_pack("{s:s}", "network.rows", "0"));
    test_response r = test_post(server, "measure", question);
    assert_int_equal(r.status, 200);
    json_t *last = read_lines(r.text);
    const json_t *fault = json_array_get(json_object_get(last, "faults"), 0);
    assert_string_equal(json_string_value(json_object_get(fault, "key")), "network.rows");
    json_decref(last);
    test_response_clear(&r);
}

/* A time that no sample fits into is a fault of this member. */
static void check_short_time(void **state)
{
    test_server *server = *state;
    json_t *question = make_measurement("sample", 1e-4, 0.1);
    json_object_set_new(question, "settings",
                        json_pack("{s:s, s:s, s:s}", "network.rows", "24", "network.columns", "24",
                                  "nodes.compute", "576"));
    test_response r = test_post(server, "measure", question);
    json_t *last = read_lines(r.text);
    const json_t *fault = json_array_get(json_object_get(last, "faults"), 0);
    assert_string_equal(json_string_value(json_object_get(fault, "key")), "seconds");
    assert_non_null(strstr(r.text, "0.1 s"));
    json_decref(last);
    test_response_clear(&r);
}

/* A measurement that takes as long as it may. */
static pending begin_long(void)
{
    char line[200];
    const pending p = begin("measure", make_measurement("sample", 1e-4, 600.0));
    assert_non_null(fgets(line, sizeof line, p.out)); /* the measurement is under way */
    assert_non_null(strstr(line, "{\"done\":"));
    return p;
}

/* Two at once, and the next when the connection of one has closed. */
static void check_places(void **state)
{
    test_server *server = *state;
    pending first = begin_long(), second = begin_long();
    test_response r = test_post(server, "measure", make_measurement("sample", 0.05, 60.0));
    assert_int_equal(r.status, 429);
    assert_non_null(json_object_get(r.value, "faults"));
    test_response_clear(&r);
    assert_int_equal(kill(first.process, SIGKILL), 0);
    pclose(first.out);
    int status = 429;
    for (int i = 0; i < 400 && status == 429; i++) { /* waits 20 s at most */
        usleep(50000);
        r = test_post(server, "measure", make_measurement("sample", 0.05, 60.0));
        status = r.status;
        test_response_clear(&r);
    }
    assert_int_equal(status, 200);
    kill(second.process, SIGKILL);
    pclose(second.out);
}

/* Ctrl-C ends the server, whatever is under way. */
static void check_interrupt(void **state)
{
    (void)state;
    const char *const words[] = {NULL};
    test_server server = test_serve(words);
    pending first = begin_long(), second = begin_long();
    assert_int_equal(test_serve_end(&server), 130);
    test_response r = finish(&first);
    assert_null(strstr(r.text, "answer"));
    test_response_clear(&r);
    r = finish(&second);
    test_response_clear(&r);
}

/* A question that cannot stop, here for the pipe, does not hold up the end. */
static void check_interrupt_busy(void **state)
{
    (void)state;
    const char *const words[] = {NULL};
    test_server server = test_serve(words);
    pending asked = begin_piped("a", 1);
    FILE *pipe = open_pipe();
    assert_int_equal(test_serve_end(&server), 130);
    fclose(pipe);
    test_response r = finish(&asked);
    test_response_clear(&r);
}

int main(void)
{
    static test_list list;
    static test_server server;
    const char *const words[] = {NULL};
    if (!test_has_curl()) return 0;
    setenv("D", test_make_folder(), 1);
    char *path = test_path_of("pipe.csv");
    if (mkfifo(path, 0600) != 0) return 1;
    free(path);
    free(test_output_of(
        "cd \"$D\"; printf '%%s\\n' node,router 0,0 1,1 >attach.csv; printf '%%s' '%s' "
        ">small.cfg",
        mesh));
    server = test_serve(words);
#define ON_SERVER(name, check) \
    list.tests[list.count++] = (struct CMUnitTest){name, check, NULL, NULL, &server}
    ON_SERVER("a newer question", check_newer);
    ON_SERVER("no newer question", check_same);
    ON_SERVER("an older question", check_older);
    TEST_TABLE(&list, measurements, check_measurement);
    ON_SERVER("faults", check_faults);
    ON_SERVER("a short time", check_short_time);
    ON_SERVER("two at once", check_places);
    test_add(&list, "questions that wait",
             check_waiting); /* the environment is another server's from here */
    test_add(&list, "Ctrl-C", check_interrupt);
    test_add(&list, "Ctrl-C beside a question that does not stop", check_interrupt_busy);
    const int status = test_run("measurements of serve", &list);
    test_serve_end(&server);
    test_remove_folder();
    return status;
}
