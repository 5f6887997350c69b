/* explore/space/space.h: space of designs: a base design, axes, constraints and objectives, as read
 * from a file:
 *
 *   name = "te13";
 *   base = "te13-baseline";                   // a design file in this folder, or a shipped design
 *   set  = { chip = { clock_mhz = 700.0; }; } // for all designs; optional
 *   axes = (
 *     { key = "network.routing";         values = ("xy", "cdr"); },
 *     { key = "network.virtual_channels"; from = 2; to = 8; step = 2; },     // 2 4 6 8
 *     { key = "network.flit_bytes";       from = 8; to = 64; factor = 2; },  // 8 16 32 64
 *     { key = "network.links"; values = ("a.csv", "b.csv"); }, // files of the base's folder
 *     { name = "topology"; choices = (       // whole groups, which may have axes
 *         { network = { topology = "mesh"; columns = 8; rows = 8; }; },
 *         { network = { topology = "crossbar"; };
 *           axes = ( { key = "network.buffer_flits"; values = (4, 8); } ); } ); }
 *   );
 *   constraints = ("network_area_mm2 < 60");
 *   objectives  = ("max:data_throughput_per_area_gb_per_s_mm2", "min:network_area_mm2");
 *   figures = ("ipc");                        // metrics to compute as well; optional
 *   load = 0.02;                              // flits per cycle and node, for latencies; optional;
 *                                             or "0.02tx", // "500GB/s", "60%":
 *                                             hybrid/answers/figures/offered_load.h
 *
 * Designs are numbered from 0; the last axis changes fastest. Names of files are relative to the
 * folder of the base design's file. The content of named files is part of the designs, hence of the
 * space's identifier. */
#ifndef NOC_EXPLORE_SPACE_SPACE_H
#define NOC_EXPLORE_SPACE_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "explore/identity.h"
#include "explore/settings/settings.h"
#include "hybrid/answers/figures/offered_load.h"

typedef struct noc_space_axis noc_space_axis;

/* One value of an axis: its overrides, and axes that belong to this value alone. */
typedef struct noc_space_choice {
    char **overrides; /* overrides: "network.flit_bytes=16" */
    size_t override_count;
    noc_space_axis *axes;
    size_t axis_count;
    uint64_t design_count; /* number of designs: product over the axes; 1 without axes */
} noc_space_choice;

struct noc_space_axis {
    char *name; /* path of the key, or name of a group of choices */
    noc_space_choice *choices;
    size_t choice_count;
    /* sum of the numbers of designs of the choices */
    uint64_t design_count;
};

typedef struct noc_space_figure {
    noc_metric_id metric;
    int line; /* line of the space's file */
} noc_space_figure;

typedef struct noc_space {
    noc_arena memory; /* memory of all but the base */
    char *file, *name;
    noc_source base;
    noc_space_choice root; /* settings of all designs, and the axes */
    noc_expression **constraints;
    size_t constraint_count;
    noc_objectives objectives;
    noc_offered_load load;
    noc_space_figure *figures; /* metrics to compute besides those of objectives and constraints */
    size_t figure_count;
    noc_extent extent; /* extent of an answer that has all these metrics */
    /* largest number of overrides of a design */
    size_t max_overrides;
} noc_space;

#define NOC_SPACE_MOST 100000000u /* largest number of designs of a space */

void noc_space_clear(noc_space *space);

/* Makes room in a list of `count` elements of `size` bytes for one more, set to zero. Returns the
 * list; NULL when out of memory. Lists must grow by this function alone, which doubles their
 * capacity. */
void *noc_list_grow(noc_arena *arena, void *list, size_t count, size_t size);

/* Lists the overrides of design `index`; `overrides` has room for max_overrides. Returns their
 * number. The texts belong to the space. */
size_t noc_space_list_overrides(const noc_space *space, uint64_t index, const char **overrides);

/* Writes the space as a text from which its identifier is made. The text depends on the designs
 * alone, including the content of the files that they name. The caller frees the text. */
char *noc_space_canonical_text(const noc_space *space);

/* True if the key at the start of a text, `length` characters long, has texts as values, which
 * overrides keep unchanged. The key may be of one of several networks. */
bool noc_space_is_text_key(const char *key, size_t length);

/* Finds the path of the base design (the name of a shipped one) and its identifier in a store. The
 * identifier is made from the base's text and, if the base names files, its absolute path, since
 * file names are relative to its folder. The caller frees the path; NULL when out of memory. */
char *noc_space_source_path(const noc_space *space, char id[NOC_ID_CHARS + 1]);

#endif
