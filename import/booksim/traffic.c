/* Sources: traffic.cpp, injection.cpp and trafficmanager.cpp. */
#include "import/booksim/traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "design/design.h"
#include "import/booksim/list.h"

static const noc_booksim_section traffic_section = NOC_BOOKSIM_IN_TRAFFIC;

/* ---- patterns ------------------------------------------------------------------------------- */

static const struct {
    const char *theirs, *ours; /* names; NULL: none like it */
    bool by_digits; /* true if BookSim divides the number of a node into n digits to the base k */
} patterns[] = {
    {"uniform", "uniform", false},     {"bitcomp", "bit-complement", false},
    {"transpose", "transpose", false}, {"bitrev", "bit-reverse", false},
    {"shuffle", "shuffle", false},     {"tornado", "tornado", true},
    {"neighbor", "neighbor", true},    {"hotspot", "hotspot", false},
    {"randperm", NULL, false},         {"background", NULL, false},
    {"diagonal", NULL, false},         {"asymmetric", NULL, false},
    {"taper64", NULL, false},          {"bad_dragon", NULL, false},
    {"badperm_yarc", NULL, false},
};

static const char *pattern_name(size_t i)
{
    return i < sizeof patterns / sizeof patterns[0] ? patterns[i].theirs : NULL;
}

static void carry_uniform(noc_booksim_translation *t, const char *reason)
{
    noc_booksim_write(t, traffic_section, "pattern = \"uniform\"");
    noc_booksim_note(t, NOC_IMPORT_CHANGED, "traffic", "pattern = \"uniform\"", "%s", reason);
}

enum { RATE_MAX = 64 }; /* largest rate of a node */

/* Carries over "hotspot({{0,5},{1,2}})": nodes and their rates. The last rate is valid for nodes
 * without one. Here a node of rate r is listed r times. */
static noc_status carry_hotspots(noc_booksim_translation *t, const char *text)
{
    const char *bracket = strchr(text, '('), *nodes = NULL, *rates = NULL, *node, *rate = "1";
    noc_booksim_list lists = noc_booksim_list_begin(bracket ? bracket + 1 : "");
    FILE *out = t->sections[traffic_section].out;
    if (!noc_booksim_list_next(&lists, &nodes) || *nodes == ')' || *nodes == '-') {
        carry_uniform(t, "which nodes are hot is drawn by chance there");
        return NOC_OK;
    }
    const bool has_rates = lists.position[0] && noc_booksim_list_next(&lists, &rates);
    const bool is_flat = has_rates && *nodes != '{';
    if (!has_rates) rates = "1";
    noc_booksim_list list = noc_booksim_list_begin(nodes), weights = noc_booksim_list_begin(rates);
    noc_booksim_write(t, traffic_section, "pattern = \"hotspot\"");
    fputs("  hotspot_nodes = (", out);
    for (bool first = true; noc_booksim_list_next(&list, &node) && *node != ')';) {
        const char *next;
        if (noc_booksim_list_next(&weights, &next)) rate = next;
        const int number = noc_booksim_read_whole(node), node_rate = noc_booksim_read_whole(rate);
        if (number < 0 || number >= t->nodes || node_rate < 0 || node_rate > RATE_MAX)
            return noc_booksim_refuse(t, "traffic",
                                      "traffic: node %d of rate %d: expected a node of 0..%d and a "
                                      "rate of 0..%d",
                                      number, node_rate, t->nodes - 1, RATE_MAX);
        for (int i = 0; i < node_rate; i++, first = false)
            fprintf(out, "%s%d", first ? "" : ", ", number);
        if (*nodes != '{' || list.position[-1] == '}') break;
    }
    fputs(");\n", out);
    if (is_flat)
        noc_booksim_note(t, NOC_IMPORT_DOUBTFUL, "traffic", "pattern = \"hotspot\", hotspot_nodes",
                         "BookSim, too, reads this as node %d at rate %d: nodes and rates want "
                         "braces around both, hotspot({{0,5},{1,2}})",
                         noc_booksim_read_whole(nodes), noc_booksim_read_whole(rates));
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "traffic", "pattern = \"hotspot\", hotspot_nodes",
                         "%s", "");
    return NOC_OK;
}

