/* Sources: traffic.cpp, injection.cpp and trafficmanager.cpp. */
#include "import/booksim/traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/design.h"
#include "import/booksim/list.h"

static const noc_booksim_section in_traffic = NOC_BOOKSIM_IN_TRAFFIC;

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

static void take_uniform(noc_booksim_translation *t, const char *why)
{
    noc_booksim_write(t, in_traffic, "pattern = \"uniform\"");
    noc_booksim_note(t, NOC_IMPORT_CHANGED, "traffic", "pattern = \"uniform\"", "%s", why);
}

enum { TIMES_MOST = 64 }; /* largest rate of a node */

/* Carries over "hotspot({{0,5},{1,2}})": nodes and their rates. The last rate is valid for nodes
 * without one. Here a node of rate r is listed r times. */
static noc_status carry_hotspots(noc_booksim_translation *t, const char *text)
{
    const char *bracket = strchr(text, '('), *nodes = NULL, *rates = NULL, *node, *rate = "1";
    noc_booksim_list both = noc_booksim_list_of(bracket ? bracket + 1 : "");
    FILE *out = t->sections[in_traffic].out;
    if (!noc_booksim_list_next(&both, &nodes) || *nodes == ')' || *nodes == '-') {
        take_uniform(t, "which nodes are hot is drawn by chance there");
        return NOC_OK;
    }
    const bool has_rates = both.at[0] && noc_booksim_list_next(&both, &rates);
    const bool is_flat = has_rates && *nodes != '{';
    if (!has_rates) rates = "1";
    noc_booksim_list list = noc_booksim_list_of(nodes), weights = noc_booksim_list_of(rates);
    noc_booksim_write(t, in_traffic, "pattern = \"hotspot\"");
    fputs("  hotspot_nodes = (", out);
    for (bool first = true; noc_booksim_list_next(&list, &node) && *node != ')';) {
        const char *next;
        if (noc_booksim_list_next(&weights, &next)) rate = next;
        const int number = noc_booksim_list_whole(node), times = noc_booksim_list_whole(rate);
        if (number < 0 || number >= t->nodes || times < 0 || times > TIMES_MOST)
            return noc_booksim_refuse(t, "traffic",
                                      "traffic: node %d of rate %d: expected a node of 0..%d and a "
                                      "rate of 0..%d",
                                      number, times, t->nodes - 1, TIMES_MOST);
        for (int i = 0; i < times; i++, first = false)
            fprintf(out, "%s%d", first ? "" : ", ", number);
        if (*nodes != '{' || list.at[-1] == '}') break;
    }
    fputs(");\n", out);
    if (is_flat)
        noc_booksim_note(t, NOC_IMPORT_DOUBTED, "traffic", "pattern = \"hotspot\", hotspot_nodes",
                         "BookSim, too, reads this as node %d at rate %d: nodes and rates want "
                         "braces around both, hotspot({{0,5},{1,2}})",
                         noc_booksim_list_whole(nodes), noc_booksim_list_whole(rates));
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "traffic", "pattern = \"hotspot\", hotspot_nodes",
                         "%s", "");
    return NOC_OK;
}

/* True if the design's pattern has dimensions of k nodes, as BookSim's has: the sides of a grid, or
 * all nodes. */
static bool has_digits(const noc_booksim_translation *t)
{
    const char *topology = noc_booksim_text(t->config, "topology");
    const int k = noc_booksim_whole(t->config, "k"), n = noc_booksim_whole(t->config, "n");
    if (strcmp(topology, "mesh") == 0 || strcmp(topology, "torus") == 0) return true;
    return n == 1 && k == t->nodes;
}

/* Writes the pattern of a class, for traffic without memory nodes. The last pattern is valid for
 * classes without one. A pattern that designs do not have becomes uniform. NOC_EINPUT for a pattern
 * that BookSim does not know. */
