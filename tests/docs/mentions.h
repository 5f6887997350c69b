/* tests/docs/mentions.h: commands that a document's text mentions, such as `nocsight list keys`.
 * They are not run, but have to be there. */
#ifndef TESTS_DOCS_MENTIONS_H
#define TESTS_DOCS_MENTIONS_H

#include "tests/docs/document.h"
#include "tests/docs/shell.h"

/* Whether every command that is mentioned, with its options, is in the program's help. Tells those
 * that are not. */
bool doc_mentions_hold(const document *d, const doc_shell *shell);

#endif