/* True if the design's pattern has dimensions of k nodes, as BookSim's has: the sides of a grid, or
 * all nodes. */
static bool has_equal_sides(const noc_booksim_translation *t)
{
    const char *topology = noc_booksim_get_text(t->config, "topology");
    const int k = noc_booksim_get_whole(t->config, "k"), n = noc_booksim_get_whole(t->config, "n");
    if (strcmp(topology, "mesh") == 0 || strcmp(topology, "torus") == 0) return true;
    return n == 1 && k == t->nodes;
}

/* Writes the pattern of a class, for traffic without memory nodes. The last pattern is valid for
 * classes without one. A pattern that designs do not have becomes uniform. NOC_EINPUT for a pattern
 * that BookSim does not know. */
static noc_status write_pattern(noc_booksim_translation *t, int class)
{
    const char *text = noc_booksim_get_text(t->config, "traffic");
    noc_booksim_list classes = noc_booksim_list_begin(text);
    const char *class_text = text, *end;
    if (!noc_booksim_list_next(&classes, &class_text))
        return noc_booksim_refuse_name(t, "traffic", text, pattern_name);
    end = classes.position;
    for (const char *next; class > 0 && noc_booksim_list_next(&classes, &next); class --) {
        class_text = next;
        end = classes.position;
    }
    NOC_AUTO_FREE char *name = strndup(class_text, (size_t)(end - class_text) - (*text == '{'));
    if (!name) return noc_fail_memory(t->diag);
    const size_t p = noc_booksim_find_name(name, pattern_name);
    noc_status status = NOC_OK;
    if (!pattern_name(p)) {
        status = noc_booksim_refuse_name(t, "traffic", name, pattern_name);
    } else if (!patterns[p].ours) {
        carry_uniform(t, "nothing is like it here");
    } else if (strcmp(patterns[p].ours, "hotspot") == 0) {
        status = carry_hotspots(t, name);
    } else {
        const bool is_same = !patterns[p].by_digits || (has_equal_sides(t) && !strchr(name, '('));
        noc_booksim_write(t, traffic_section, "pattern = \"%s\"", patterns[p].ours);
        noc_booksim_note(t, is_same ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "traffic",
                         "traffic.pattern", "%s",
                         is_same ? "" : "dimensions follow the grid here, or are one of all nodes");
    }
    return status;
}

/* ---- packets -------------------------------------------------------------------------------- */

enum { LENGTHS_MAX = 64 };

/* Lengths of packets, flits, and their relative frequencies. */
typedef struct packet_lengths {
    int flits[LENGTHS_MAX], weights[LENGTHS_MAX];
    int count;
    double weight_sum; /* sum of the weights */
} packet_lengths;

/* Reads the numbers of a class; the last ones are valid for classes without any. "{{1,5},{2}}": 1
 * and 5, then 2; "{1,5}": 1, then 5. Returns their count. */
static int read_class_numbers(const char *text, int class, int *numbers)
{
    noc_booksim_list classes = noc_booksim_list_begin(text);
    const char *element;
    int count = 0;
    if (!noc_booksim_list_next(&classes, &element)) return 0;
    for (const char *next; class > 0 && noc_booksim_list_next(&classes, &next); class --)
        element = next;
    noc_booksim_list list = noc_booksim_list_begin(element);
    if (*element != '{') {
        numbers[0] = noc_booksim_read_whole(element);
        return 1;
    }
    if (element[1] == '}') return 0;
    while (count < LENGTHS_MAX && noc_booksim_list_next(&list, &element)) {
        numbers[count++] = noc_booksim_read_whole(element);
        if (list.position[-1] == '}') break;
    }
    return count;
}