static noc_status write_pattern(noc_booksim_translation *t, int class)
{
    const char *text = noc_booksim_text(t->config, "traffic");
    noc_booksim_list classes = noc_booksim_list_of(text);
    const char *own = text, *end;
    if (!noc_booksim_list_next(&classes, &own))
        return noc_booksim_unknown(t, "traffic", text, pattern_name);
    end = classes.at;
    for (const char *next; class > 0 && noc_booksim_list_next(&classes, &next); class --) {
        own = next;
        end = classes.at;
    }
    char *name = strndup(own, (size_t)(end - own) - (*text == '{'));
    if (!name) return noc_fail_memory(t->diag);
    const size_t p = noc_booksim_called(name, pattern_name);
    noc_status status = NOC_OK;
    if (!pattern_name(p)) {
        status = noc_booksim_unknown(t, "traffic", name, pattern_name);
    } else if (!patterns[p].ours) {
        take_uniform(t, "nothing is like it here");
    } else if (strcmp(patterns[p].ours, "hotspot") == 0) {
        status = carry_hotspots(t, name);
    } else {
        const bool same = !patterns[p].by_digits || (has_digits(t) && !strchr(name, '('));
        noc_booksim_write(t, in_traffic, "pattern = \"%s\"", patterns[p].ours);
        noc_booksim_note(t, same ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "traffic",
                         "traffic.pattern", "%s",
                         same ? "" : "dimensions follow the grid here, or are one of all nodes");
    }
    free(name);
    return status;
}

/* ---- packets -------------------------------------------------------------------------------- */

enum { LENGTHS_MAX = 64 };

/* Lengths of packets, flits, and their relative frequencies. */
typedef struct lengths {
    int flits[LENGTHS_MAX], weight[LENGTHS_MAX];
    int count;
    double sum; /* sum of the weights */
} lengths;

/* Reads the numbers of a class; the last ones are valid for classes without any. "{{1,5},{2}}": 1
 * and 5, then 2; "{1,5}": 1, then 5. Returns their count. */
static int numbers_of_class(const char *text, int class, int *numbers)
{
    noc_booksim_list classes = noc_booksim_list_of(text);
    const char *element;
    int count = 0;
    if (!noc_booksim_list_next(&classes, &element)) return 0;
    for (const char *next; class > 0 && noc_booksim_list_next(&classes, &next); class --)
        element = next;
    noc_booksim_list list = noc_booksim_list_of(element);
    if (*element != '{') {
        numbers[0] = noc_booksim_list_whole(element);
        return 1;
    }
    if (element[1] == '}') return 0;
    while (count < LENGTHS_MAX && noc_booksim_list_next(&list, &element)) {
        numbers[count++] = noc_booksim_list_whole(element);
        if (list.at[-1] == '}') break;
    }
    return count;
}

static noc_status read_lengths(const noc_booksim_translation *t, int class, lengths *l)
{
    int weights = 0;
    l->count = numbers_of_class(noc_booksim_text(t->config, "packet_size"), class, l->flits);
    weights = numbers_of_class(noc_booksim_text(t->config, "packet_size_rate"), class, l->weight);
    l->sum = 0.0;
    for (int i = 0; i < l->count; i++) {
        if (l->flits[i] < 1)
            return noc_booksim_refuse(t, "packet_size", "packet_size: %d: expected 1 or more",
                                      l->flits[i]);
        if (i >= weights) l->weight[i] = weights ? l->weight[weights - 1] : 1;
        if (l->weight[i] < 0)
            return noc_booksim_refuse(t, "packet_size_rate",
                                      "packet_size_rate: %d: expected 0 or more", l->weight[i]);
        l->sum += l->weight[i];
    }
    if (l->count > 0 && l->sum > 0.0) return NOC_OK;
    return noc_booksim_refuse(t, l->count ? "packet_size_rate" : "packet_size",
                              "%s: expected a number, or a list of them for each class",
                              l->count ? "packet_size_rate" : "packet_size");
}

static double mean_of(const lengths *l)
{
    double sum = 0.0;
    for (int i = 0; i < l->count; i++) sum += (double)l->flits[i] * l->weight[i];
    return sum / l->sum;
}

/* Prints lengths or shares as "(1, 5)". */
static void print_list(const lengths *l, bool shares, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    for (int i = 0; i < l->count && used < size; i++) {
        const char *comma = i ? ", " : "";
        used += shares ? (size_t)snprintf(text + used, size - used, "%s%.9f", comma,
                                          l->weight[i] / l->sum)
                       : (size_t)snprintf(text + used, size - used, "%s%d", comma, l->flits[i]);
    }
    if (used < size) snprintf(text + used, size - used, ")");
}

