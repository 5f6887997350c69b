/* tests/support/users/shell_output.h: commands whose output is looked at. */
#ifndef TESTS_SHELL_OUTPUT_H
#define TESTS_SHELL_OUTPUT_H

/* What a shell command writes; the caller frees it. */
char *test_output_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
