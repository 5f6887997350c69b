#include "tests/support/users/webdriver.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/helpers.h"

enum { PATIENCE = 30000 }; /* milliseconds that something may take on a busy machine */

struct test_browser {
    pid_t driver;
    FILE *said; /* what the driver writes */
    int port;
    char session[100];
    char origin[60]; /* origin with the page's own server; "": none */
};

/* ---- HTTP ----------------------------------------------------------------------------------- */

static char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *text_of(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    assert_true(vasprintf(&text, format, arguments) >= 0);
    va_end(arguments);
    return text;
}

static int connected(int port)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int socket_of = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(socket_of >= 0);
    assert_int_equal(connect(socket_of, (const struct sockaddr *)&to, sizeof to), 0);
    return socket_of;
}

static void send_all(int to, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const ssize_t sent = send(to, text, left, MSG_NOSIGNAL);
        assert_true(sent > 0);
        text += sent;
        left -= (size_t)sent;
    }
}

/* The body of an answer: what Content-Length says follows the empty line. */
static char *receive(int from)
{
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room), *body = NULL;
    for (size_t whole = SIZE_MAX; size < whole;) {
        if (size + 1 >= room) text = realloc(text, room *= 2);
        const ssize_t got = recv(from, text + size, room - size - 1, 0);
        if (got <= 0) break;
        size += (size_t)got;
        text[size] = '\0';
        const char *length = strcasestr(text, "content-length:");
        body = strstr(text, "\r\n\r\n");
        if (body && length) whole = (size_t)(body + 4 - text) + strtoul(length + 15, NULL, 10);
    }
    char *copy = strdup(body ? body + 4 : "");
    free(text);
    return copy;
}

/* Asks the driver; returns "value" of its answer, which the caller frees. Takes the body. */
static json_t *ask(const test_browser *b, const char *method, const char *path, json_t *body)
{
    char *sent = body ? json_dumps(body, JSON_COMPACT) : strdup("");
    char *request =
        text_of("%s %s%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: "
                "application/json\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
                method, b->session, path, b->port, strlen(sent), sent);
    const int to = connected(b->port);
    send_all(to, request);
    char *received = receive(to);
    close(to);
    json_t *answer = json_loads(received, 0, NULL), *value = json_object_get(answer, "value");
    const char *fault = json_string_value(json_object_get(value, "error"));
    if (!value || fault) fail_msg("%s %s %.500s: %.1000s", method, path, sent, received);
    json_incref(value);
    json_decref(answer);
    json_decref(body);
    free(received);
    free(request);
    free(sent);
    return value;
}

static void tell(const test_browser *b, const char *path, json_t *body)
{
    json_decref(ask(b, "POST", path, body));
}

/* ---- the driver ----------------------------------------------------------------------------- */

/* It picks a free port and says which. */
static bool start_driver(test_browser *b)
{
    int pipes[2];
    char line[300];
    assert_int_equal(pipe(pipes), 0);
    b->driver = fork();
    assert_true(b->driver >= 0);
    if (b->driver == 0) {
        dup2(pipes[1], STDOUT_FILENO);
        dup2(pipes[1], STDERR_FILENO);
        close(pipes[0]);
        execlp("chromedriver", "chromedriver", "--port=0", (char *)NULL);
        _exit(127);
    }
    close(pipes[1]);
    b->said = fdopen(pipes[0], "r");
    while (b->said && fgets(line, sizeof line, b->said)) {
        const char *port = strstr(line, "on port ");
        if (strstr(line, "successfully") && port) return (b->port = atoi(port + 8)) > 0;
    }
    return false;
}

static json_t *wanted(const char *downloads)
{
    return json_pack("{s:{s:{s:s, s:{s:s, s:s}, s:{s:[s,s,s,s,s], s:{s:s, s:b}}}}}", "capabilities",
                     "alwaysMatch", "browserName", "chrome", "goog:loggingPrefs", "browser", "ALL",
                     "performance", "ALL", "goog:chromeOptions", "args", "--headless",
                     "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--window-size=1200,1000", "prefs", "download.default_directory", downloads,
                     "download.prompt_for_download", 0);
}

test_browser *test_browser_open(const char *downloads)
{
    if (system("command -v chromium >/dev/null 2>&1 && command -v chromedriver >/dev/null 2>&1")) {
        if (getenv("NOC_PACKAGES_INSTALLED")) fail_msg("chromium-driver is not installed");
        return NULL;
    }
    test_browser *b = calloc(1, sizeof *b);
    if (!start_driver(b)) fail_msg("chromedriver does not start");
    json_t *made = ask(b, "POST", "/session", wanted(downloads));
    snprintf(b->session, sizeof b->session, "/session/%s",
             json_string_value(json_object_get(made, "sessionId")));
    json_decref(made);
    return b;
}

