/* hybrid/answers/warnings/reply_room.h: warns of queues of replies, and of banks, that are too few
 * for what looks at them. */
#ifndef NOC_HYBRID_ANSWERS_WARNINGS_REPLY_ROOM_H
#define NOC_HYBRID_ANSWERS_WARNINGS_REPLY_ROOM_H

#include "hybrid/answers/figures/answer.h"

/* Of an answer about a closed loop. */
void noc_reply_room_warn(const noc_design *design, noc_estimate *estimate);

#endif
