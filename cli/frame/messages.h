/* cli/frame/messages.h: printer of messages on standard error. */
#ifndef NOC_CLI_FRAME_MESSAGES_H
#define NOC_CLI_FRAME_MESSAGES_H

#include "base/diag.h"

/* Makes the text of messages, a line each: "nocsight: FILE:LINE: text". Of equal messages of one
 * diag, only the first is written. A file with several errors gets a last line with their number
 * and `consequence` (NULL: none). NULL without messages, or when out of memory. */
char *noc_messages_text(const noc_diag *const *diags, size_t count, const char *consequence);

/* Writes a text of messages to standard error and frees it. Writes nothing after memory ran out,
 * which main reports. */
void noc_messages_send(char *text);

/* Writes a text whose lines fit the width of standard error, such as a table, and frees it; nothing
 * as above. */
void noc_messages_send_page(char *text);

/* Writes a line to standard error: "nocsight: text". */
void noc_message_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
