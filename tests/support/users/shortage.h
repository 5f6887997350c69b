/* tests/support/users/shortage.h: nocsight run with an allocation that fails, or with little
 * memory. */
#ifndef NOC_TESTS_SHORTAGE_H
#define NOC_TESTS_SHORTAGE_H

#include "tests/support/helpers.h"

enum { SHORTAGE_WORDS_MAX = 16 };

/* A command of which every `step`-th allocation fails in turn. */
typedef struct shortage_case {
    const char *name;
    const char *words[SHORTAGE_WORDS_MAX]; /* after the program's name; the last stays NULL */
    const char *file; /* that it writes; NULL: its answer is on standard output */
    size_t quick_step, slow_step;
} shortage_case;

extern const shortage_case shortage_cases[];
extern const size_t shortage_case_count;

/* Makes the folder in which commands run, with a design, a space, a trace and a store of it. False
 * if it cannot. */
bool shortage_begin(void);
void shortage_end(void);

/* Each allocation that is tried gives the same answer as without failure, or one line and status 1
 * with nothing written. Counts are printed. */
void shortage_check(const shortage_case *c, size_t step);

/* Of an address space of so many kilobytes: the same, or the program does not even start. */
void shortage_check_limit(const shortage_case *c, size_t kilobytes);

/* A file of no bytes is all that it may write: one line, status 1, and no file is left. */
void shortage_check_full_file(void);

#endif
