#include "tests/support/rows/booksim_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/helpers.h"

enum { COLUMNS_MOST = 80 };

/* ---- CSV without quotes: the file has none -------------------------------------------------- */

typedef struct record {
    char *cells[COLUMNS_MOST];
    size_t count;
} record;

/* Cuts the line at *text and moves on to the next one. Returns false at the end. */
static bool read_record(char **text, record *r)
{
    if (!*text || !**text) return false;
    char *line = strsep(text, "\n");
    line[strcspn(line, "\r")] = '\0';
    assert_null(strchr(line, '"'));
    r->count = 0;
    while (line) {
        assert_true(r->count < COLUMNS_MOST);
        r->cells[r->count++] = strsep(&line, ",");
    }
    return true;
}

typedef struct table {
    record head, row;
} table;

static bool has_column(const table *t, const char *column)
{
    for (size_t i = 0; i < t->head.count; i++)
        if (strcmp(t->head.cells[i], column) == 0) return true;
    return false;
}

static const char *cell(const table *t, const char *column)
{
    for (size_t i = 0; i < t->head.count; i++)
        if (strcmp(t->head.cells[i], column) == 0) return t->row.cells[i];
    fail_msg("no column %s", column);
    return "";
}

/* 0 where the cell is empty. */
static double number(const table *t, const char *column)
{
    return strtod(cell(t, column), NULL);
}

static bool is(const table *t, const char *column, const char *value)
{
    return strcmp(cell(t, column), value) == 0;
}

/* ---- designs -------------------------------------------------------------------------------- */

/* "graphs/NAME.txt" is NAME.links.csv, NAME.attach.csv and, as BookSim breaks ties in its own way,
 * NAME.ways.csv. */
static void put_graph(FILE *out, const table *t)
{
    static const char *const keys[][2] = {
        {"links", "links"}, {"attach", "attach"}, {"routes", "ways"}};
    const char *file = cell(t, "graph_file");
    const int stem = (int)strcspn(file, ".");
    fprintf(out, "topology = \"file\";");
    for (size_t i = 0; i < TEST_COUNT(keys); i++)
        fprintf(out, " %s = \"" NOC_SOURCE_DIR "/tests/reference/%.*s.%s.csv\";", keys[i][0], stem,
                file, keys[i][1]);
}

/* BookSim's names of routings, and ours. */
static const char *routing_of(const table *t)
{
    static const char *const names[][2] = {
        {"xy_yx", "o1turn"},
        {"romm", "romm"},
        {"valiant", "valiant"},
        {"min_adapt", "min-adaptive"},
        {"adaptive_xy_yx", "xy-yx-adaptive"},
        {"ugal", "ugal"},
        {"anca", "nca-adaptive"},
        {"nca", "nca"},
        {"min", "minimal"},
    };
    for (size_t i = 0; i < TEST_COUNT(names); i++)
        if (is(t, "routing", names[i][0])) return names[i][1];
    return "xy";
}

/* Levels of routers, and groups of them. Returns whether the topology is one. */
static bool put_levels(FILE *out, const table *t)
{
    const int k = (int)number(t, "k"), n = (int)number(t, "n");
    if (is(t, "topology", "fattree"))
        fprintf(out, "topology = \"fat-tree\"; arity = %d; levels = %d;", k, n);
    else if (is(t, "topology", "tree4") || is(t, "topology", "qtree"))
        fprintf(out, "topology = \"tree\"; arity = 4; levels = 3; up_links = %s;",
                is(t, "topology", "tree4") ? "(2, 4)" : "(1, 1)");
    else if (is(t, "topology", "dragonflynew"))
        fprintf(out,
                "topology = \"dragonfly\"; concentration = %d; routers_per_group = %d;"
                " global_channels = %d; global_channel_cycles = 100;",
                k, 2 * k, k);
    else
        return false;
    return true;
}

