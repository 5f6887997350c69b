#include "cli/frame/exit.h"

#include <stddef.h>

int noc_exit_from_status(noc_status status)
{
    return status == NOC_EINTERRUPTED ? NOC_EXIT_INTERRUPTED : (int)status;
}

const noc_exit_meaning *noc_exit_meaning_at(size_t i)
{
    static const noc_exit_meaning meanings[] = {
        {0, "done"},
        {NOC_EFAILED, "cannot be done (reading, writing, memory)"},
        {NOC_EUSAGE, "wrong usage"},
        {NOC_EINPUT, "a wrong file or a wrong value in one"},
        {NOC_EXIT_LIMITS, "outside the limits that were set (--max-error, --require, --at-area)"},
        {NOC_EXIT_FAILED_POINTS, "some points failed"},
        {NOC_EXIT_MISSING_PROGRAM, "an optional program is missing"},
        {NOC_EXIT_INTERRUPTED, "interrupted"},
    };
    return i < sizeof meanings / sizeof *meanings ? &meanings[i] : NULL;
}