static void carry_lengths(noc_booksim_translation *t, const lengths *l)
{
    char text[LENGTHS_MAX * 14 + 3];
    if (l->count == 1) {
        noc_booksim_carry(t, in_traffic, "packet_size", "packet_flits = %d", l->flits[0]);
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "packet_size_rate", "", "there is one length");
        return;
    }
    print_list(l, false, text, sizeof text);
    fprintf(t->sections[in_traffic].out, "  packet_flits = %s;\n", text);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "packet_size", "packet_flits", "%s", "");
    print_list(l, true, text, sizeof text);
    fprintf(t->sections[in_traffic].out, "  packet_mix = %s;\n", text);
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
    const double writes = noc_booksim_first_real(noc_booksim_text(t->config, "write_fraction"));
    if (!(writes >= 0.0 && writes <= 1.0))
        return noc_booksim_refuse(t, "write_fraction", "write_fraction = %g: expected 0..1",
                                  writes);
    noc_booksim_carry(t, in_traffic, "write_fraction", "read_fraction = %.9g", 1.0 - writes);
    for (size_t i = 0; i < SIZES; i++) {
        const int flits = noc_booksim_first_whole(noc_booksim_text(t->config, sizes[i].theirs));
        if (flits < 1 || flits > 32768)
            return noc_booksim_refuse(t, sizes[i].theirs, "%s = %d: expected 1 or more flits",
                                      sizes[i].theirs, flits);
        noc_booksim_carry(t, in_traffic, sizes[i].theirs, "%s = %d", sizes[i].ours,
                          flits * t->flit_bytes);
    }
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "use_read_write",
                     t->wish->memory ? "pattern = \"many-to-few\"" : "replies = true", "%s", "");
    return NOC_OK;
}

/* Assumes the sizes of requests and replies, which depend on the programs in GPGPU-Sim: 8 bytes of
 * control (gpgpu-sim/shader.h) and, in a read reply or a write, a sector of 32 bytes
 * (gpgpu-sim/gpu-cache.h). */