static void put_topology(FILE *out, const table *t)
{
    const bool has_routing = !is(t, "topology", "anynet") && !is(t, "topology", "fly");
    if (has_routing) fprintf(out, "routing = \"%s\"; ", routing_of(t));
    if (put_levels(out, t)) return;
    const int k = (int)number(t, "k"), n = (int)number(t, "n"), c = (int)number(t, "c");
    if (is(t, "topology", "mesh") || is(t, "topology", "torus"))
        fprintf(out, "topology = \"%s\"; columns = %d; rows = %d; layers = %d;",
                cell(t, "topology"), k, n > 1 ? k : 1, n > 2 ? k : 1);
    else if (is(t, "topology", "anynet"))
        put_graph(out, t);
    else if (is(t, "topology", "fly") && n == 1)
        fprintf(out, "topology = \"crossbar\"; ports = %d;", k);
    else if (is(t, "topology", "fly"))
        fprintf(out, "topology = \"butterfly\"; radix = %d; stages = %d;", k, n);
    else
        fprintf(out, "topology = \"%s\"; columns = %d; rows = %d; concentration = %d;",
                is(t, "topology", "cmesh") ? "cmesh" : "flattened-butterfly", k, k, c);
}

static int stages_of(const table *t)
{
    return is(t, "speculative", "1") ? 2 : is(t, "routing_delay", "1") ? 4 : 3;
}

/* BookSim's names of allocators, and ours where they differ. */
static const char *allocator_of(const table *t)
{
    if (is(t, "sw_allocator", "separable_input_first")) return "separable";
    if (is(t, "sw_allocator", "separable_output_first")) return "separable-output";
    return cell(t, "sw_allocator");
}

static void put_network(FILE *out, const table *t)
{
    const bool speculative = is(t, "speculative", "1");
    const int stages = stages_of(t);
    fprintf(out, "network = { carries = \"both\"; ");
    put_topology(out, t);
    fprintf(out, " virtual_channels = %s; buffer_flits = %s; router_stages = %d;",
            cell(t, "num_vcs"), cell(t, "vc_buf_size"), stages);
    /* "2*distance": ours are per router spanned anyway */
    fprintf(out, " channel_cycles = %d; allocator = \"%s\";", (int)number(t, "channel_latency"),
            allocator_of(t));
    if (number(t, "flit_bytes") > 0.0) fprintf(out, " flit_bytes = %s;", cell(t, "flit_bytes"));
    if (speculative)
        fprintf(out, " speculation = \"%s\";",
                is(t, "sw_allocator", "islip") ? "equal" : "priority");
    if (has_column(t, "input_speedup"))
        fprintf(out, " internal_speedup = %.2f; input_speedup = %s;", number(t, "internal_speedup"),
                cell(t, "input_speedup"));
    fprintf(out, " };\n");
}

/* Writes "a+b+c" as a list, each number as `put` does. Returns how many. */
static int put_list(FILE *out, const char *numbers, void (*put)(FILE *, int number, int k), int k)
{
    int count = 0;
    for (char *end; *numbers; numbers = end + (*end == '+')) {
        if (count++) fprintf(out, ", ");
        put(out, (int)strtol(numbers, &end, 10), k);
        assert_ptr_not_equal(end, numbers);
        if (*end != '+') break;
    }
    return count;
}

static void put_number(FILE *out, int node, int k)
{
    (void)k;
    fprintf(out, "%d", node);
}

static void put_place(FILE *out, int node, int k)
{
    fprintf(out, "(%d, %d)", node % k, node / k);
}

static void put_many_to_few(FILE *out, const table *t, const char *nodes)
{
    fprintf(out, "nodes = { compute = %s; placement = \"explicit\"; memory_at = (",
            cell(t, "injectors"));
    const int memories = put_list(out, nodes, put_place, (int)number(t, "k"));
    fprintf(out, "); memory = %d; };\n", memories);
    fprintf(out, "traffic = { pattern = \"many-to-few\"; read_fraction = 0.9;"
                 " read_request_bytes = 8; read_reply_bytes = 64;"
                 " write_request_bytes = 64; write_reply_bytes = 8;");
    if (strstr(cell(t, "traffic"), "hot20"))
        fprintf(out, " hotspot_fraction = 0.2; hotspot_memory = 0;");
    fprintf(out, " };\n");
}

