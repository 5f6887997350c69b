#include "tests/support/users/serving.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/shell_output.h"

/* ---- the server ------------------------------------------------------------------------------ */

static void run_server(const char *const *words, int out)
{
    const char *all[TEST_SERVER_WORDS_MAX + 4] = {NOC_BINARY, "serve", "--no-browser"};
    for (size_t i = 0; words[i]; i++) all[3 + i] = words[i];
    signal(SIGINT, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves no server */
    dup2(out, STDOUT_FILENO);
    if (!freopen("/dev/null", "w", stderr)) _exit(126);
    execv(NOC_BINARY, (char *const *)all);
    _exit(127);
}

test_server test_serve(const char *const *words)
{
    test_server s = {.process = 0};
    int pipes[2];
    char origin[60] = "";
    assert_int_equal(pipe(pipes), 0);
    s.process = fork();
    assert_true(s.process >= 0);
    if (s.process == 0) run_server(words, pipes[1]);
    close(pipes[1]);
    FILE *said = fdopen(pipes[0], "r");
    assert_non_null(said);
    if (!fgets(s.address, sizeof s.address, said)) fail_msg("the server does not start");
    fclose(said);
    s.address[strcspn(s.address, "\n")] = '\0';
    assert_int_equal(sscanf(s.address, "http://127.0.0.1:%u/%*32[0-9a-f]", &s.port), 1);
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", s.port);
    setenv("U", s.address, 1);
    setenv("B", origin, 1);
    return s;
}

int test_serve_end(test_server *server)
{
    int status;
    const pid_t process = server->process;
    if (process <= 0) fail_msg("the server does not run"); /* -1 would be all processes */
    server->process = 0;
    assert_int_equal(kill(process, SIGINT), 0);
    assert_int_equal(waitpid(process, &status, 0), process);
    if (!WIFEXITED(status)) fail_msg("the server ends by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

/* ---- requests -------------------------------------------------------------------------------- */

test_response test_post_text(const test_server *server, const char *path, const char *body)
{
    static unsigned number; /* requests may run beside each other */
    test_response r = {.status = 0};
    char name[40];
    snprintf(name, sizeof name, "body-%u", number++);
    char *file = test_path_of(name);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(body, out);
    fclose(out);
    r.text = test_output_of("curl -sN -w '%%{http_code}' --data-binary '@%s' '%s/%s'", file,
                            server->address, path);
    unlink(file);
    free(file);
    const size_t length = strlen(r.text);
    if (length < 3) return r;
    r.status = atoi(r.text + length - 3);
    r.text[length - 3] = '\0';
    r.value = json_loads(r.text, 0, NULL);
    return r;
}

test_response test_post(const test_server *server, const char *path, json_t *body)
{
    char *text = json_dumps(body, 0);
    assert_non_null(text);
    json_decref(body);
    const test_response r = test_post_text(server, path, text);
    free(text);
    return r;
}

void test_response_clear(test_response *response)
{
    free(response->text);
    json_decref(response->value);
    *response = (test_response){0};
}

json_t *test_question(const char *text, const char *name, const char *load)
{
    json_t *question = json_pack("{s:s, s:s, s:s?}", "text", text, "name", name, "load", load);
    assert_non_null(question);
    return question;
}

int test_has_curl(void)
{
    if (system("command -v curl >/dev/null 2>&1") == 0) return 1;
    if (getenv("NOC_PACKAGES_INSTALLED")) fail_msg("curl is not installed");
    return 0;
}