static void assume_gpu_requests(noc_booksim_translation *t)
{
    noc_booksim_assume(t, in_traffic, "(share of reads)", "programs decide; the default",
                       "read_fraction = 0.9");
    for (size_t i = 0; i < SIZES; i++)
        noc_booksim_write(t, in_traffic, "%s = %d", sizes[i].ours, sizes[i].gpu_bytes);
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
static double rate_of_class(const noc_booksim_translation *t, int class)
{
    noc_booksim_list rates = noc_booksim_list_of(noc_booksim_text(t->config, "injection_rate"));
    const char *element = "0";
    for (const char *next; class >= 0 && noc_booksim_list_next(&rates, &next); class --)
        element = next;
    return strtod(element, NULL);
}

/* Finds the load of a class, per cycle and node: flits, or requests if there are replies. */
static noc_status load_of_class(const noc_booksim_translation *t, int class, double *load)
{
    const bool in_flits = noc_booksim_whole(t->config, "injection_rate_uses_flits") != 0;
    lengths l;
    const noc_status status = read_lengths(t, class, &l);
    if (status != NOC_OK) return status;
    *load = rate_of_class(t, class) * (in_flits || t->replies ? 1.0 : mean_of(&l));
    return NOC_OK;
}

enum { CLASSES_MAX = 1024, LOAD_MAX = 64 };

/* Notes the share of the first class in the traffic, unless all classes are carried over. */
static noc_status note_classes(noc_booksim_translation *t)
{
    double first = 0.0, all = 0.0;
    const int classes = noc_booksim_class_count(t);
    if (t->classes) return NOC_OK;
    if (classes < 1 || classes > CLASSES_MAX)
        return noc_booksim_refuse(t, "classes", "classes = %d: expected 1..%d", classes,
                                  CLASSES_MAX);
    for (int c = 0; c < classes; c++) {
        double load;
        const noc_status status = load_of_class(t, c, &load);
        if (status != NOC_OK) return status;
        if (c == 0) first = load;
        all += load;
    }
    if (classes > 1)
        noc_booksim_note(t, NOC_IMPORT_LEFT_OUT, "classes", "one class",
                         "the first is taken, which offers %.4g of %.4g %s a cycle and node", first,
                         all, t->replies ? "requests" : "flits");
    return NOC_OK;
}

/* ---- classes ------------------------------------------------------------------------------- */

/* True if all classes can be carried over: there are no replies, and no more classes than in a
 * design. */
static bool carries_classes(const noc_booksim_translation *t)
{
    const int classes = noc_booksim_class_count(t);
    return !t->replies && !t->wish->memory && classes > 1 && classes <= NOC_TRAFFIC_CLASSES_MAX &&
           strcmp(noc_booksim_text(t->config, "sim_type"), "batch") != 0;
}

/* Returns the priority of a class as the number of lower priorities, since only their order
 * matters. */
static int rank_of_class(const noc_booksim_translation *t, int class)
{
    const char *text = noc_booksim_text(t->config, "class_priority");
    int all[NOC_TRAFFIC_CLASSES_MAX] = {0}, rank = 0, numbers[LENGTHS_MAX];
    for (int k = 0; k < t->classes; k++)
        if (numbers_of_class(text, k, numbers) > 0) all[k] = numbers[0];
    for (int k = 0; k < t->classes; k++) {
        bool met = all[k] >= all[class];
        for (int j = 0; j < k && !met; j++) met = all[j] == all[k];
        rank += !met;
    }
    return rank;
}

static noc_status carry_class(noc_booksim_translation *t, int class, double share)
{
    FILE *out = t->sections[in_traffic].out;
    lengths l;
    noc_status status = read_lengths(t, class, &l);
    if (status != NOC_OK) return status;
    fprintf(out, "  %s{ name = \"class%d\"; share = %.9g; priority = %d;\n",
            class ? ", " : "classes = ( ", class, share, rank_of_class(t, class));
    status = write_pattern(t, class);
    carry_lengths(t, &l);
    fputs("  }\n", out);
    return status;
}

/* Carries over all classes. The offered load is the sum over them. */
static noc_status carry_classes(noc_booksim_translation *t)
{
    double loads[NOC_TRAFFIC_CLASSES_MAX], all = 0.0;
    noc_status status = NOC_OK;
    char here[80];
    t->classes = noc_booksim_class_count(t);
    for (int k = 0; k < t->classes && status == NOC_OK; k++) {
        status = load_of_class(t, k, &loads[k]);
        if (status == NOC_OK && !(loads[k] > 0.0 && loads[k] <= LOAD_MAX))
            status = noc_booksim_refuse(t, "injection_rate",
                                        "injection_rate: %g flits a cycle and node of class %d: "
                                        "expected more than 0 and at most %d",
                                        loads[k], k, LOAD_MAX);
        all += status == NOC_OK ? loads[k] : 0.0;
    }
    for (int k = 0; k < t->classes && status == NOC_OK; k++)
        status = carry_class(t, k, loads[k] / all);
    if (status != NOC_OK) return status;
    fputs("  );\n", t->sections[in_traffic].out);
    snprintf(t->out->load, sizeof t->out->load, "%.9g", all);
    snprintf(here, sizeof here, "--load %s, shares of it", t->out->load);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "classes", "traffic.classes", "%s", "");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "class_priority", "priority of each class", "%s", "");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "injection_rate", here, "%s", "");
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
    const char *text = noc_booksim_text(t->config, "priority");
    const size_t p = noc_booksim_called(text, priority_name);
    if (!priority_name(p)) return noc_booksim_unknown(t, "priority", text, priority_name);
    if (!priorities[p].ours)
        noc_booksim_note(t, NOC_IMPORT_LEFT_OUT, "priority", "",
                         "here packets go first by class or age, or none does");
    else if (p > 0)
        noc_booksim_carry(t, in_traffic, "priority", "priority = \"%s\"", priorities[p].ours);
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "priority", "", "%s", "");
    return NOC_OK;
}

/* Carries over the load. injection_rate is in packets, or requests, per cycle and node; with
 * injection_rate_uses_flits BookSim divides it by `mean` flits. */
