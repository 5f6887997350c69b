/* hybrid/correction/calibration/ranges.h: ranges of the settings of the designs from which a
 * calibration learned. */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_RANGES_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_RANGES_H

#include "network/graph/system.h"

enum { NOC_RANGES_MAX = 96, NOC_RANGE_CHARS = 64, NOC_RANGE_WORDS = 32 };

typedef struct noc_seen_range {
    char key[NOC_RANGE_CHARS];
    double low, high;                             /* ends of a number's range */
    char words[NOC_RANGE_WORDS][NOC_RANGE_CHARS]; /* seen values of a choice */
    size_t word_count;                            /* number of words; 0: a number */
} noc_seen_range;

typedef struct noc_ranges {
    noc_seen_range list[NOC_RANGES_MAX];
    size_t count;
} noc_ranges;

/* Widens the ranges to include a design. */
void noc_ranges_add(noc_ranges *ranges, const noc_system *system);

/* True if no answer reads a key of group `network` for this network of the design. */
typedef bool noc_ranges_unread_test(const noc_system *system, int network, const char *key);

/* True if a setting of the design is read and outside its range. `text` then names the first such
 * setting: "network.virtual_channels = 12 (1 to 8)". */
bool noc_ranges_exclude(const noc_ranges *ranges, const noc_system *system,
                        noc_ranges_unread_test *is_unread, char *text, size_t size);

#endif
