#include "cli/exit.h"

int noc_exit_of(noc_status status)
{
    return status == NOC_EINTERRUPTED ? NOC_EXIT_INTERRUPTED : (int)status;
}
