/* reports/compare/compare_lines.h: moved settings, differing ends and ratios of compared designs,
 * as lines and as JSON.
 *
 * Ends are the cores, memories and programs that the networks connect. A moved setting is a setting
 * that --match changed, to give a design the area or the bandwidth of the first design. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_LINES_H
#define NOC_REPORTS_COMPARE_COMPARE_LINES_H

#include <jansson.h>

#include "reports/compare/compare_words.h"
#include "reports/compare/compared.h"

/* Size of a line, bytes. */
enum { NOC_COMPARE_LINE_CHARS = 2 * NOC_LABEL_CHARS + 300 };

/* Finds the match of design `i` with the first design; NULL without a moved setting. */
const noc_match *noc_find_moved_setting(const noc_compared_designs *designs, size_t i);

/* Writes the line on a moved setting: "mesh.cfg: network.flit_bytes 16 -> 40, area 25.2 mm2 beside
 * 25.5"; "" without a moved setting. */
void noc_write_moved_setting(const noc_compared_designs *designs, size_t i,
                             char line[NOC_COMPARE_LINE_CHARS]);

/* Writes the line on the ends of design `i` and of the first design: "The designs differ in cores,
 * memories, programs: 24 settings."; "" for equal ends. `settings`, here and below: [design]. */
void noc_write_differing_ends(const noc_labels *labels, const noc_compared_designs *designs,
                              const noc_settings *settings, size_t i,
                              char line[NOC_COMPARE_LINE_CHARS]);

/* Writes the line on the ratio of bandwidths: "my-gpu carries 2.31 (2.10 to 2.55) times as much
 * data as my-mesh at the same area."; of areas, if the bandwidths were made equal. "" if the
 * bandwidth of a design is not known. */
void noc_write_ratio(const noc_labels *labels, const noc_compared_designs *designs, size_t i,
                     char line[NOC_COMPARE_LINE_CHARS]);

/* Returns the moved setting of design `i` as a JSON object; null without a moved setting. */
json_t *noc_json_moved_setting(const noc_compared_designs *designs, size_t i);

/* Returns the paths of the settings of the ends in which design `i` differs from the first, as a
 * JSON array. */
json_t *noc_json_differing_ends(const noc_settings *settings, size_t i);

/* Counts the settings of the ends in which design `i` differs from the first. */
size_t noc_count_differing_ends(const noc_settings *settings, size_t i);

#endif