/* The k-th part of a cell whose parts are separated by ";", the last one where it has no more;
 * allocated. */
static char *part_of(const table *t, const char *column, int k)
{
    const char *part = cell(t, column);
    for (const char *next; k > 0 && (next = strchr(part, ';')); k--) part = next + 1;
    return strndup(part, strcspn(part, ";"));
}

/* A pattern of BookSim's, by its name here. */
static const char *pattern_of(const char *traffic)
{
    if (strchr(traffic, ':')) return "hotspot";
    if (strcmp(traffic, "bitcomp") == 0) return "bit-complement";
    if (strcmp(traffic, "bad_dragon") == 0) return "next-group";
    return traffic;
}

static void put_pattern(FILE *out, const table *t, int class)
{
    char *traffic = part_of(t, "traffic", class), *flits = part_of(t, "packet_flits", class);
    const char *nodes = strchr(traffic, ':');
    fprintf(out, " pattern = \"%s\";", pattern_of(traffic));
    if (nodes) {
        fprintf(out, " hotspot_nodes = (");
        put_list(out, nodes + 1, put_number, 0);
        fprintf(out, ");");
    }
    if (strcmp(flits, "1|4") == 0)
        fprintf(out, " packet_flits = (1, 4); packet_mix = (0.5, 0.5);");
    else
        fprintf(out, " packet_flits = %s;", flits);
    free(traffic);
    free(flits);
}

static void put_class(FILE *out, const table *t, int class)
{
    char *share = part_of(t, "class_shares", class),
         *priority = part_of(t, "class_priority", class);
    fprintf(out, "%s{ name = \"class%d\"; share = %s; priority = %s;", class ? ", " : "", class,
            share, *priority ? priority : "0");
    put_pattern(out, t, class);
    fprintf(out, " }");
    free(share);
    free(priority);
}

static void put_synthetic(FILE *out, const table *t)
{
    const bool several = has_column(t, "class_shares") && *cell(t, "class_shares");
    fprintf(out, "nodes = { compute = %s; memory = 0; };\ntraffic = {", cell(t, "nodes"));
    if (several) {
        fprintf(out, " classes = ( ");
        put_class(out, t, 0);
        put_class(out, t, 1);
        fprintf(out, " );");
    } else {
        put_pattern(out, t, 0);
    }
    if (has_column(t, "priority")) fprintf(out, " priority = \"%s\";", cell(t, "priority"));
    fprintf(out, " };\n");
}

/* Half of the requests read. */
static void put_replies(FILE *out, const table *t)
{
    fprintf(out,
            "nodes = { compute = %s; memory = 0; };\ntraffic = { pattern = \"uniform\";"
            " replies = true; read_fraction = 0.5; read_request_bytes = 16;"
            " write_request_bytes = 80; read_reply_bytes = 80; write_reply_bytes = 16; };\n",
            cell(t, "nodes"));
}

static char *design_of(const table *t, bool many_to_few)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "name = \"%s\";\n", cell(t, "family"));
    fprintf(out, "chip = { technology_nm = 65; clock_mhz = 1000.0; tile_mm = 2.0;"
                 " other_area_mm2 = 100.0; };\n");
    put_network(out, t);
    if (many_to_few)
        put_many_to_few(out, t, strchr(cell(t, "traffic"), ':') + 1);
    else if (is(t, "traffic", "request-reply-uniform"))
        put_replies(out, t);
    else
        put_synthetic(out, t);
    fclose(out);
    return text;
}

/* ---- families ------------------------------------------------------------------------------- */

/* Grows an array by one zeroed element. */
static void *add(void *array, size_t count, size_t size)
{
    char *grown = realloc(array, (count + 1) * size);
    assert_non_null(grown);
    memset(grown + count * size, 0, size);
    return grown;
}

/* Both kinds are counted there; requests are half of the flits where peers answer. */
static double own_part(const booksim_family *f)
{
    return f->peers_answer ? 0.5 : 1.0;
}

