/* tests/docs/match.h: whether a command has printed what is shown. In what is shown, a line "..."
 * stands for any number of lines, and "..." at the end of a line for the rest of it. */
#ifndef TESTS_DOCS_MATCH_H
#define TESTS_DOCS_MATCH_H

#include "tests/docs/lines.h"

/* Whether the lines are alike but for what is masked (tests/docs/mask.h). Where not, *at is the
 * first line of `shown` that nothing fits. */
bool doc_match(const doc_lines *shown, const doc_lines *printed, size_t *at);

bool doc_line_matches(const char *shown, const char *printed);

/* Whether a line that is shown stands for any number of lines. */
bool doc_is_elision(const char *shown);

/* What is to be shown of `printed` in the place of `shown`: with as many lines around each "..." as
 * before, and the old line wherever it fits. */
doc_lines doc_refreshed(const doc_lines *shown, const doc_lines *printed);

#endif
