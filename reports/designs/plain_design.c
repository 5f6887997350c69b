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
static const int sizes[] = {6, 4, 8, 16, 2, 3};

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

enum {
    NODES_WANTED = 16,
    COMPUTES_WITHOUT_TILES = 28,
    MEMORIES_WITHOUT_TILES = 8,
    NODES_OF_FILES = 16
};

static void set_required(const noc_topology_kind *kind, int value, noc_network_spec *spec)
{
    for (size_t k = 0; k < kind->keys.count; k++) {
        const noc_key *key = &kind->keys.keys[k];
        noc_value_default(key, (char *)spec);
        if (key->standing != NOC_REQUIRED) continue;
        if (key->type == NOC_INTEGER) *(int *)((char *)spec + key->offset) = value;
        if (key->type == NOC_REAL) *(double *)((char *)spec + key->offset) = value;
    }
}

static int nodes_of(const noc_topology_kind *kind, int value)
{
    int columns, rows;
    noc_network_spec spec = {.memory_ports = 1};
    if (kind->starter_files) return NODES_OF_FILES;
    if (!kind->grid) return COMPUTES_WITHOUT_TILES + MEMORIES_WITHOUT_TILES;
    set_required(kind, value, &spec);
    kind->grid(&spec, &columns, &rows);
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
    const noc_topology_kind *other = noc_topology_called(kind->grid ? "mesh" : "ideal");
    if (shape == SHAPE_ONE_NETWORK || shape == SHAPE_WITHOUT_MEMORY) {
        fprintf(out, "network = ");
        write_network(out, kind, value, "both");
    } else {
        fprintf(out, "networks = ( ");
        write_network(out, shape == SHAPE_REPLIES ? other : kind, value, "request");
        fprintf(out, ", ");
        write_network(out, shape == SHAPE_REQUESTS ? other : kind, value, "reply");
        fprintf(out, " )");
    }
    fprintf(out, ";\n");
}

/* Returns the setting of the memory nodes' placement; "": the default fits. */
static const char *placement_of(const noc_topology_kind *kind, plain_shape shape)
{
    if (!kind->grid || shape == SHAPE_ONE_NETWORK || shape == SHAPE_WITHOUT_MEMORY) return "";
    return shape == SHAPE_TWO_NETWORKS ? " placement = \"bottom-rows\";"
                                       : " placement = \"staircase\";";
}

/* Returns a design file of this topology with the fewest settings; NULL when out of memory. */
static char *text_of(const noc_topology_kind *kind, int value, plain_shape shape)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const int nodes = nodes_of(kind, value);
    const int wanted = nodes >= 32 ? MEMORIES_WITHOUT_TILES : (nodes + 3) / 4;
    const int memories = shape == SHAPE_WITHOUT_MEMORY ? 0 : wanted;
    fprintf(out, "name = \"my-%s\";\nnodes = { compute = %d; memory = %d;%s };\n", kind->name,
            nodes - memories, memories, placement_of(kind, shape));
    fprintf(out, "traffic = { pattern = \"%s\"; };\n",
            shape == SHAPE_WITHOUT_MEMORY ? "uniform" : "many-to-few");
    write_networks(out, kind, value, shape);
    return noc_memory_text(out, &text);
}

/* True if the text is a design that can be built; frees the text. */
static bool try_text(const noc_topology_kind *kind, char *text, noc_design **design)
{
    noc_config_memory texts = {.wirings.given = kind->starter_files};
    noc_diag faults = {0};
    noc_system *system = NULL;
    const noc_source source = {.path = "plain.cfg", .text = text};
    bool good = text && noc_design_read_next(&source, NULL, 0, &texts, design, &faults) == NOC_OK;
    if (good && noc_system_compile(*design, &system, &faults) != NOC_OK) {
        noc_design_free(*design);
        *design = NULL;
        good = false;
    }
    noc_system_free(system);
    noc_config_memory_clear(&texts);
    noc_diag_clear(&faults);
    free(text);
    return good;
}

/* Finds the first valid combination of shape and value with at least `node_minimum` nodes. */
static bool find_shape(const noc_topology_kind *kind, int least, noc_design **design)
{
    for (int shape = 0; shape < SHAPES; shape++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            if (nodes_of(kind, sizes[i]) >= least &&
                try_text(kind, text_of(kind, sizes[i], (plain_shape)shape), design))
                return true;
    return false;
}

noc_status noc_plain_design(const char *topology, noc_design **design, noc_diag *diag)
{
    const noc_topology_kind *kind = noc_topology_called(topology);
    if (!kind) {
        const char *near = noc_nearest_in(topology, noc_topology_name);
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "'%s' is not a topology%s%s%s", topology,
                        near ? "; did you mean '"
                             : " ('nocsight describe topologies' shows them all)",
                        near ? near : "", near ? "'?" : "");
    }
    if (find_shape(kind, NODES_WANTED, design) || find_shape(kind, 1, design)) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "there is no plain design for '%s'", topology);
}