static noc_status read_lengths(const noc_booksim_translation *t, int class, packet_lengths *l)
{
    int weights = 0;
    l->count = read_class_numbers(noc_booksim_get_text(t->config, "packet_size"), class, l->flits);
    weights =
        read_class_numbers(noc_booksim_get_text(t->config, "packet_size_rate"), class, l->weights);
    l->weight_sum = 0.0;
    for (int i = 0; i < l->count; i++) {
        if (l->flits[i] < 1)
            return noc_booksim_refuse(t, "packet_size", "packet_size: %d: expected 1 or more",
                                      l->flits[i]);
        if (i >= weights) l->weights[i] = weights ? l->weights[weights - 1] : 1;
        if (l->weights[i] < 0)
            return noc_booksim_refuse(t, "packet_size_rate",
                                      "packet_size_rate: %d: expected 0 or more", l->weights[i]);
        l->weight_sum += l->weights[i];
    }
    if (l->count > 0 && l->weight_sum > 0.0) return NOC_OK;
    return noc_booksim_refuse(t, l->count ? "packet_size_rate" : "packet_size",
                              "%s: expected a number, or a list of them for each class",
                              l->count ? "packet_size_rate" : "packet_size");
}

static double compute_mean_flits(const packet_lengths *l)
{
    double sum = 0.0;
    for (int i = 0; i < l->count; i++) sum += (double)l->flits[i] * l->weights[i];
    return sum / l->weight_sum;
}

/* Prints lengths or shares as "(1, 5)". */
static void print_list(const packet_lengths *l, bool prints_shares, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    for (int i = 0; i < l->count && used < size; i++) {
        const char *comma = i ? ", " : "";
        used += prints_shares
                    ? (size_t)snprintf(text + used, size - used, "%s%.9f", comma,
                                       l->weights[i] / l->weight_sum)
                    : (size_t)snprintf(text + used, size - used, "%s%d", comma, l->flits[i]);
    }
    if (used < size) snprintf(text + used, size - used, ")");
}

static void carry_lengths(noc_booksim_translation *t, const packet_lengths *l)
{
    char text[LENGTHS_MAX * 14 + 3];
    if (l->count == 1) {
        noc_booksim_carry(t, traffic_section, "packet_size", "packet_flits = %d", l->flits[0]);
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "packet_size_rate", "", "there is one length");
        return;
    }
    print_list(l, false, text, sizeof text);
    fprintf(t->sections[traffic_section].out, "  packet_flits = %s;\n", text);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "packet_size", "packet_flits", "%s", "");
    print_list(l, true, text, sizeof text);
    fprintf(t->sections[traffic_section].out, "  packet_mix = %s;\n", text);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "packet_size_rate", "packet_mix", "%s", "");
}

/* ---- requests and replies ------------------------------------------------------------------- */

static const struct {
    const char *theirs, *ours;
    int gpu_bytes;
} sizes[] = {
    {"read_request_size", "read_request_bytes", 8},
    {"write_request_size", "write_request_bytes", 40},
    {"read_reply_size", "read_reply_bytes", 40},
    {"write_reply_size", "write_reply_bytes", 8},
};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

static noc_status carry_requests(noc_booksim_translation *t)
{
    const double writes = noc_booksim_first_real(noc_booksim_get_text(t->config, "write_fraction"));
    if (!(writes >= 0.0 && writes <= 1.0))
        return noc_booksim_refuse(t, "write_fraction", "write_fraction = %g: expected 0..1",
                                  writes);
    noc_booksim_carry(t, traffic_section, "write_fraction", "read_fraction = %.9g", 1.0 - writes);
    for (size_t i = 0; i < SIZES; i++) {
        const int flits = noc_booksim_first_whole(noc_booksim_get_text(t->config, sizes[i].theirs));
        if (flits < 1 || flits > 32768)
            return noc_booksim_refuse(t, sizes[i].theirs, "%s = %d: expected 1 or more flits",
                                      sizes[i].theirs, flits);
        noc_booksim_carry(t, traffic_section, sizes[i].theirs, "%s = %d", sizes[i].ours,
                          flits * t->flit_bytes);
    }
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "use_read_write",
                     t->request->memory_nodes ? "pattern = \"many-to-few\"" : "replies = true",
                     "%s", "");
    return NOC_OK;
}

/* Assumes the sizes of requests and replies, which depend on the programs in GPGPU-Sim: 8 bytes of
 * control (gpgpu-sim/shader.h) and, in a read reply or a write, a sector of 32 bytes
 * (gpgpu-sim/gpu-cache.h). */
