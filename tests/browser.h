/* tests/browser.h: commands whose output is looked at, and pages that are looked at by headless
 * Chromium. */
#ifndef TESTS_BROWSER_H
#define TESTS_BROWSER_H

/* What a shell command writes; the caller frees it. */
char *test_output_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Skips the test where there is no Chromium. */
void test_need_browser(void);

/* Opens FOLDER/PAGE at the address `hash` with the script tests/page/CHECKS at its end, which
 * writes a line a check into the page, from "CHECKS" to "END"; returns those lines, which the
 * caller frees. Errors of the page are in window.pageErrors, the address in window.firstHash. */
char *test_browser_checks(const char *folder, const char *page, const char *checks,
                          const char *hash);

/* Fails the test, and prints the lines, unless all checks came to be and none failed. */
void test_all_hold(const char *lines);

/* Whether FOLDER/PAGE can be printed. */
void test_browser_prints(const char *folder, const char *page);

#endif
