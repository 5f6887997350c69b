/* tests/docs/mask.h: what differs from run to run, and from machine to machine. */
#ifndef TESTS_DOCS_MASK_H
#define TESTS_DOCS_MASK_H

/* The line with times, rates, dates and commits replaced by their names, and where there were some
 * with single blanks, as they are wider in one run than in another. On the heap. */
char *doc_mask(const char *line);

#endif