static void assume_gpu_requests(noc_booksim_translation *t)
{
    noc_booksim_assume(t, traffic_section, "(share of reads)", "programs decide; the default",
                       "read_fraction = 0.9");
    for (size_t i = 0; i < SIZES; i++)
        noc_booksim_write(t, traffic_section, "%s = %d", sizes[i].ours, sizes[i].gpu_bytes);
    noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, "(sizes of packets)", "", 0,
                         "read_request_bytes = 8, write_request_bytes = 40, read_reply_bytes = 40, "
                         "write_reply_bytes = 8",
                         "%s", "programs decide: 8 bytes of control, 32 of data");
}

static void assume_requests(noc_booksim_translation *t)
{
    noc_import_note_fate(
        t->out, NOC_IMPORT_ASSUMED, "(requests and replies)", "", 0,
        "traffic.read_fraction and bytes as by default", "%s",
        "without use_read_write BookSim's nodes do not answer, and memory nodes do");
    noc_booksim_note(t, NOC_IMPORT_LEFT_OUT, "packet_size", "",
                     "requests and replies have their own sizes (--memory)");
    noc_booksim_note(t, NOC_IMPORT_LEFT_OUT, "packet_size_rate", "",
                     "requests and replies have their own sizes (--memory)");
}

/* ---- load ----------------------------------------------------------------------------------- */

/* Returns the rate of a class; the last rate is valid for classes without one. */
static double read_class_rate(const noc_booksim_translation *t, int class)
{
    noc_booksim_list rates =
        noc_booksim_list_begin(noc_booksim_get_text(t->config, "injection_rate"));
    const char *element = "0";
    for (const char *next; class >= 0 && noc_booksim_list_next(&rates, &next); class --)
        element = next;
    return strtod(element, NULL);
}

/* Finds the load of a class, per cycle and node: flits, or requests if there are replies. */
static noc_status find_class_load(const noc_booksim_translation *t, int class, double *load)
{
    const bool in_flits = noc_booksim_get_whole(t->config, "injection_rate_uses_flits") != 0;
    packet_lengths l;
    const noc_status status = read_lengths(t, class, &l);
    if (status != NOC_OK) return status;
    *load = read_class_rate(t, class) * (in_flits || t->has_replies ? 1.0 : compute_mean_flits(&l));
    return NOC_OK;
}

enum { CLASSES_MAX = 1024, LOAD_MAX = 64 };

/* Notes the share of the first class in the traffic, unless all classes are carried over. */
static noc_status note_classes(noc_booksim_translation *t)
{
    double first_load = 0.0, total_load = 0.0;
    const int classes = noc_booksim_class_count(t);
    if (t->classes) return NOC_OK;
    if (classes < 1 || classes > CLASSES_MAX)
        return noc_booksim_refuse(t, "classes", "classes = %d: expected 1..%d", classes,
                                  CLASSES_MAX);
    for (int c = 0; c < classes; c++) {
        double load;
        const noc_status status = find_class_load(t, c, &load);
        if (status != NOC_OK) return status;
        if (c == 0) first_load = load;
        total_load += load;
    }
    if (classes > 1)
        noc_booksim_note(t, NOC_IMPORT_LEFT_OUT, "classes", "one class",
                         "the first is taken, which offers %.4g of %.4g %s a cycle and node",
                         first_load, total_load, t->has_replies ? "requests" : "flits");
    return NOC_OK;
}

/* ---- classes ------------------------------------------------------------------------------- */

/* True if all classes can be carried over: there are no replies, and no more classes than in a
 * design. */
static bool can_carry_classes(const noc_booksim_translation *t)
{
    const int classes = noc_booksim_class_count(t);
    return !t->has_replies && !t->request->memory_nodes && classes > 1 &&
           classes <= NOC_TRAFFIC_CLASSES_MAX &&
           strcmp(noc_booksim_get_text(t->config, "sim_type"), "batch") != 0;
}

/* Returns the priority of a class as the number of lower priorities, since only their order
 * matters. */
static int find_class_rank(const noc_booksim_translation *t, int class)
{
    const char *text = noc_booksim_get_text(t->config, "class_priority");
    int priorities[NOC_TRAFFIC_CLASSES_MAX] = {0}, rank = 0, numbers[LENGTHS_MAX];
    for (int k = 0; k < t->classes; k++)
        if (read_class_numbers(text, k, numbers) > 0) priorities[k] = numbers[0];
    for (int k = 0; k < t->classes; k++) {
        bool is_counted = priorities[k] >= priorities[class];
        for (int j = 0; j < k && !is_counted; j++) is_counted = priorities[j] == priorities[k];
        rank += !is_counted;
    }
    return rank;
}

