/* cli/frame/messages.h: printer of messages on standard error. */
#ifndef NOC_CLI_FRAME_MESSAGES_H
#define NOC_CLI_FRAME_MESSAGES_H

#include "base/diag.h"

/* Makes the text of messages, a line each: "nocsight: FILE:LINE: text". Equal messages of one diag
 * are written once. A file with several errors gets a final line with their number, which ends with
 * `consequence` (NULL: none). NULL without messages, or when out of memory. */
char *noc_messages_text(const noc_diag *const *diags, size_t count, const char *consequence);

/* Writes a text of messages and frees it; writes nothing when out of memory. */
void noc_messages_send(char *text);

/* Writes a line: "nocsight: text". */
void noc_message_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
