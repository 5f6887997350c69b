/* `nocsight serve`: what its server refuses, and what every response has. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"
#include "tests/support/users/serving.h"
#include "tests/support/users/shell_output.h"

static test_server server;

/* ---- requests -------------------------------------------------------------------------------- */

/* A request by curl, its words for the shell: $U is the page's address, $B the server's. */
typedef struct request_case {
    const char *name, *words;
    int status;
    const char *part; /* text in the response's body or headers; NULL: any */
} request_case;

#define POST    "--data-binary"
#define TOKEN_0 "00000000000000000000000000000000"

static const request_case requests[] = {
    {"the page", "$U", 200, "<base href=\"/"},
    {"the page with a slash", "$U/", 200, "<base href=\"/"},
    {"the page with a query", "\"$U?d=1\"", 200, "<base href=\"/"},
    {"a script of the page", "$U/d3.js", 200, "Content-Type: text/javascript"},
    {"the start", "$U/start", 200, "\"designs\":[{\"name\":\"gpu.cfg\""},
    {"the host by its name", "-H \"Host: localhost:${B##*:}\" $U", 200, NULL},
    {"the page's origin", "-H \"Origin: $B\" $U/start", 200, NULL},
    {"the origin by its name", "-H \"Origin: http://localhost:${B##*:}\" $U/start", 200, NULL},

    {"no token", "$B", 403, "open the address"},
    {"no token, a path", "$B/start", 403, NULL},
    {"another token", "$B/" TOKEN_0, 403, NULL},
    {"another token, a path", "$B/" TOKEN_0 "/start", 403, NULL},
    {"a part of the token", "${U%?}", 403, NULL},
    {"more than the token", "${U}0", 403, NULL},
    {"more than the token, a path", "${U}0/start", 403, NULL},
    {"the token in capitals", "$(printf %s $U | tr a-f A-F | sed s/HTTP/http/)0", 403, NULL},
    {"a path before the token", "--path-as-is $B/x/../${U##*/}", 403, NULL},
    {"no token, a body", POST " '{}' $B/answer", 403, NULL},
    {"no token, a method", "-X DELETE $B/", 403, NULL},

    {"another host", "-H 'Host: example.org' $U", 403, NULL},
    {"another host's port", "-H 'Host: 127.0.0.1:1' $U", 403, NULL},
    {"the host without a port", "-H 'Host: 127.0.0.1' $U", 403, NULL},
    {"a host that begins so", "-H \"Host: 127.0.0.1:${B##*:}.example.org\" $U", 403, NULL},
    {"another origin", "-H 'Origin: http://example.org' $U/start", 403, NULL},
    {"another origin's post", "-H 'Origin: http://example.org' " POST " '{}' $U/answer", 403, NULL},
    {"an origin by TLS", "-H \"Origin: https://127.0.0.1:${B##*:}\" $U/start", 403, NULL},
    {"an origin without a name", "-H 'Origin: null' $U/start", 403, NULL},
    {"an origin's other port", "-H 'Origin: http://127.0.0.1:1' $U/start", 403, NULL},

    {"an unknown path", "$U/nothing", 404, NULL},
    {"a path upwards", "--path-as-is $U/../../etc/passwd", 404, NULL},
    {"a path upwards in disguise", "$U/..%2f..%2fetc%2fpasswd", 404, NULL},
    {"a file of the sources", "$U/cli/serve/page/index.html", 404, NULL},
    {"no front without a store", "$U/front", 404, NULL},
    {"an unknown path's post", POST " '{}' $U/nothing", 404, NULL},
    {"another method", "-X DELETE $U", 405, "Allow: GET, POST"},
    {"a put", "-X PUT " POST " '{}' $U/answer", 405, NULL},
    {"a head", "-I $U", 405, NULL},
    {"options", "-X OPTIONS $U/answer", 405, NULL},
    {"a post to the page", POST " '{}' $U", 405, NULL},
    {"a get of an answer", "$U/answer", 405, NULL},
    {"a get of a measurement", "$U/measure", 405, NULL},
    {"no size", "-X POST $U/answer", 411, NULL},
    {"a body in chunks", "-H 'Transfer-Encoding: chunked' " POST " '{}' $U/answer", 411, NULL},
    {"a large body", POST " @$D/large $U/answer", 413, "4 MiB"},
};

/* Headers of every response, refusals included. */
static const char *const headers[] = {
    "Content-Security-Policy: default-src 'none'; script-src 'self';",
    "frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: no-referrer",
    "Cache-Control: no-store",
};