static noc_status carry_class(noc_booksim_translation *t, int class, double share)
{
    FILE *out = t->sections[traffic_section].out;
    packet_lengths l;
    noc_status status = read_lengths(t, class, &l);
    if (status != NOC_OK) return status;
    fprintf(out, "  %s{ name = \"class%d\"; share = %.9g; priority = %d;\n",
            class ? ", " : "classes = ( ", class, share, find_class_rank(t, class));
    status = write_pattern(t, class);
    carry_lengths(t, &l);
    fputs("  }\n", out);
    return status;
}

/* Carries over all classes. The offered load is the sum over them. */
static noc_status carry_classes(noc_booksim_translation *t)
{
    double loads[NOC_TRAFFIC_CLASSES_MAX], total_load = 0.0;
    noc_status status = NOC_OK;
    char design_setting[80];
    t->classes = noc_booksim_class_count(t);
    for (int k = 0; k < t->classes && status == NOC_OK; k++) {
        status = find_class_load(t, k, &loads[k]);
        if (status == NOC_OK && !(loads[k] > 0.0 && loads[k] <= LOAD_MAX))
            status = noc_booksim_refuse(t, "injection_rate",
                                        "injection_rate: %g flits a cycle and node of class %d: "
                                        "expected more than 0 and at most %d",
                                        loads[k], k, LOAD_MAX);
        total_load += status == NOC_OK ? loads[k] : 0.0;
    }
    for (int k = 0; k < t->classes && status == NOC_OK; k++)
        status = carry_class(t, k, loads[k] / total_load);
    if (status != NOC_OK) return status;
    fputs("  );\n", t->sections[traffic_section].out);
    snprintf(t->out->load, sizeof t->out->load, "%.9g", total_load);
    snprintf(design_setting, sizeof design_setting, "--load %s, shares of it", t->out->load);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "classes", "traffic.classes", "%s", "");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "class_priority", "priority of each class", "%s", "");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "injection_rate", design_setting, "%s", "");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "injection_rate_uses_flits", "", "%s", "");
    return NOC_OK;
}

static const struct {
    const char *theirs, *ours; /* names; NULL: none like it */
} priorities[] = {
    {"none", "none"},
    {"class", "class"},
    {"age", "age"},
    {"network_age", "network-age"},
    {"local_age", "local-age"},
    {"queue_length", NULL},
    {"hop_count", NULL},
    {"sequence", NULL},
};

static const char *priority_name(size_t i)
{
    return i < sizeof priorities / sizeof priorities[0] ? priorities[i].theirs : NULL;
}

static noc_status carry_priority(noc_booksim_translation *t)
{
    const char *text = noc_booksim_get_text(t->config, "priority");
    const size_t p = noc_booksim_find_name(text, priority_name);
    if (!priority_name(p)) return noc_booksim_refuse_name(t, "priority", text, priority_name);
    if (!priorities[p].ours)
        noc_booksim_note(t, NOC_IMPORT_LEFT_OUT, "priority", "",
                         "here packets go first by class or age, or none does");
    else if (p > 0)
        noc_booksim_carry(t, traffic_section, "priority", "priority = \"%s\"", priorities[p].ours);
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "priority", "", "%s", "");
    return NOC_OK;
}

/* Carries over the load. injection_rate is in packets, or requests, per cycle and node; with
 * injection_rate_uses_flits BookSim divides it by `mean` flits. */