void test_browser_close(test_browser *b)
{
    if (!b) return;
    json_decref(ask(b, "DELETE", "", NULL));
    kill(b->driver, SIGTERM);
    waitpid(b->driver, NULL, 0);
    if (b->said) fclose(b->said);
    free(b);
}

/* ---- pages and scripts ---------------------------------------------------------------------- */

json_t *test_browser_run(test_browser *b, const char *script)
{
    return ask(b, "POST", "/execute/sync", json_pack("{s:s, s:[]}", "script", script, "args"));
}

static bool is_true(test_browser *b, const char *script)
{
    json_t *value = test_browser_run(b, script);
    const bool yes = json_is_true(value);
    json_decref(value);
    return yes;
}

void test_browser_holds(test_browser *b, const char *what, const char *script)
{
    if (!is_true(b, script)) fail_msg("%s: not so: %s", what, script);
}

void test_browser_hold_all(test_browser *b, const test_claim *claims, size_t count)
{
    for (size_t i = 0; i < count; i++) test_browser_holds(b, claims[i].what, claims[i].script);
}

void test_browser_waits(test_browser *b, const char *what, const char *script)
{
    const struct timespec pause = {0, 20 * 1000 * 1000};
    for (int waited = 0; waited < PATIENCE; waited += 20) {
        if (is_true(b, script)) return;
        nanosleep(&pause, NULL);
    }
    fail_msg("%s: not so, after waiting: %s", what, script);
}

void test_browser_go(test_browser *b, const char *url)
{
    /* an address that differs by its hash only would not load the page again */
    tell(b, "/url", json_pack("{s:s}", "url", "about:blank"));
    tell(b, "/url", json_pack("{s:s}", "url", url));
    test_browser_waits(b, url, "return document.body.dataset.ready === 'yes'");
}

void test_browser_serves(test_browser *b, const char *origin)
{
    snprintf(b->origin, sizeof b->origin, "%s", origin);
}

void test_browser_command(test_browser *b, const char *name, json_t *parameters)
{
    tell(b, "/goog/cdp/execute", json_pack("{s:s, s:o}", "cmd", name, "params", parameters));
}

void test_browser_tab(test_browser *b, size_t i)
{
    json_t *handles = ask(b, "GET", "/window/handles", NULL);
    const size_t count = json_array_size(handles);
    json_t *opened =
        i < count ? NULL : ask(b, "POST", "/window/new", json_pack("{s:s}", "type", "tab"));
    assert_true(i <= count);
    json_t *handle = opened ? json_object_get(opened, "handle") : json_array_get(handles, i);
    tell(b, "/window", json_pack("{s:O}", "handle", handle));
    json_decref(opened);
    json_decref(handles);
}

void test_browser_resize(test_browser *b, int width, int height)
{
    tell(b, "/window/rect", json_pack("{s:i, s:i}", "width", width, "height", height));
}

/* ---- mouse and keyboard --------------------------------------------------------------------- */

static json_t *move_to(double x, double y)
{
    return json_pack("{s:s, s:i, s:i, s:i, s:s}", "type", "pointerMove", "duration", 0, "x",
                     (int)(x + 0.5), "y", (int)(y + 0.5), "origin", "viewport");
}

static json_t *button(const char *type)
{
    return json_pack("{s:s, s:i}", "type", type, "button", 0);
}

static void act(test_browser *b, const char *type, const char *id, json_t *actions)
{
    json_t *source = json_pack("{s:s, s:s, s:o}", "type", type, "id", id, "actions", actions);
    if (strcmp(type, "pointer") == 0)
        json_object_set_new(source, "parameters", json_pack("{s:s}", "pointerType", "mouse"));
    tell(b, "/actions", json_pack("{s:[o]}", "actions", source));
}

void test_browser_move(test_browser *b, double x, double y)
{
    act(b, "pointer", "mouse", json_pack("[o]", move_to(x, y)));
}

void test_browser_click(test_browser *b, double x, double y)
{
    act(b, "pointer", "mouse",
        json_pack("[o,o,o]", move_to(x, y), button("pointerDown"), button("pointerUp")));
}

void test_browser_drag(test_browser *b, double x, double y, double to_x, double to_y)
{
    act(b, "pointer", "mouse",
        json_pack("[o,o,o,o,o]", move_to(x, y), button("pointerDown"),
                  move_to((x + to_x) / 2, (y + to_y) / 2), move_to(to_x, to_y),
                  button("pointerUp")));
}

/* By DevTools: a move of the WebDriver's mouse alone tells no button, so that Chromium may end a
 * drag that began in another call. */
