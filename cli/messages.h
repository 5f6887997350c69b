/* cli/messages.h: what goes to standard error. */
#ifndef NOC_CLI_MESSAGES_H
#define NOC_CLI_MESSAGES_H

#include "network/diag.h"

/* A line a message: "nocsight: FILE:LINE: text". The same message of one diag is told once. Files with
 * more than one error get a closing line with their number; `consequence` is its end, NULL for none. All
 * lines are told, or none where memory runs out. */
void noc_messages_print(const noc_diag *const *diags, size_t count, const char *consequence);

/* A line of words: "nocsight: text". */
void noc_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
