#include "base/shortage.h"

#include <stdatomic.h>

_Thread_local jmp_buf *noc_out_of_memory_jump;

static atomic_uint noted_count;

void noc_note_shortage(void)
{
    atomic_fetch_add(&noted_count, 1);
}

unsigned noc_shortage_count(void)
{
    return atomic_load(&noted_count);
}

bool noc_has_noted_shortage(void)
{
    return noc_shortage_count() > 0;
}

void noc_forget_shortages(void)
{
    atomic_store(&noted_count, 0);
}
