/* hybrid/answers/unread/columns.h: columns of tables and traces that an answer ignores or replaces
 * (design/unread.h). */
#ifndef NOC_HYBRID_ANSWERS_UNREAD_COLUMNS_H
#define NOC_HYBRID_ANSWERS_UNREAD_COLUMNS_H

#include "hybrid/answers/unread/unread.h"

/* Reports the ignored columns of the question's networks and trace, one sentence per column with
 * the first line and the number of lines. The question's network and key are not used. */
void noc_unread_columns_report(const noc_unread_question *question, noc_unread_receiver *receive,
                               void *context);

#endif
