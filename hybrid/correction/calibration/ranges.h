/* hybrid/correction/calibration/ranges.h: designs seen by a calibration, as the range of each
 * setting. */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_RANGES_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_RANGES_H

#include "network/graph/system.h"

enum { NOC_RANGES_MOST = 96, NOC_RANGE_CHARS = 64, NOC_RANGE_WORDS = 32 };

typedef struct noc_seen_range {
    char key[NOC_RANGE_CHARS];
    double low, high;                             /* ends of a number's range */
    char words[NOC_RANGE_WORDS][NOC_RANGE_CHARS]; /* values of a choice that were seen */
    size_t word_count;                            /* number of words; 0: a number */
} noc_seen_range;

typedef struct noc_ranges {
    noc_seen_range list[NOC_RANGES_MOST];
    size_t count;
} noc_ranges;

/* Widens the ranges to hold a design. */
void noc_ranges_add(noc_ranges *ranges, const noc_system *system);

/* True if no answer reads a key of the network group in a network of a design. */
typedef bool noc_ranges_unread(const noc_system *system, int network, const char *key);

/* True if a design lies outside with a setting that is read; `text` then names the first such
 * setting: "network.virtual_channels = 12 (1 to 8)". */
bool noc_ranges_outside(const noc_ranges *ranges, const noc_system *system,
                        noc_ranges_unread *unread, char *text, size_t size);

#endif
