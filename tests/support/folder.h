/* tests/support/folder.h: a folder of the test program's own, for the files that it writes. */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

/* Makes it, before any test runs; the program ends where it cannot. Returns its path. */
const char *test_make_folder(void);

/* With all that is in it. */
void test_remove_folder(void);

/* The path of a file in it; the caller frees it. */
char *test_path_of(const char *name);

/* The text of a file in it; the caller frees it. */
char *test_read_back(const char *name);

#endif
