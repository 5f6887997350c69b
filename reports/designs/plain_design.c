#include "reports/designs/plain_design.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/suggest.h"
#include "design/key.h"
#include "network/compile/compile.h"
#include "network/kinds/kinds.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/writers/memory_text.h"

/* Values tried for the keys that a topology requires. */
static const int tried_sizes[] = {6, 4, 8, 16, 2, 3};

/* Shapes of a design, in the order of trial. A topology may need a network for each packet class,
 * accept no memory nodes, or carry one class only; a mesh (an ideal network without tiles) carries
 * the other. */
typedef enum plain_shape {
    SHAPE_ONE_NETWORK,
    SHAPE_TWO_NETWORKS,
    SHAPE_WITHOUT_MEMORY,
    SHAPE_REPLIES,
    SHAPE_REQUESTS,
    SHAPES
} plain_shape;

enum { NODES_MIN = 16, COMPUTES_WITHOUT_TILES = 28, MEMORIES_WITHOUT_TILES = 8, FILE_NODES = 16 };

static void set_required_keys(const noc_topology_kind *kind, int value, noc_network_spec *spec)
{
    for (size_t k = 0; k < kind->keys.count; k++) {
        const noc_key *key = &kind->keys.keys[k];
        noc_value_default(key, (char *)spec);
        if (key->standing != NOC_REQUIRED) continue;
        if (key->type == NOC_INTEGER) *(int *)((char *)spec + key->offset) = value;
        if (key->type == NOC_REAL) *(double *)((char *)spec + key->offset) = value;
    }
}

static int count_nodes(const noc_topology_kind *kind, int value)
{
    int columns, rows;
    noc_network_spec spec = {.memory_ports = 1};
    if (kind->starter_files) return FILE_NODES;
    if (!kind->find_tiles) return COMPUTES_WITHOUT_TILES + MEMORIES_WITHOUT_TILES;
    set_required_keys(kind, value, &spec);
    kind->find_tiles(&spec, &columns, &rows);
    return columns * rows;
}

static void write_required(FILE *out, const noc_key *key, int value)
{
    if (key->standing != NOC_REQUIRED) return;
    if (key->type == NOC_TEXT)
        fprintf(out, " %s = \"%s.csv\";", key->name, key->name);
    else
        fprintf(out, " %s = %d;", key->name, value);
}

static void write_network(FILE *out, const noc_topology_kind *kind, int value, const char *carries)
{
    fprintf(out, "{ carries = \"%s\"; topology = \"%s\";", carries, kind->name);
    for (size_t k = 0; k < kind->keys.count; k++) write_required(out, &kind->keys.keys[k], value);
    fprintf(out, " }");
}

static void write_networks(FILE *out, const noc_topology_kind *kind, int value, plain_shape shape)
{
    const noc_topology_kind *other_kind = noc_topology_find(kind->find_tiles ? "mesh" : "ideal");
    if (shape == SHAPE_ONE_NETWORK || shape == SHAPE_WITHOUT_MEMORY) {
        fprintf(out, "network = ");
        write_network(out, kind, value, "both");
    } else {
        fprintf(out, "networks = ( ");
        write_network(out, shape == SHAPE_REPLIES ? other_kind : kind, value, "request");
        fprintf(out, ", ");
        write_network(out, shape == SHAPE_REQUESTS ? other_kind : kind, value, "reply");
        fprintf(out, " )");
    }
    fprintf(out, ";\n");
}

/* Returns the setting of the memory nodes' placement; "": the default fits. */
static const char *placement_setting(const noc_topology_kind *kind, plain_shape shape)
{
    if (!kind->find_tiles || shape == SHAPE_ONE_NETWORK || shape == SHAPE_WITHOUT_MEMORY) return "";
    return shape == SHAPE_TWO_NETWORKS ? " placement = \"bottom-rows\";"
                                       : " placement = \"staircase\";";
}

/* Returns a design file of this topology with the fewest settings; NULL when out of memory. */
static char *write_text(const noc_topology_kind *kind, int value, plain_shape shape)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const int nodes = count_nodes(kind, value);
    const int wanted_memories = nodes >= 32 ? MEMORIES_WITHOUT_TILES : (nodes + 3) / 4;
    const int memories = shape == SHAPE_WITHOUT_MEMORY ? 0 : wanted_memories;
    fprintf(out, "name = \"my-%s\";\nnodes = { compute = %d; memory = %d;%s };\n", kind->name,
            nodes - memories, memories, placement_setting(kind, shape));
    fprintf(out, "traffic = { pattern = \"%s\"; };\n",
            shape == SHAPE_WITHOUT_MEMORY ? "uniform" : "many-to-few");
    write_networks(out, kind, value, shape);
    return noc_memory_text_close(out, &text);
}

/* True if the text is a design that can be built; frees the text. */
static bool try_text(const noc_topology_kind *kind, char *text, noc_design **design)
{
    noc_config_memory texts = {.wirings.given_files = kind->starter_files};
    noc_diag faults = {0};
    noc_system *system = NULL;
    const noc_source source = {.path = "plain.cfg", .text = text};
    bool is_valid =
        text && noc_design_read_next(&source, NULL, 0, &texts, design, &faults) == NOC_OK;
    if (is_valid && noc_system_compile(*design, &system, &faults) != NOC_OK) {
        noc_design_free(*design);
        *design = NULL;
        is_valid = false;
    }
    noc_system_free(system);
    noc_config_memory_clear(&texts);
    noc_diag_clear(&faults);
    free(text);
    return is_valid;
}

/* Finds the first valid combination of shape and value with at least `node_minimum` nodes. */
static bool find_design(const noc_topology_kind *kind, int node_minimum, noc_design **design)
{
    for (int shape = 0; shape < SHAPES; shape++)
        for (size_t i = 0; i < sizeof tried_sizes / sizeof tried_sizes[0]; i++)
            if (count_nodes(kind, tried_sizes[i]) >= node_minimum &&
                try_text(kind, write_text(kind, tried_sizes[i], (plain_shape)shape), design))
                return true;
    return false;
}

noc_status noc_plain_design_make(const char *topology, noc_design **design, noc_diag *diag)
{
    const noc_topology_kind *kind = noc_topology_find(topology);
    if (!kind) {
        const char *nearest = noc_find_nearest_name(topology, noc_topology_name);
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "'%s' is not a topology%s%s%s", topology,
                        nearest ? "; did you mean '"
                                : " ('nocsight describe topologies' shows them all)",
                        nearest ? nearest : "", nearest ? "'?" : "");
    }
    if (find_design(kind, NODES_MIN, design) || find_design(kind, 1, design)) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "there is no plain design for '%s'", topology);
}
