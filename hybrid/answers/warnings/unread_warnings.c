#include "hybrid/answers/warnings/unread_warnings.h"

static void warn_of(void *context, const char *sentence)
{
    noc_estimate_warn(context, "%s", sentence);
}

void noc_unread_warn(const noc_system *system, noc_asked_kind asked, noc_estimate *e)
{
    noc_unread_tell(system, asked, warn_of, e);
}
