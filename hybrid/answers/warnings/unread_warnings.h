/* hybrid/answers/warnings/unread_warnings.h: warns of settings that the user gave and the answer
 * does not depend on. */
#ifndef NOC_HYBRID_ANSWERS_WARNINGS_UNREAD_WARNINGS_H
#define NOC_HYBRID_ANSWERS_WARNINGS_UNREAD_WARNINGS_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/unread/unread.h"

void noc_unread_warn(const noc_system *system, noc_asked_kind asked, noc_estimate *estimate);

#endif
