/* tests/support/users/webdriver.h: headless Chromium under chromedriver, with a mouse and a
 * keyboard: a client of the W3C's WebDriver, in as much of it as tests need. What goes wrong
 * fails the test. */
#ifndef TESTS_WEBDRIVER_H
#define TESTS_WEBDRIVER_H

#include <jansson.h>
#include <stdbool.h>

typedef struct test_browser test_browser;

/* Starts a browser that saves into `downloads`; NULL where chromium or chromedriver is missing;
 * where quickstart has installed them, that is a fault. The caller closes it. */
test_browser *test_browser_open(const char *downloads);
void test_browser_close(test_browser *browser);

/* Loads a page, waits for its scripts' mark (data-ready of the body). */
void test_browser_go(test_browser *browser, const char *url);
void test_browser_resize(test_browser *browser, int width, int height);

/* Takes a server for the page's own: its address up to the path, "http://127.0.0.1:8421/". Other
 * pages are files. */
void test_browser_serves(test_browser *browser, const char *origin);

/* A command of Chromium's DevTools: "Emulation.setEmulatedMedia". Takes the parameters. */
void test_browser_command(test_browser *browser, const char *name, json_t *parameters);

/* Goes on in tab `i` of those that were opened, counted from 0; opens it if it is the next one. */
void test_browser_tab(test_browser *browser, size_t i);

/* What a script returns ("return 1 + 1"); the caller frees it. */
json_t *test_browser_run(test_browser *browser, const char *script);

/* Likewise; fails the test, naming `what`, unless it returns true. */
void test_browser_holds(test_browser *browser, const char *what, const char *script);

/* Several of them: TEST_HOLD(browser, {"what", "script"}, ...). */
typedef struct test_claim {
    const char *what, *script;
} test_claim;
void test_browser_hold_all(test_browser *browser, const test_claim *claims, size_t count);
#define TEST_HOLD(browser, ...)                                                                  \
    do {                                                                                         \
        const test_claim claims_made[] = {__VA_ARGS__};                                          \
        test_browser_hold_all(browser, claims_made, sizeof claims_made / sizeof claims_made[0]); \
    } while (0)

/* The same until it does, for a second or two: what takes its time. */
void test_browser_waits(test_browser *browser, const char *what, const char *script);

/* The mouse, in pixels of the window. */
void test_browser_move(test_browser *browser, double x, double y);
void test_browser_click(test_browser *browser, double x, double y);
void test_browser_drag(test_browser *browser, double x, double y, double to_x, double to_y);
/* A drag in parts: presses the button, moves the mouse with it held, releases it there. */
void test_browser_press(test_browser *browser, double x, double y);
void test_browser_pull(test_browser *browser, double x, double y);
void test_browser_release(test_browser *browser, double x, double y);

/* Where a script says that something is: "return [x, y]". */
typedef struct test_spot {
    double x, y;
} test_spot;
test_spot test_browser_spot(test_browser *browser, const char *script);

/* Scrolls to the first element of a CSS selector, and clicks into its middle. */
void test_browser_click_on(test_browser *browser, const char *selector);

/* Presses and releases keys: UTF-8, of those without letters the WebDriver's code points. */
void test_browser_keys(test_browser *browser, const char *keys);
/* Holds a key down, or lets it go. */
void test_browser_hold_key(test_browser *browser, const char *key, bool down);
#define TEST_KEY_SHIFT  "\xee\x80\x88"
#define TEST_KEY_ENTER  "\xee\x80\x87"
#define TEST_KEY_ESCAPE "\xee\x80\x8c"
#define TEST_KEY_LEFT   "\xee\x80\x92"
#define TEST_KEY_RIGHT  "\xee\x80\x94"
#define TEST_KEY_HOME   "\xee\x80\x91"
#define TEST_KEY_DOWN   "\xee\x80\x95"
#define TEST_KEY_TAB    "\xee\x80\x84"
#define TEST_KEY_CTRL   "\xee\x80\x89"
#define TEST_KEY_PGUP   "\xee\x80\x8e"
#define TEST_KEY_PGDN   "\xee\x80\x8f"
#define TEST_KEY_END    "\xee\x80\x90"

/* The page as PDF, with the styles of print: how many bytes. */
size_t test_browser_prints(test_browser *browser);

/* Writes what the window shows into a PNG file. */
void test_browser_picture(test_browser *browser, const char *path);

/* Fails the test if a page since the last call, or the first, wrote an error, or asked for anything
 * but files and data of its own, and its server. What the server refuses is no error. */
void test_browser_is_clean(test_browser *browser);

#endif
