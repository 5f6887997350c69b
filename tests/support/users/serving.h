/* tests/support/users/serving.h: a server of `nocsight serve` that runs beside a test. */
#ifndef TESTS_SERVING_H
#define TESTS_SERVING_H

#include <jansson.h>
#include <sys/types.h>

enum { TEST_SERVER_WORDS_MAX = 12 };

typedef struct test_server {
    pid_t process;
    char address[100]; /* address of the page: "http://127.0.0.1:8421/TOKEN" */
    unsigned port;
} test_server;

/* Starts `nocsight serve --no-browser` with further words, ended by NULL, and waits for its
 * address. In the environment of later commands U is the address, B the same without the token. */
test_server test_serve(const char *const *words);

/* Presses Ctrl-C. Returns the exit status. */
int test_serve_end(test_server *server);

/* Response to a request. */
typedef struct test_response {
    int status;    /* 0: none came */
    char *text;    /* the caller frees it */
    json_t *value; /* value that a JSON text has; NULL: another text. The caller releases it. */
} test_response;

/* Posts a body, which is released, to a path below the token. */
test_response test_post(const test_server *server, const char *path, json_t *body);
test_response test_post_text(const test_server *server, const char *path, const char *body);
void test_response_clear(test_response *response);

/* Makes a question about a design's text, with the members text, name and load (NULL: null). */
json_t *test_question(const char *text, const char *name, const char *load);

/* True where curl is; where quickstart has installed it, that it is missing is a fault. */
int test_has_curl(void);

#endif
