/* cli/messages.h: what goes to standard error. */
#ifndef NOC_CLI_MESSAGES_H
#define NOC_CLI_MESSAGES_H

#include <stdio.h>

#include "network/diag.h"

/* A line a message: "nocsight: FILE:LINE: text". The same message is told once. Files with more
 * than one error get a closing line with their number; `consequence` is its end, NULL for none. All of it, or nothing when
 * memory runs out on the way: main tells that, and nothing else is to be believed. */
void noc_messages_print(const noc_diag *diag, const char *consequence);

/* The same lines, to a stream in memory. */
void noc_messages_write(FILE *out, const noc_diag *diag, const char *consequence);

/* A line of words: "nocsight: text". */
void noc_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
