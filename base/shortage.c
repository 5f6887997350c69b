#include "base/shortage.h"

#include <stdatomic.h>

_Thread_local jmp_buf *noc_out_of_memory_jump;

static atomic_bool is_noted;

void noc_note_shortage(void)
{
    atomic_store(&is_noted, true);
}

bool noc_has_noted_shortage(void)
{
    return atomic_load(&is_noted);
}