static noc_status carry_load(noc_booksim_translation *t, double mean)
{
    const double rate = noc_booksim_first_real(noc_booksim_get_text(t->config, "injection_rate"));
    const bool in_flits = noc_booksim_get_whole(t->config, "injection_rate_uses_flits") != 0;
    const double packets = in_flits ? rate / mean : rate;
    char design_setting[80];
    if (!isfinite(packets) || packets < 0.0 || packets > 1.0)
        return noc_booksim_refuse(t, "injection_rate",
                                  "injection_rate = %g: expected 0..1 packets a cycle and node",
                                  packets);
    if (t->has_replies)
        snprintf(t->out->load, sizeof t->out->load, "%.9gtx", packets);
    else
        snprintf(t->out->load, sizeof t->out->load, "%.9g", packets * mean);
    snprintf(design_setting, sizeof design_setting, "--load %s", t->out->load);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "injection_rate", design_setting, "%s", "");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "injection_rate_uses_flits", "", "%s", "");
    return note_classes(t);
}

static void carry_batch(noc_booksim_translation *t)
{
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "sim_type", "traffic.batch", "%s", "");
    noc_booksim_carry(t, traffic_section, "batch_size", "batch = %d",
                      noc_booksim_get_whole(t->config, "batch_size"));
    noc_booksim_carry(t, traffic_section, "max_outstanding_requests", "outstanding = %d",
                      noc_booksim_get_whole(t->config, "max_outstanding_requests"));
}

/* ---- the import ----------------------------------------------------------------------------- */

/* Returns the mean flits of a request and its reply, for as many reads as writes, as BookSim
 * computes them. */
static double compute_mean_request(const noc_booksim_translation *t)
{
    int sum = 0;
    for (size_t i = 0; i < SIZES; i++)
        sum += noc_booksim_first_whole(noc_booksim_get_text(t->config, sizes[i].theirs));
    return sum / 2;
}

static noc_status carry_many_to_few(noc_booksim_translation *t)
{
    noc_booksim_write(t, traffic_section, "pattern = \"many-to-few\"");
    noc_booksim_note(t, t->is_gpu ? NOC_IMPORT_UNREAD : NOC_IMPORT_CHANGED, "traffic",
                     "pattern = \"many-to-few\"", "%s",
                     t->is_gpu ? "programs decide" : "compute nodes ask memory nodes (--memory)");
    if (t->is_gpu) {
        assume_gpu_requests(t);
        return NOC_OK;
    }
    if (t->has_replies) return carry_requests(t);
    assume_requests(t);
    return NOC_OK;
}

static noc_status carry_peer_traffic(noc_booksim_translation *t, const packet_lengths *l)
{
    if (can_carry_classes(t)) return carry_classes(t);
    noc_status status = write_pattern(t, 0);
    if (status != NOC_OK) return status;
    if (!t->has_replies) {
        carry_lengths(t, l);
        return NOC_OK;
    }
    noc_booksim_write(t, traffic_section, "replies = true");
    return carry_requests(t);
}

noc_status noc_booksim_carry_traffic(noc_booksim_translation *t)
{
    const char *type = noc_booksim_get_text(t->config, "sim_type");
    const bool batch = strcmp(type, "batch") == 0;
    packet_lengths l;
    if (!batch && !t->is_gpu && strcmp(type, "latency") != 0 && strcmp(type, "throughput") != 0)
        return noc_booksim_refuse(t, "sim_type",
                                  "sim_type = %s: expected latency, throughput, batch or, of "
                                  "GPGPU-Sim, gpgpusim",
                                  type);
    noc_status status = read_lengths(t, 0, &l);
    if (status == NOC_OK)
        status = t->request->memory_nodes ? carry_many_to_few(t) : carry_peer_traffic(t, &l);
    if (status != NOC_OK) return status;
    if (batch)
        carry_batch(t);
    else
        noc_booksim_note(t, t->is_gpu ? NOC_IMPORT_CARRIED : NOC_IMPORT_RUN, "sim_type", "", "%s",
                         t->is_gpu ? "its nodes are compute nodes, then memory nodes" : "");
    if (!t->is_gpu) status = carry_priority(t);
    if (status != NOC_OK) return status;
    if (batch || t->is_gpu || t->classes || (t->request->memory_nodes && !t->has_replies))
        return NOC_OK;
    return carry_load(t, t->has_replies ? compute_mean_request(t) : compute_mean_flits(&l));
}

const char *noc_booksim_find_pattern(const char *name)
{
    for (size_t i = 0; pattern_name(i); i++)
        if (patterns[i].ours && strcmp(patterns[i].ours, name) == 0) return patterns[i].theirs;
    return NULL;
}
