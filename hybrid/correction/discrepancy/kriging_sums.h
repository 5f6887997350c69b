/* hybrid/correction/discrepancy/kriging_sums.h: distances and sums over all points of a field
 * (kriging.h), with as many lanes as the machine's vectors have. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_SUMS_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_SUMS_H

#include "hybrid/correction/discrepancy/kriging.h"

/* The functions of kriging_sums.c, compiled for a number of lanes. All of them find the same, to
 * the bit. `point`: scaled coordinates. */
typedef struct noc_kriging_sums {
    /* Sums of |differences| to all points; room for whole blocks. */
    void (*far)(const noc_kriging *k, const double *point, double *distances);
    /* The same as noc_kriging_predict. */
    void (*predict)(const noc_kriging *k, const double *point,
                    const noc_kriging_prediction *predicted);
} noc_kriging_sums;

enum { NOC_KRIGING_SUMS_MOST = 3 };

/* One for each size of vectors: CMakeLists.txt. */
extern const noc_kriging_sums noc_kriging_sums_2, noc_kriging_sums_4, noc_kriging_sums_8;

/* Those that this machine can run, the widest first. Returns their number. */
static inline size_t noc_kriging_sums_of_machine(const noc_kriging_sums *of[NOC_KRIGING_SUMS_MOST])
{
    size_t count = 0;
#if defined __x86_64__
    if (__builtin_cpu_supports("avx512f")) of[count++] = &noc_kriging_sums_8;
    if (__builtin_cpu_supports("avx2")) of[count++] = &noc_kriging_sums_4;
#endif
    of[count++] = &noc_kriging_sums_2;
    return count;
}

/* Correlation of points over their distance: exp(-reach / coordinates * distance). */
#define NOC_KRIGING_REACH 2.0

/* Points with the mean error of all that count beside the neighbours. A half or twice of it, or a
 * correlation to the power of 2 or 6 in place of 4, predicts errors a little less well. */
#define NOC_KRIGING_UNKNOWN 1.0

#endif