static noc_status carry_load(noc_booksim_translation *t, double mean)
{
    const double rate = noc_booksim_first_real(noc_booksim_text(t->config, "injection_rate"));
    const bool in_flits = noc_booksim_whole(t->config, "injection_rate_uses_flits") != 0;
    const double packets = in_flits ? rate / mean : rate;
    char here[80];
    if (!isfinite(packets) || packets < 0.0 || packets > 1.0)
        return noc_booksim_refuse(t, "injection_rate",
                                  "injection_rate = %g: expected 0..1 packets a cycle and node",
                                  packets);
    if (t->replies)
        snprintf(t->out->load, sizeof t->out->load, "%.9gtx", packets);
    else
        snprintf(t->out->load, sizeof t->out->load, "%.9g", packets * mean);
    snprintf(here, sizeof here, "--load %s", t->out->load);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "injection_rate", here, "%s", "");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "injection_rate_uses_flits", "", "%s", "");
    return note_classes(t);
}

static void carry_batch(noc_booksim_translation *t)
{
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "sim_type", "traffic.batch", "%s", "");
    noc_booksim_carry(t, in_traffic, "batch_size", "batch = %d",
                      noc_booksim_whole(t->config, "batch_size"));
    noc_booksim_carry(t, in_traffic, "max_outstanding_requests", "outstanding = %d",
                      noc_booksim_whole(t->config, "max_outstanding_requests"));
}

/* ---- all ------------------------------------------------------------------------------------ */

/* Returns the mean flits of a request and its reply, for as many reads as writes, as BookSim
 * computes them. */
static double mean_of_requests(const noc_booksim_translation *t)
{
    int sum = 0;
    for (size_t i = 0; i < SIZES; i++)
        sum += noc_booksim_first_whole(noc_booksim_text(t->config, sizes[i].theirs));
    return sum / 2;
}

static noc_status many_to_few(noc_booksim_translation *t)
{
    noc_booksim_write(t, in_traffic, "pattern = \"many-to-few\"");
    noc_booksim_note(t, t->gpu ? NOC_IMPORT_UNREAD : NOC_IMPORT_CHANGED, "traffic",
                     "pattern = \"many-to-few\"", "%s",
                     t->gpu ? "programs decide" : "compute nodes ask memory nodes (--memory)");
    if (t->gpu) {
        assume_gpu_requests(t);
        return NOC_OK;
    }
    if (t->replies) return carry_requests(t);
    assume_requests(t);
    return NOC_OK;
}

static noc_status between_peers(noc_booksim_translation *t, const lengths *l)
{
    if (carries_classes(t)) return carry_classes(t);
    noc_status status = write_pattern(t, 0);
    if (status != NOC_OK) return status;
    if (!t->replies) {
        carry_lengths(t, l);
        return NOC_OK;
    }
    noc_booksim_write(t, in_traffic, "replies = true");
    return carry_requests(t);
}

noc_status noc_booksim_traffic(noc_booksim_translation *t)
{
    const char *type = noc_booksim_text(t->config, "sim_type");
    const bool batch = strcmp(type, "batch") == 0;
    lengths l;
    if (!batch && !t->gpu && strcmp(type, "latency") != 0 && strcmp(type, "throughput") != 0)
        return noc_booksim_refuse(t, "sim_type",
                                  "sim_type = %s: expected latency, throughput, batch or, of "
                                  "GPGPU-Sim, gpgpusim",
                                  type);
    noc_status status = read_lengths(t, 0, &l);
    if (status == NOC_OK) status = t->wish->memory ? many_to_few(t) : between_peers(t, &l);
    if (status != NOC_OK) return status;
    if (batch)
        carry_batch(t);
    else
        noc_booksim_note(t, t->gpu ? NOC_IMPORT_CARRIED : NOC_IMPORT_RUN, "sim_type", "", "%s",
                         t->gpu ? "its nodes are compute nodes, then memory nodes" : "");
    if (!t->gpu) status = carry_priority(t);
    if (status != NOC_OK) return status;
    if (batch || t->gpu || t->classes || (t->wish->memory && !t->replies)) return NOC_OK;
    return carry_load(t, t->replies ? mean_of_requests(t) : mean_of(&l));
}

const char *noc_booksim_pattern_there(const char *ours)
{
    for (size_t i = 0; pattern_name(i); i++)
        if (patterns[i].ours && strcmp(patterns[i].ours, ours) == 0) return patterns[i].theirs;
    return NULL;
}
