/* tests/support/users/live_page.h: the page of `nocsight serve` in a browser, with a server of its
 * own, and the commands that its figures have to equal. One a test program. */
#ifndef TESTS_LIVE_PAGE_H
#define TESTS_LIVE_PAGE_H

#include "tests/support/users/serving.h"
#include "tests/support/users/webdriver.h"

extern test_server test_live_server;
extern test_browser *test_live_browser; /* NULL: there is none, and test_live_open skips the test */

/* Set-up and end of a group of tests: a folder, which is the working folder, with gpu.cfg and
 * small.cfg, a server that shows both, and a browser. */
int test_live_start(void **state);
int test_live_end(void **state);

/* The page at an address of it; "": as it is at first. Skips the test without a browser. */
void test_live_open(const char *hash);

/* Waits until all that was asked is answered. */
void test_live_settle(void);

/* Runs a command as a shell would in the server's folder; returns its JSON. The caller frees it. */
json_t *test_live_command(const char *command);

/* The text, or the number, of what a script returns; "" and NaN: another value. The caller frees
 * the text. */
char *test_live_text(const char *script);
double test_live_number(const char *script);

/* The figures of the page are those of the command that it shows. */
void test_live_equals_command(void);

/* A field's slider and text, by the key of its setting. */
#define SLIDER(key) ".field[data-key='" key "'] input[type=range]"
#define TEXT(key)   ".field[data-key='" key "'] input[type=text]"

/* Where the thumb of a slider would be at a share of it; -1: where it is. */
test_spot test_live_spot(const char *selector, double share);

void test_live_focus(const char *selector);

/* Types a value in place of what is there, and Enter. */
void test_live_type(const char *selector, const char *text);

/* Chooses an option of a select. */
void test_live_choose(const char *selector, const char *value);

#define LIVE_HOLD(...) TEST_HOLD(test_live_browser, __VA_ARGS__)

#endif