static void check_request(void **state)
{
    const request_case *c = *state;
    int status = 0;
    char *text = test_output_of("curl -si -m 20 %s", c->words);
    for (const char *line = text; (line = strstr(line, "HTTP/1.1 ")); line++)
        status = atoi(line + 9); /* the last, as curl asks whether to go on */
    if (status != c->status) fail_msg("status %d, expected %d:\n%s", status, c->status, text);
    if (c->part) assert_contains(text, c->part);
    for (size_t i = 0; i < TEST_COUNT(headers); i++) assert_contains(text, headers[i]);
    free(text);
}

/* ---- what curl does not send ----------------------------------------------------------------- */

/* Bytes of a request: TOKEN and PORT stand for the server's. */
typedef struct raw_case {
    const char *name, *bytes;
    int status; /* 0: the connection closes without a response */
} raw_case;

#define HOST "Host: 127.0.0.1:PORT\r\n"

static const raw_case raw_requests[] = {
    {"the page", "GET /TOKEN HTTP/1.1\r\n" HOST "\r\n", 200},
    {"two hosts", "GET /TOKEN HTTP/1.1\r\n" HOST "Host: example.org\r\n\r\n", 403},
    {"the same host twice", "GET /TOKEN HTTP/1.1\r\n" HOST HOST "\r\n", 403},
    {"two origins",
     "GET /TOKEN HTTP/1.1\r\n" HOST "Origin: http://127.0.0.1:PORT\r\n"
     "Origin: http://example.org\r\n\r\n",
     403},
    {"no host", "GET /TOKEN HTTP/1.1\r\n\r\n", 400},
    {"no host, as it was once", "GET /TOKEN HTTP/1.0\r\n\r\n", 403},
    {"an address with a host", "GET http://example.org/TOKEN HTTP/1.1\r\n" HOST "\r\n", 403},
    {"a size that is none", "POST /TOKEN/answer HTTP/1.1\r\n" HOST "Content-Length: x\r\n\r\n{}",
     400},
    {"a size that lies",
     "POST /TOKEN/answer HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999\r\n\r\n{}", 413},
    {"a negative size", "POST /TOKEN/answer HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n{}", 400},
    {"no HTTP", "spam\r\n\r\n", 0},
    {"bytes", "\x80\xff\x01 \xfe\r\n\r\n", 400},
};

/* Replaces a word of a text. */
static void put_word(char *text, size_t size, const char *word, const char *value)
{
    for (char *found; (found = strstr(text, word));) {
        char rest[2000];
        snprintf(rest, sizeof rest, "%s", found + strlen(word));
        snprintf(found, size - (size_t)(found - text), "%s%s", value, rest);
    }
}