static void add_family(booksim *b, const table *t)
{
    b->families = add(b->families, b->count, sizeof *b->families);
    booksim_family *f = &b->families[b->count++];
    f->name = cell(t, "family");
    f->many_to_few = strncmp(cell(t, "traffic"), "m2f-", 4) == 0;
    f->peers_answer = is(t, "traffic", "request-reply-uniform");
    f->design = design_of(t, f->many_to_few);
    f->hop_cycles = strpbrk(cell(t, "channel_latency"), "*-")
                        ? NAN
                        : stages_of(t) + number(t, "channel_latency");
    f->zero_load = has_column(t, "zero_load_formula") ? number(t, "zero_load_formula") : NAN;
    if (f->peers_answer) f->zero_load *= 2.0; /* a round trip of ours, a mean of both there */
    f->saturation = own_part(f) * number(t, "sat_load_flits_node_cycle");
    f->knee = own_part(f) * number(t, "lat3x_load_flits_node_cycle");
}

static void add_row(booksim_family *f, const table *t)
{
    const bool answered = f->many_to_few || f->peers_answer;
    f->rows = add(f->rows, f->count, sizeof *f->rows);
    f->rows[f->count++] = (booksim_row){
        .point = cell(t, "point"),
        .load = own_part(f) * number(t, "offered_flits_node_cycle"),
        .latency = number(t, answered ? "round_trip_latency" : "avg_packet_latency"),
        .error = number(t, answered ? "se_round_trip" : "se_packet_latency"),
        .hops = number(t, "avg_hops"),
        .stable = is(t, "stable", "1"),
        .warmup = (uint64_t)number(t, "warmup_cycles"),
        .measured = (uint64_t)number(t, "measured_cycles"),
    };
    booksim_row *last = &f->rows[f->count - 1];
    for (int k = 0; k < 2 && has_column(t, "class_shares"); k++) {
        char latency[40], error[40];
        snprintf(latency, sizeof latency, "class%d_packet_latency", k);
        snprintf(error, sizeof error, "class%d_se_packet_latency", k);
        last->class_latency[k] = number(t, latency);
        last->class_error[k] = number(t, error);
    }
    if (!is(t, "point", "batch")) return;
    last->batch = (int)number(t, "batch_size");
    last->outstanding = (int)number(t, "max_outstanding");
    last->makespan = number(t, "makespan_cycles");
    last->makespan_error = number(t, "se_makespan");
}

booksim booksim_read(const char *file)
{
    char path[128];
    snprintf(path, sizeof path, "tests/reference/%s", file);
    booksim b = {.text = test_read_text(path)};
    char *rest = b.text;
    table t;
    assert_true(read_record(&rest, &t.head));
    while (read_record(&rest, &t.row)) {
        assert_int_equal(t.row.count, t.head.count);
        if (!has_column(&t, "input_speedup") && !is(&t, "internal_speedup", "1")) continue;
        if (b.count == 0 || strcmp(b.families[b.count - 1].name, cell(&t, "family")) != 0)
            add_family(&b, &t);
        add_row(&b.families[b.count - 1], &t);
    }
    return b;
}

void booksim_free(booksim *b)
{
    for (size_t i = 0; i < b->count; i++) {
        free(b->families[i].design);
        free(b->families[i].rows);
    }
    free(b->families);
    free(b->text);
    *b = (booksim){0};
}

const booksim_family *booksim_find(const booksim *b, const char *name)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->families[i].name, name) == 0) return &b->families[i];
    return NULL;
}

const booksim_row *booksim_near(const booksim_family *family, double share)
{
    const double load = share * family->saturation;
    const booksim_row *best = NULL;
    for (size_t i = 0; i < family->count; i++) {
        const booksim_row *row = &family->rows[i];
        if (!row->stable || strcmp(row->point, "load") != 0) continue;
        if (!best || fabs(row->load - load) < fabs(best->load - load)) best = row;
    }
    return best;
}
