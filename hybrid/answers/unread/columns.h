/* hybrid/answers/unread/columns.h: columns of tables and of traces that an answer does not read, or
 * plays as something else (design/unread.h). */
#ifndef NOC_HYBRID_ANSWERS_UNREAD_COLUMNS_H
#define NOC_HYBRID_ANSWERS_UNREAD_COLUMNS_H

#include "hybrid/answers/unread/unread.h"

/* Tells the columns of the question's networks and trace, a sentence each with the first line and
 * the number of lines. The question's network and key are not read. */
void noc_unread_columns_tell(const noc_unread_question *question, noc_unread_use *use,
                             void *context);

#endif
