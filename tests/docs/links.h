/* tests/docs/links.h: whether the links of a document in Markdown lead somewhere: to files that are
 * there, and to headings that they have. Links out of the project are not followed. */
#ifndef TESTS_DOCS_LINKS_H
#define TESTS_DOCS_LINKS_H

#include "tests/docs/lines.h"

/* A fault for each link of the file that leads nowhere: "PATH:LINE: TARGET: why". False if the file
 * cannot be read. */
bool doc_links_check(const char *path, doc_lines *faults);

/* The name of a heading in links: "## What is *not*" is what-is-not. On the heap. */
char *doc_heading_name(const char *heading);

#endif
