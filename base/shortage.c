#include "base/shortage.h"

#include <stdatomic.h>

_Thread_local jmp_buf *noc_shortage_jump;

static atomic_bool noted;

void noc_shortage_note(void)
{
    atomic_store(&noted, true);
}

bool noc_shortage_noted(void)
{
    return atomic_load(&noted);
}
