#include "analytic/contention/sweep/sweeper.h"

/* One sweeper for each vector width (CMakeLists.txt). */
extern const noc_sweeper noc_sweeper_2;
#if defined __x86_64__
extern const noc_sweeper noc_sweeper_4, noc_sweeper_8;
#endif

size_t noc_list_sweepers(const noc_sweeper *sweepers[NOC_SWEEPERS_MAX])
{
    size_t count = 0;
#if defined __x86_64__
    if (__builtin_cpu_supports("avx512f")) sweepers[count++] = &noc_sweeper_8;
    if (__builtin_cpu_supports("avx2")) sweepers[count++] = &noc_sweeper_4;
#endif
    sweepers[count++] = &noc_sweeper_2;
    return count;
}