static void mouse(test_browser *b, const char *type, double x, double y, const char *button_name,
                  int buttons)
{
    test_browser_command(b, "Input.dispatchMouseEvent",
                         json_pack("{s:s, s:f, s:f, s:s, s:i, s:i}", "type", type, "x", x, "y", y,
                                   "button", button_name, "buttons", buttons, "clickCount",
                                   strcmp(type, "mouseMoved") == 0 ? 0 : 1));
}

void test_browser_press(test_browser *b, double x, double y)
{
    mouse(b, "mouseMoved", x, y, "none", 0);
    mouse(b, "mousePressed", x, y, "left", 1);
}

void test_browser_pull(test_browser *b, double x, double y)
{
    mouse(b, "mouseMoved", x, y, "left", 1);
}

void test_browser_release(test_browser *b, double x, double y)
{
    mouse(b, "mouseReleased", x, y, "left", 0);
}

test_spot test_browser_spot(test_browser *b, const char *script)
{
    json_t *at = test_browser_run(b, script);
    if (json_array_size(at) != 2) fail_msg("there is no such place: %s", script);
    const test_spot s = {json_number_value(json_array_get(at, 0)),
                         json_number_value(json_array_get(at, 1))};
    json_decref(at);
    return s;
}

void test_browser_click_on(test_browser *b, const char *selector)
{
    char *script = text_of("const e = document.querySelector(\"%s\"); if (!e) return null;"
                           "e.scrollIntoView({block: 'center', inline: 'center'});"
                           "const r = e.getBoundingClientRect();"
                           "return [r.left + r.width / 2, r.top + r.height / 2];",
                           selector);
    const test_spot s = test_browser_spot(b, script);
    test_browser_click(b, s.x, s.y);
    free(script);
}

static json_t *key(const char *type, const char *name, size_t length)
{
    return json_pack("{s:s, s:s%}", "type", type, "value", name, length);
}

void test_browser_keys(test_browser *b, const char *keys)
{
    json_t *actions = json_array();
    while (*keys) {
        size_t length = 1;
        while ((keys[length] & 0xc0) == 0x80) length++; /* the rest of a character */
        json_array_append_new(actions, key("keyDown", keys, length));
        json_array_append_new(actions, key("keyUp", keys, length));
        keys += length;
    }
    act(b, "key", "keyboard", actions);
}

void test_browser_hold_key(test_browser *b, const char *name, bool down)
{
    act(b, "key", "keyboard",
        json_pack("[o]", key(down ? "keyDown" : "keyUp", name, strlen(name))));
}

/* ---- what comes out of it ------------------------------------------------------------------- */

size_t test_browser_prints(test_browser *b)
{
    json_t *pdf = ask(b, "POST", "/print", json_pack("{s:b}", "background", 1));
    const char *text = json_string_value(pdf);
    assert_int_equal(strncmp(text, "JVBERi0", 7), 0); /* "%PDF-" in base 64 */
    const size_t size = strlen(text) / 4 * 3;
    json_decref(pdf);
    return size;
}

static int digit_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

void test_browser_picture(test_browser *b, const char *path)
{
    json_t *png = ask(b, "GET", "/screenshot", NULL);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    unsigned bits = 0, count = 0;
    for (const char *c = json_string_value(png); c && digit_of(*c) >= 0; c++) {
        bits = bits << 6 | (unsigned)digit_of(*c);
        count += 6;
        if (count >= 8) fputc((int)(bits >> (count -= 8) & 0xff), out);
    }
    fclose(out);
    json_decref(png);
}

static json_t *log_of(test_browser *b, const char *type)
{
    return ask(b, "POST", "/se/log", json_pack("{s:s}", "type", type));
}

void test_browser_is_clean(test_browser *b)
{
    json_t *console = log_of(b, "browser"), *events = log_of(b, "performance"), *entry;
    size_t i;
    json_array_foreach(console, i, entry)
    {
        const char *level = json_string_value(json_object_get(entry, "level"));
        const char *source = json_string_value(json_object_get(entry, "source"));
        if (*b->origin && source && strcmp(source, "network") == 0) continue;
        if (level && strcmp(level, "SEVERE") == 0)
            fail_msg("the page says: %s", json_string_value(json_object_get(entry, "message")));
    }
    json_array_foreach(events, i, entry)
    {
        const char *message = json_string_value(json_object_get(entry, "message"));
        const char *url = message && strstr(message, "\"Network.requestWillBeSent\"")
                              ? strstr(message, "\"url\":\"")
                              : NULL;
        if (url && strncmp(url + 7, "file:", 5) != 0 && strncmp(url + 7, "data:", 5) != 0 &&
            strncmp(url + 7, "blob:", 5) != 0 && strncmp(url + 7, "about:", 6) != 0 &&
            !(*b->origin && strncmp(url + 7, b->origin, strlen(b->origin)) == 0))
            fail_msg("the page asked for %.200s", url + 7);
    }
    json_decref(console);
    json_decref(events);
}
