/* reports/compare/compare_lines.h: lines on the fairness of a comparison (moved settings, differing
 * ends), and its closing sentence on ratios. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_LINES_H
#define NOC_REPORTS_COMPARE_COMPARE_LINES_H

#include <jansson.h>

#include "reports/compare/compare_words.h"
#include "reports/compare/compared.h"

/* Size of a line, bytes. */
enum { NOC_COMPARE_LINE_CHARS = 2 * NOC_LABEL_CHARS + 300 };

/* Returns the match of design `i` with the first design; NULL without a moved setting. */
const noc_match *noc_moved_setting(const noc_compared_designs *designs, size_t i);

/* Writes the line on a moved setting: "mesh.cfg: network.flit_bytes 16 -> 40, area 25.2 mm2 beside
 * 25.5"; "" without a moved setting. */
void noc_moved_setting_line(const noc_compared_designs *designs, size_t i,
                            char line[NOC_COMPARE_LINE_CHARS]);

/* Writes the line on ends: "The designs differ in cores, memories, programs: 24 settings."; "" for
 * equal ends. `settings`: [design]. */
void noc_differing_ends_line(const noc_labels *labels, const noc_compared_designs *designs,
                             const noc_settings *settings, size_t i,
                             char line[NOC_COMPARE_LINE_CHARS]);

/* Writes the line on a ratio: "my-gpu carries 2.31 (2.10 to 2.55) times as much data as my-mesh at
 * the same area."; "" if the bandwidth of a design is not known. */
void noc_ratio_line(const noc_labels *labels, const noc_compared_designs *designs, size_t i,
                    char line[NOC_COMPARE_LINE_CHARS]);

/* Returns the moved setting of design `i` as an object; null without one. */
json_t *noc_json_moved_setting(const noc_compared_designs *designs, size_t i);

/* Returns the names of the settings of cores, memories and programs in which design `i` differs
 * from the first. */
json_t *noc_json_differing_ends(const noc_settings *settings, size_t i);

/* Counts the settings of cores, memories and programs in which design `i` differs from the
 * first. */
size_t noc_count_differing_ends(const noc_settings *settings, size_t i);

#endif
