/* Source: GPGPU-Sim's interconnect_interface.cpp, _CreateNodeMap. */
#include "import/booksim/places.h"

#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "import/booksim/list.h"
#include "import/booksim/topology.h"

static const noc_booksim_section nodes_section = NOC_BOOKSIM_IN_NODES;

/* GPGPU-Sim's default places of memory nodes. */
static const struct {
    int compute, memory;
    const char *at;
} presets[] = {
    {8, 8, "{1,3,4,6,9,11,12,14}"},
    {28, 8, "{3,7,10,12,23,25,28,32}"},
    {56, 8, "{3,15,17,29,36,47,49,61}"},
    {110, 11, "{12,20,25,28,57,60,63,92,95,100,108}"},
};

static const char *find_preset(const noc_import_request *request)
{
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++)
        if (presets[i].compute == request->compute_nodes &&
            presets[i].memory == request->memory_nodes)
            return presets[i].at;
    return NULL;
}

static noc_status read_map(noc_booksim_translation *t, const char *setting, const char *map)
{
    const int wanted = t->request->memory_nodes;
    noc_booksim_list list = noc_booksim_list_begin(map);
    const char *element;
    NOC_AUTO_FREE bool *is_used = calloc((size_t)t->nodes, sizeof *is_used);
    noc_status status = is_used ? NOC_OK : noc_fail_memory(t->diag);
    int count = 0;
    while (status == NOC_OK && noc_booksim_list_next(&list, &element)) {
        const int node = noc_booksim_read_whole(element);
        if (count == wanted)
            status = noc_booksim_refuse(t, setting, "%s has more than --memory %d nodes", setting,
                                        wanted);
        else if (node < 0 || node >= t->nodes || is_used[node])
            status = noc_booksim_refuse(t, setting,
                                        "%s: node %d: expected each node of 0..%d at "
                                        "most once",
                                        setting, node, t->nodes - 1);
        else
            is_used[t->memory_numbers[count++] = node] = true;
    }
    if (status == NOC_OK && count < wanted)
        status = noc_booksim_refuse(t, setting, "%s has %d nodes for --memory %d", setting, count,
                                    wanted);
    return status;
}

/* Maps the nodes of GPGPU-Sim with use_map = 1. */
static noc_status map_nodes(noc_booksim_translation *t)
{
    const char *node_map = noc_booksim_get_text(t->config, "memory_node_map"), *map = node_map;
    const char *setting = *node_map ? "memory_node_map" : "use_map";
    if (!*node_map) map = find_preset(t->request);
    if (!map)
        return noc_booksim_refuse(t, setting,
                                  "use_map = 1: GPGPU-Sim has no map for %d and %d "
                                  "nodes: give memory_node_map, or use_map = 0",
                                  t->request->compute_nodes, t->request->memory_nodes);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, setting, "nodes.memory_at", "memory nodes are at %s",
                     map);
    if (*node_map)
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "use_map", "nodes.memory_at", "by memory_node_map");
    return read_map(t, setting, map);
}

static noc_status check_count(const noc_booksim_translation *t)
{
    const noc_import_request *request = t->request;
    const int wanted = request->compute_nodes + request->memory_nodes;
    const char *topology = noc_booksim_get_text(t->config, "topology");
    const bool crossbar =
        strcmp(topology, "fly") == 0 && noc_booksim_get_whole(t->config, "n") == 1;
    char remedy[60] = "";
    if (wanted == t->nodes) return NOC_OK;
    if (crossbar) snprintf(remedy, sizeof remedy, "; k=%d behind FILE has as many", wanted);
    return noc_fail(t->diag, NOC_EUSAGE, (noc_place){request->path, 0},
                    "--compute %d and --memory %d make %d nodes, the network has %d (topology = "
                    "%s%s)",
                    request->compute_nodes, request->memory_nodes, wanted, t->nodes, topology,
                    remedy);
}

static void write_places(noc_booksim_translation *t)
{
    const int columns = noc_booksim_tile_columns(t);
    FILE *out = t->sections[nodes_section].out;
    if (!t->request->memory_nodes || !columns) return;
    noc_booksim_write(t, nodes_section, "placement = \"explicit\"");
    fputs("  memory_at = (", out);
    for (int m = 0; m < t->request->memory_nodes; m++)
        fprintf(out, "%s(%d, %d)", m ? ", " : "", t->memory_numbers[m] % columns,
                t->memory_numbers[m] / columns);
    fputs(");\n", out);
}

noc_status noc_booksim_place_nodes(noc_booksim_translation *t)
{
    noc_status status = check_count(t);
    if (status != NOC_OK) return status;
    t->memory_numbers = calloc((size_t)t->request->memory_nodes + 1, sizeof *t->memory_numbers);
    if (!t->memory_numbers) return noc_fail_memory(t->diag);
    for (int m = 0; m < t->request->memory_nodes; m++)
        t->memory_numbers[m] = t->request->compute_nodes + m;
    if (t->is_gpu && t->request->memory_nodes && noc_booksim_get_whole(t->config, "use_map"))
        status = map_nodes(t);
    else if (t->is_gpu)
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "use_map", "",
                         "compute nodes come first, then "
                         "memory nodes");
    if (status == NOC_OK) write_places(t);
    return status;
}

int *noc_booksim_node_numbers(const noc_booksim_translation *t)
{
    NOC_AUTO_FREE bool *memory = calloc((size_t)t->nodes, sizeof *memory);
    int *numbers = memory ? calloc((size_t)t->nodes, sizeof *numbers) : NULL, compute = 0;
    for (int m = 0; numbers && m < t->request->memory_nodes; m++) {
        memory[t->memory_numbers[m]] = true;
        numbers[t->request->compute_nodes + m] = t->memory_numbers[m];
    }
    for (int n = 0; numbers && n < t->nodes; n++)
        if (!memory[n]) numbers[compute++] = n;
    return numbers;
}
