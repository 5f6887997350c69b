/* cli/frame/messages.h: messages on standard error. */
#ifndef NOC_CLI_FRAME_MESSAGES_H
#define NOC_CLI_FRAME_MESSAGES_H

#include "base/diag.h"

/* Text of messages, a line each: "nocsight: FILE:LINE: text". The same message of one diag is told
 * once. Files with more than one error get a closing line with their number; `consequence` is its
 * end, NULL for none. NULL if there is nothing to tell, or memory is short. */
char *noc_messages_text(const noc_diag *const *diags, size_t count, const char *consequence);

/* Writes a text of messages, all of it or, where memory is short, nothing, and frees it. */
void noc_messages_send(char *text);

/* Writes a line: "nocsight: text". */
void noc_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