static void check_raw(void **state)
{
    const raw_case *c = *state;
    char text[2000], port[10];
    snprintf(text, sizeof text, "%s", c->bytes);
    snprintf(port, sizeof port, "%u", server.port);
    put_word(text, sizeof text, "TOKEN", strrchr(server.address, '/') + 1);
    put_word(text, sizeof text, "PORT", port);
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)server.port),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct timeval limit = {.tv_sec = 20};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(connect(fd, (const struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
    char said[200] = "";
    int status = 0;
    const ssize_t count = recv(fd, said, sizeof said - 1, 0);
    close(fd);
    if (count > 0) sscanf(said, "HTTP/1.%*d %d", &status);
    if (status != c->status) fail_msg("status %d, expected %d: %s", status, c->status, said);
}

/* ---- questions ------------------------------------------------------------------------------- */

/* A body, and what is wrong with it. */
typedef struct body_case {
    const char *name, *path, *body;
    int status;
    const char *message;
    const char *key; /* key that the fault names; NULL: none */
} body_case;

#define MESH                                                                                      \
    "nodes = { compute = 16; };\\nnetwork = { topology = \\\"mesh\\\"; columns = 4; rows = 4; };" \
    "\\ntraffic = { pattern = \\\"uniform\\\"; packet_flits = 1; };"
#define ASK(members) "{\"text\": \"" MESH "\"" members "}"

static const body_case bodies[] = {
    {"nothing", "answer", "", 400, "no JSON", NULL},
    {"no JSON", "answer", "spam", 400, "no JSON", NULL},
    {"a half", "answer", "{\"text\": ", 400, "no JSON", NULL},
    {"two values", "answer", "{} {}", 400, "no JSON", NULL},
    {"a list", "answer", "[]", 400, "a request is a JSON object", NULL},
    {"a member twice", "answer", "{\"text\": \"\", \"text\": \"\"}", 400, "no JSON", NULL},
    {"a NUL", "answer", "{\"text\": \"a\\u0000b\"}", 400, "no JSON", NULL},
    {"no text", "answer", "{}", 400, "\"text\" is missing", NULL},
    {"a number for a text", "answer", "{\"text\": 3}", 400, "\"text\": expected the text", NULL},
    {"an unknown member", "answer", ASK(", \"setings\": {}"), 400,
     "unknown member \"setings\" (settings?)", NULL},
    {"a member of measurements", "answer", ASK(", \"approach\": \"sample\""), 400,
     "unknown member \"approach\"", NULL},
    {"settings as a list", "answer", ASK(", \"settings\": []"), 400, "\"settings\": expected",
     NULL},
    {"a setting as a number", "answer", ASK(", \"settings\": {\"network.rows\": 3}"), 400,
     "\"settings\": expected", NULL},
    {"a setting without a key", "answer", ASK(", \"settings\": {\"\": \"3\"}"), 400,
     "\"settings\": expected", NULL},
    {"a key with a value", "answer", ASK(", \"settings\": {\"network.rows=4\": \"3\"}"), 400,
     "\"settings\": expected", NULL},
    {"a load as a number", "answer", ASK(", \"load\": 0.1"), 400, "\"load\": expected", NULL},
    {"a curve of one point", "answer", ASK(", \"curve\": 1"), 400, "0 or 2 to 100 points", NULL},
    {"a curve of many points", "answer", ASK(", \"curve\": 101"), 400, "\"curve\": expected", NULL},
    {"a curve of half points", "answer", ASK(", \"curve\": 2.5"), 400, "\"curve\": expected", NULL},
    {"a negative number", "answer", ASK(", \"sequence\": -1"), 400, "\"sequence\": expected", NULL},
    {"a huge number", "answer", ASK(", \"sequence\": 1e300"), 400, "\"sequence\": expected", NULL},
    {"a flag as a number", "answer", ASK(", \"costs\": 1"), 400, "\"costs\": expected true", NULL},
    {"a long tab", "answer",
     ASK(", \"tab\": \"01234567890123456789012345678901234567890123456789012345678901234\""), 400,
     "\"tab\": expected", NULL},
    {"no approach", "measure", ASK(""), 400, "\"approach\" is missing", NULL},
    {"an unknown approach", "measure", ASK(", \"approach\": \"model\""), 400,
     "\"approach\": expected \\\"window\\\"", NULL},
    {"no precision", "measure", ASK(", \"approach\": \"sample\", \"precision\": 0"), 400,
     "\"precision\": expected", NULL},
    {"a long time", "measure", ASK(", \"approach\": \"sample\", \"seconds\": 1e9"), 400,
     "\"seconds\": expected", NULL},

    {"a text that is no design", "answer", "{\"text\": \"spam\", \"name\": \"my.cfg\"}", 422,
     "syntax error", NULL},
    {"an unknown key", "answer", ASK(", \"settings\": {\"network.colums\": \"5\"}"), 422,
     "network.columns", "network.colums"},
    {"a value out of range", "answer", ASK(", \"settings\": {\"network.flit_bytes\": \"0\"}"), 422,
     "network.flit_bytes", "network.flit_bytes"},
    {"a value of another kind", "answer", ASK(", \"settings\": {\"network.rows\": \"many\"}"), 422,
     "network.rows", "network.rows"},
    {"a choice that is none", "answer", ASK(", \"settings\": {\"network.routing\": \"xz\"}"), 422,
     "xz", "network.routing"},
    {"a design that does not fit", "answer", ASK(", \"settings\": {\"network.rows\": \"3\"}"), 422,
     "12", "network.rows"},
    {"a load that is none", "answer", ASK(", \"load\": \"3 apples\""), 422, "expected a load",
     "load"},
    {"a load beyond the ports", "answer", ASK(", \"load\": \"7.5\""), 422, "7.5", "load"},
    {"a design beyond the memory", "answer",
     ASK(", \"settings\": {\"nodes.compute\": \"1000000\", \"network.columns\": \"1000\", "
         "\"network.rows\": \"1000\"}"),
     422, "of memory (limit", "network.columns"},
};

/* The message of a fault, and its key. */
static void check_fault(const test_response *r, const body_case *c)
{
    const json_t *faults = json_object_get(r->value, "faults");
    size_t i = 0;
    const char *message;
    while ((message = json_string_value(json_object_get(json_array_get(faults, i), "message"))) &&
           !strstr(message, c->message))
        i++;
    if (!message) fail_msg("no '%s' in %s", c->message, r->text);
    const json_t *fault = json_array_get(faults, i), *key = json_object_get(fault, "key");
    if (c->key)
        assert_string_equal(json_string_value(key), c->key);
    else
        assert_true(json_is_null(key));
    assert_true(json_is_integer(json_object_get(fault, "line")));
    assert_true(json_is_string(json_object_get(fault, "file")));
}

static void check_body(void **state)
{
    body_case c = **(const body_case **)state;
    test_response r = test_post_text(&server, c.path, c.body);
    char plain[200] = ""; /* the message as it is, not as JSON has it */
    for (size_t i = 0, k = 0; c.message[i] && k + 1 < sizeof plain; i++)
        if (c.message[i] != '\\') plain[k++] = c.message[i];
    c.message = plain;
    if (r.status != c.status) fail_msg("status %d, expected %d:\n%s", r.status, c.status, r.text);
    check_fault(&r, &c);
    test_response_clear(&r);
}

/* ---- the port and the browser ---------------------------------------------------------------- */

/* A second server at the port ends with one line, which names the next free port. */
static void check_port_in_use(void **state)
{
    (void)state;
    unsigned named, given;
    char *text =
        test_output_of("'" NOC_BINARY "' serve --no-browser --port %u 2>&1; echo $?", server.port);
    assert_int_equal(sscanf(text,
                            "nocsight: --port %u: the port is in use (the next free one: "
                            "--port %u)\n2",
                            &given, &named),
                     2);
    assert_int_equal(given, server.port);
    assert_true(named > server.port);
    free(text);
}

/* The browser's command line, which others may read, has an address that works once. */
static void check_ticket(void **state)
{
    (void)state;
    char *text = test_output_of(
        "cat >\"$D/xdg-open\" <<'END'\n#!/bin/sh\nexec >\"$D/seen\"\nfor i in 1 2; do curl -s -o "
        "\"$D/body\" -w '%%{http_code} %%{redirect_url}\\n' \"$1\"; done\necho >\"$D/done\"\nEND\n"
        "chmod +x \"$D/xdg-open\"; mkfifo \"$D/done\"; PATH=\"$D:$PATH\" DISPLAY=:9 '" NOC_BINARY
        "' serve -q -o \"$D/address\" & cat \"$D/done\"; kill -9 $!; cat \"$D/seen\" "
        "\"$D/address\"");
    char page[100], address[100];
    const int count = sscanf(text, " 303 %99s 403 %99s", page, address);
    if (count != 2 || strcmp(page, address) != 0) fail_msg("%s", text);
    free(text);
}

/* Without the library the command says what to install. */
static void check_missing_library(void **state)
{
    (void)state;
    char *text = test_output_of(
        "ldd '" NOC_BINARY "' | grep -c microhttpd; mkdir \"$D/broken\"; "
        ": >\"$D/broken/libmicrohttpd.so.12\"; LD_LIBRARY_PATH=\"$D/broken\" '" NOC_BINARY
        "' serve --no-browser 2>&1; echo $?");
    assert_contains(text, "0\nnocsight: serve needs the library libmicrohttpd (apt install");
    assert_contains(text, "\n6\n");
    free(text);
}

/* ---- the end --------------------------------------------------------------------------------- */

static void check_end(void **state)
{
    (void)state;
    assert_int_equal(test_serve_end(&server), 130);
    char *text = test_output_of("curl -s \"$U\"; echo $?");
    assert_string_equal(text, "7\n"); /* nobody listens */
    free(text);
}

int main(void)
{
    static test_list list;
    const char *const words[] = {NULL};
    if (!test_has_curl()) return 0;
    setenv("D", test_make_folder(), 1);
    free(test_output_of("head -c 4194305 /dev/zero >\"$D/large\""));
    server = test_serve(words);
    TEST_TABLE(&list, requests, check_request);
    TEST_TABLE_PREFIXED(&list, "bytes", raw_requests, check_raw);
    TEST_TABLE(&list, bodies, check_body);
    test_add(&list, "a port in use", check_port_in_use);
    test_add(&list, "an address that works once", check_ticket);
    test_add(&list, "no library", check_missing_library);
    test_add(&list, "Ctrl-C", check_end);
    const int status = test_run("serve", &list);
    test_remove_folder();
    return status;
}
