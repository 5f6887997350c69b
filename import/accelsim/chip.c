#include "import/accelsim/chip.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "import/accelsim/config.h"
#include "import/booksim/import.h"

enum { LINE_BYTES_MAX = 4096, CACHE_BYTES_MAX = 1 << 24 };
enum { SECTOR_BYTES = 32, CONTROL_BYTES = 8, TEXT_CHARS = 200, LANES = 32 };

typedef struct cache {
    bool sectors; /* what is moved is a sector */
    int sets, bytes, ways, mshrs;
} cache;

/* A configuration, and the design that is being written. */
typedef struct chip {
    const noc_accelsim_config *config;
    noc_import *out;
    FILE *text;                              /* the design */
    int clusters, cores, partitions, slices; /* cores: of a cluster; slices: of a partition */
    double core_mhz, network_mhz, l2_mhz, dram_mhz;
    int line_bytes;
    noc_diag *diag;
} chip;

/* ---- options -------------------------------------------------------------------------------- */

static noc_status refuse(const chip *c, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static noc_status refuse(const chip *c, const char *name, const char *format, ...)
{
    const noc_accelsim_entry *e = noc_accelsim_find(c->config, name);
    char text[TEXT_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return noc_fail(c->diag, NOC_EINPUT, (noc_place){c->config->path, e ? e->line : 0},
                    "%s %.80s: %s", name, e ? e->value : "", text);
}

/* What is written, or GPGPU-Sim's default. */
static const char *text_of(const chip *c, const char *name, const char *fallback)
{
    const noc_accelsim_entry *e = noc_accelsim_find(c->config, name);
    return e ? e->value : fallback;
}

static noc_status whole(const chip *c, const char *name, int fallback, int least, int most,
                        int *value)
{
    const noc_accelsim_entry *e = noc_accelsim_find(c->config, name);
    char *end;
    *value = fallback;
    if (!e) return NOC_OK;
    const long number = strtol(e->value, &end, 10);
    *value = number < INT_MIN || number > INT_MAX ? -1 : (int)number;
    if (end > e->value && *end == '\0' && number >= least && number <= most) return NOC_OK;
    return refuse(c, name, "expected %d..%d", least, most);
}

static void tell(chip *c, noc_import_fate fate, const char *name, const char *here, const char *why)
{
    const noc_accelsim_entry *e = noc_accelsim_find(c->config, name);
    if (!e && fate == NOC_IMPORT_CARRIED)
        noc_import_tell(c->out, NOC_IMPORT_ASSUMED, name, "", 0, here, "%s", "GPGPU-Sim's default");
    else
        noc_import_tell(c->out, fate, name, e ? e->value : "", e ? e->line : 0, here, "%s", why);
}

/* Writes a setting of the design, which an option is carried over as; one that says no more of
 * it: "". */
static void carry(chip *c, noc_import_fate fate, const char *name, const char *why,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
static void carry(chip *c, noc_import_fate fate, const char *name, const char *why,
                  const char *format, ...)
{
    char here[TEXT_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(here, sizeof here, format, arguments);
    va_end(arguments);
    fprintf(c->text, "  %s;\n", here);
    tell(c, fate, name, here, why);
}

static bool was_told(const chip *c, const char *name)
{
    for (size_t i = 0; i < c->out->note_count; i++)
        if (c->out->notes[i].setting && strcmp(c->out->notes[i].setting, name) == 0) return true;
    return false;
}

/* "S:4:128:64,L:T:m:L:L,A:512:8,...": sectors, sets, bytes of a line, ways; policies; MSHRs. */
static noc_status read_cache(const chip *c, const char *name, cache *read)
{
    const char *text = text_of(c, name, "none"), *at = text;
    *read = (cache){.sets = 0};
    if (strcmp(text, "none") == 0) return NOC_OK;
    if (isalpha((unsigned char)*at) && at[1] == ':') {
        read->sectors = *at == 'S';
        at += 2;
    }
    if (sscanf(at, "%6d:%6d:%6d,%*[^,],%*[^:]:%6d", &read->sets, &read->bytes, &read->ways,
               &read->mshrs) == 4 &&
        read->sets > 0 && read->bytes > 0 && read->ways > 0 && read->mshrs > 0 &&
        read->bytes <= LINE_BYTES_MAX &&
        (double)read->sets * read->ways * read->bytes <= (double)CACHE_BYTES_MAX)
        return NOC_OK;
    return refuse(
        c, name,
        "expected sets:bytes:ways,policies,A:mshrs:merged,queue, of lines of %d bytes and "
        "16 MiB at most",
        LINE_BYTES_MAX);
}

/* ---- cores ---------------------------------------------------------------------------------- */

static noc_status read_counts(chip *c)
{
    noc_status status = whole(c, "-gpgpu_n_clusters", 10, 1, 65536, &c->clusters);
    if (status == NOC_OK) status = whole(c, "-gpgpu_n_cores_per_cluster", 3, 1, 64, &c->cores);
    if (status == NOC_OK) status = whole(c, "-gpgpu_n_mem", 8, 1, 65536, &c->partitions);
    if (status == NOC_OK)
        status = whole(c, "-gpgpu_n_sub_partition_per_mchannel", 1, 1, 16, &c->slices);
    return status;
}

static noc_status read_clocks(chip *c)
{
    static const char name[] = "-gpgpu_clock_domains";
    double *const clocks[] = {&c->core_mhz, &c->network_mhz, &c->l2_mhz, &c->dram_mhz};
    int used = 0;
    const char *text = text_of(c, name, "500:2000:2000:2000");
    bool right =
        sscanf(text, "%lf:%lf:%lf:%lf%n", clocks[0], clocks[1], clocks[2], clocks[3], &used) == 4 &&
        text[used] == '\0';
    for (int i = 0; i < 4; i++) /* none is NaN */
        right = right && *clocks[i] >= 1.0 && *clocks[i] <= 20000.0;
    if (right) return NOC_OK;
    return refuse(c, name, "expected core:interconnect:L2:DRAM, 1..20000 MHz each");
}

static noc_status write_issue(chip *c)
{
    const char *pipeline = text_of(c, "-gpgpu_shader_core_pipeline", "1024:32");
    int threads = 0, warp = 0, schedulers;
    if (sscanf(pipeline, "%6d:%6d", &threads, &warp) != 2 || threads < 1 || warp < 1 || warp > 1024)
        return refuse(c, "-gpgpu_shader_core_pipeline", "expected threads:threads of a warp");
    noc_status status = whole(c, "-gpgpu_num_sched_per_core", 1, 1, 32, &schedulers);
    if (status != NOC_OK) return status;
    carry(c, NOC_IMPORT_CHANGED, "-gpgpu_shader_core_pipeline",
          "the warps of a core are the workload's (workload.warps)", "warp_threads = %d", warp);
    carry(c, NOC_IMPORT_CARRIED, "-gpgpu_num_sched_per_core", "", "simd_width = %d",
          schedulers * LANES);
    return NOC_OK;
}

/* A cache of sectors holds each of them for itself: lines are what packets carry. */
static noc_status write_first_level(chip *c)
{
    static const char name[] = "-gpgpu_cache:dl1";
    cache l1;
    char here[TEXT_CHARS];
    const noc_status status = read_cache(c, name, &l1);
    if (status != NOC_OK) return status;
    if (l1.sets == 0) {
        tell(c, NOC_IMPORT_CARRIED, name, "nodes.mshrs, l1_lines as by default", "");
        return NOC_OK;
    }
    const int parts = l1.bytes > c->line_bytes ? l1.bytes / c->line_bytes : 1;
    const int mshrs = l1.mshrs < 4096 ? l1.mshrs : 4096;
    snprintf(here, sizeof here, "mshrs = %d; l1_lines = %d; l1_ways = %d", mshrs,
             l1.sets * l1.ways * parts, l1.ways * parts);
    fprintf(c->text, "  %s;\n", here);
    tell(c, parts > 1 ? NOC_IMPORT_CHANGED : NOC_IMPORT_CARRIED, name, here,
         parts > 1 ? "lines are sectors here, each of which is kept for itself" : "");
    return NOC_OK;
}

static noc_status write_nodes(chip *c, const char *places)
{
    const bool clustered = c->cores > 1;
    fprintf(c->text, "nodes = {\n");
    carry(c, NOC_IMPORT_CARRIED, "-gpgpu_n_clusters", "", "compute = %d", c->clusters * c->cores);
    carry(c, NOC_IMPORT_CARRIED, "-gpgpu_n_mem", "", "memory = %d", c->partitions * c->slices);
    fputs(places, c->text);
    fprintf(c->text, "  core_mhz = %.12g;\n", c->core_mhz);
    noc_status status = write_issue(c);
    if (status == NOC_OK) status = write_first_level(c);
    fprintf(c->text, "};\n");
    tell(c, NOC_IMPORT_CARRIED, "-gpgpu_n_cores_per_cluster",
         clustered ? "cluster.cores" : "each core has a port of its own", "");
    if (clustered) fprintf(c->text, "cluster = {\n  cores = %d;\n};\n", c->cores);
    return status;
}

static void write_chip(chip *c)
{
    char here[TEXT_CHARS];
    fprintf(c->text,
            "chip = {\n  technology_nm = 22;  // assumed: the configuration has none\n"
            "  clock_mhz = %.12g;\n};\n",
            c->network_mhz);
    noc_import_tell(c->out, NOC_IMPORT_ASSUMED, "(chip)", "", 0,
                    "22 nm; more of chip.* as by default", "%s",
                    "technology and lengths are not in the configuration");
    snprintf(here, sizeof here,
             "core_mhz = %.12g, chip.clock_mhz = %.12g, memory.clock_mhz = %.12g", c->core_mhz,
             c->network_mhz, c->dram_mhz);
    tell(c, NOC_IMPORT_CARRIED, "-gpgpu_clock_domains", here, "");
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Timings of a DRAM: their names there, by place where they have none, and here. */
static const struct {
    const char *theirs, *ours;
    int fallback, least;
} timings[] = {
    {"nbk", "banks", 4, 1}, {"CCD", "tccd", 2, 1}, {"RRD", "trrd", 8, 1}, {"RCD", "trcd", 12, 1},
    {"RAS", "tras", 21, 1}, {"RP", "trp", 13, 1},  {"RC", "trc", 34, 1},  {"CL", "tcl", 9, 1},
    {"WL", NULL, 4, 0},     {"CDLR", NULL, 5, 0},  {"WR", "twr", 13, 0},  {"nbkgrp", NULL, 1, 0},
    {"CCDL", NULL, 0, 0},   {"RTPL", NULL, 0, 0},
};
enum { TIMINGS = sizeof timings / sizeof timings[0], TIMING_RAS = 4, TIMING_RP = 5, TIMING_RC = 6 };

/* A part of the timings: "CCD=2", or "2", the number-th. */
static bool read_timing(const char *part, size_t number, int values[TIMINGS])
{
    const char *equal = strchr(part, '=');
    char *end;
    size_t i = number;
    if (equal)
        for (i = 0; i < TIMINGS; i++)
            if (strlen(timings[i].theirs) == (size_t)(equal - part) &&
                strncmp(timings[i].theirs, part, (size_t)(equal - part)) == 0)
                break;
    const char *digits = equal ? equal + 1 : part;
    const long value = strtol(digits, &end, 10);
    if (i >= TIMINGS || end == digits || *end || value < timings[i].least || value > 1000)
        return false;
    values[i] = (int)value;
    return true;
}

static noc_status write_timing(chip *c)
{
    static const char name[] = "-gpgpu_dram_timing_opt";
    int values[TIMINGS];
    char *text = strdup(text_of(c, name, "")), *rest = text, *part;
    bool right = text != NULL;
    if (!text) return noc_fail_memory(c->diag);
    for (size_t i = 0; i < TIMINGS; i++) values[i] = timings[i].fallback;
    for (size_t i = 0; right && (part = strsep(&rest, ":")); i++)
        if (*part) right = read_timing(part, i, values);
    free(text);
    if (!right)
        return refuse(c, name,
                      "expected nbk=16:CCD=2:RRD=6:RCD=12:RAS=28:RP=12:RC=40:CL=12:WR=12, "
                      "0..1000 each");
    /* a bank is activated again after it was closed: some configurations are a clock short */
    const int again = values[TIMING_RAS] + values[TIMING_RP];
    const bool is_short = values[TIMING_RC] < again;
    if (is_short) values[TIMING_RC] = again;
    for (size_t i = 0; i < TIMINGS; i++)
        if (timings[i].ours) fprintf(c->text, "  %s = %d;\n", timings[i].ours, values[i]);
    tell(c, NOC_IMPORT_CHANGED, name, "banks, tccd, trrd, trcd, tras, trp, trc, tcl, twr",
         is_short ? "RC is less than RAS + RP, and becomes that; nbkgrp, CCDL, RTPL, WL and CDLR "
                    "are left out"
                  : "groups of banks (nbkgrp, CCDL, RTPL), WL and CDLR are left out");
    return NOC_OK;
}

static noc_status write_bus(chip *c)
{
    int width, chips, ratio;
    noc_status status = whole(c, "-gpgpu_dram_buswidth", 4, 1, 1024, &width);
    if (status == NOC_OK) status = whole(c, "-gpgpu_n_mem_per_ctrlr", 1, 1, 64, &chips);
    if (status == NOC_OK) status = whole(c, "-dram_data_command_freq_ratio", 2, 1, 16, &ratio);
    if (status != NOC_OK) return status;
    if (width * chips * ratio > 1024)
        return refuse(c, "-gpgpu_dram_buswidth", "%d bytes a clock are more than 1024",
                      width * chips * ratio);
    carry(c, NOC_IMPORT_CARRIED, "-gpgpu_dram_buswidth", "", "bus_bytes = %d",
          width * chips * ratio);
    tell(c, NOC_IMPORT_CARRIED, "-gpgpu_n_mem_per_ctrlr", "bus_bytes", "");
    tell(c, NOC_IMPORT_CARRIED, "-dram_data_command_freq_ratio", "bus_bytes", "");
    tell(c, NOC_IMPORT_CHANGED, "-gpgpu_dram_burst_length", "line_bytes", "an access moves a line");
    return NOC_OK;
}

static noc_status write_queues(chip *c)
{
    int scheduler, queue, queues[4] = {8, 8, 8, 8};
    noc_status status = whole(c, "-gpgpu_dram_scheduler", 1, 0, 1, &scheduler);
    if (status == NOC_OK)
        status = whole(c, "-gpgpu_frfcfs_dram_sched_queue_size", 0, 0, 1 << 20, &queue);
    if (status != NOC_OK) return status;
    if (sscanf(text_of(c, "-gpgpu_dram_partition_queues", "8:8:8:8"), "%6d:%6d:%6d:%6d", &queues[0],
               &queues[1], &queues[2], &queues[3]) != 4 ||
        queues[0] < 1 || queues[3] < 1 || queues[0] > 1024 || queues[3] > 1024)
        return refuse(c, "-gpgpu_dram_partition_queues", "expected four queues, 1..1024 each");
    carry(c, NOC_IMPORT_CARRIED, "-gpgpu_dram_scheduler", "", "scheduler = \"%s\"",
          scheduler ? "fr-fcfs" : "fcfs");
    carry(c, queue && queue <= 1024 ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED,
          "-gpgpu_frfcfs_dram_sched_queue_size", queue && queue <= 1024 ? "" : "the longest queue",
          "dram_queue = %d", queue && queue <= 1024 ? queue : 1024);
    fprintf(c->text, "  input_queue = %d;\n  reply_queue = %d;\n", queues[0], queues[3]);
    tell(c, NOC_IMPORT_CHANGED, "-gpgpu_dram_partition_queues", "input_queue, reply_queue",
         "between cache and DRAM there is memory.dram_queue");
    return NOC_OK;
}

/* "dramid@8;...": nodes take turns in blocks of 2^8 bytes. */
static void write_interleave(chip *c)
{
    static const char name[] = "-gpgpu_mem_addr_mapping";
    int bit = 8;
    const bool known =
        sscanf(text_of(c, name, ""), "dramid@%2d", &bit) == 1 && bit >= 5 && bit <= 16;
    carry(c, NOC_IMPORT_CHANGED, name,
          known ? "which bank and row an address is in is the workload's (row_locality)"
                : "the block is assumed; banks and rows are the workload's (row_locality)",
          "interleave_bytes = %d", 1 << (known ? bit : 8));
}

/* Time of the cache is in cycles of the network here. */
static noc_status write_cache_time(chip *c)
{
    const char *name = noc_accelsim_find(c->config, "-gpgpu_l2_rop_latency") ||
                               !noc_accelsim_find(c->config, "-rop_latency")
                           ? "-gpgpu_l2_rop_latency"
                           : "-rop_latency";
    int cycles;
    const noc_status status = whole(c, name, 85, 0, 1000000, &cycles);
    const double ours = round(cycles * c->network_mhz / c->l2_mhz);
    if (status != NOC_OK) return status;
    carry(c, ours <= 1000.0 ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, name, "", "l2_cycles = %.0f",
          fmin(ours, 1000.0));
    return NOC_OK;
}

static noc_status write_memory(chip *c)
{
    fprintf(c->text, "memory = {\n  clock_mhz = %.12g;\n", c->dram_mhz);
    carry(c, NOC_IMPORT_CARRIED, "-gpgpu_n_sub_partition_per_mchannel", "", "slices = %d",
          c->slices);
    carry(c, NOC_IMPORT_CHANGED, "-gpgpu_cache:dl2",
          "what it holds is the workload's (l2_hit_rate): a request is for a sector where it has "
          "some",
          "line_bytes = %d", c->line_bytes);
    noc_status status = write_bus(c);
    if (status == NOC_OK) status = write_timing(c);
    if (status == NOC_OK) status = write_queues(c);
    if (status == NOC_OK) status = write_cache_time(c);
    write_interleave(c);
    fprintf(c->text, "};\n");
    return status;
}

/* A packet of data is a line behind 8 bytes of control. */
static void write_traffic(chip *c)
{
    fprintf(c->text,
            "traffic = {\n  pattern = \"many-to-few\";\n  read_fraction = 0.9;  // assumed\n"
            "  read_request_bytes = %d;  read_reply_bytes = %d;\n"
            "  write_request_bytes = %d;  write_reply_bytes = %d;\n};\n",
            CONTROL_BYTES, CONTROL_BYTES + c->line_bytes, CONTROL_BYTES + c->line_bytes,
            CONTROL_BYTES);
    noc_import_tell(c->out, NOC_IMPORT_ASSUMED, "(traffic)", "", 0,
                    "read_fraction = 0.9; no workload", "%s",
                    "programs decide: 'nocsight import accelsim TRACE --into DESIGN' has a "
                    "kernel's");
}

/* ---- networks ------------------------------------------------------------------------------- */

static noc_status write_crossbars(chip *c)
{
    int buffer, subnets, algorithm, flit, grants;
    noc_status status = whole(c, "-icnt_in_buffer_limit", 64, 1, 1 << 20, &buffer);
    if (status == NOC_OK) status = whole(c, "-icnt_subnets", 2, 1, 2, &subnets);
    if (status == NOC_OK) status = whole(c, "-icnt_arbiter_algo", 1, 0, 1, &algorithm);
    if (status == NOC_OK) status = whole(c, "-icnt_flit_size", 32, 1, 1024, &flit);
    if (status == NOC_OK) status = whole(c, "-icnt_grant_cycles", 1, 1, 1000, &grants);
    if (status != NOC_OK) return status;
    const int largest = CONTROL_BYTES + c->line_bytes, bytes = flit > largest ? flit : largest;
    const int slots = buffer < 1024 ? buffer : 1024;
    const char *const parts[] = {"request", "reply"};
    fputs(subnets == 2 ? "networks = (\n" : "network = ", c->text);
    for (int n = 0; n < subnets; n++)
        fprintf(c->text,
                "{\n  carries = \"%s\";\n  topology = \"crossbar\";\n  flit_bytes = %d;\n"
                "  virtual_channels = %d;\n  buffer_flits = %d;\n  router_stages = 2;\n"
                "  allocator = \"%s\";\n}%s",
                subnets == 2 ? parts[n] : "both", bytes, 3 - subnets, slots,
                algorithm ? "islip" : "separable", subnets == 2 && n == 0 ? ",\n" : "\n");
    fputs(subnets == 2 ? ");\n" : ";\n", c->text);
    tell(c, NOC_IMPORT_CHANGED, "-network_mode", "topology = \"crossbar\", router_stages = 2",
         "its own crossbar, which a packet passes in a cycle, and a queue before and behind");
    tell(c, subnets == 2 ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "-icnt_subnets",
         subnets == 2 ? "networks" : "virtual_channels = 2",
         subnets == 2 ? "" : "requests and replies have a virtual channel each");
    tell(c, flit == bytes ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "-icnt_flit_size",
         "flit_bytes", flit == bytes ? "" : "a packet passes in a cycle, however long it is");
    tell(c, slots == buffer ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "-icnt_in_buffer_limit",
         "buffer_flits", slots == buffer ? "" : "the longest buffer");
    tell(c, algorithm ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "-icnt_arbiter_algo",
         algorithm ? "allocator = \"islip\"" : "allocator = \"separable\"",
         algorithm ? "" : "inputs in turn there");
    if (grants > 1)
        tell(c, NOC_IMPORT_LEFT_OUT, "-icnt_grant_cycles", "", "a grant holds for a packet");
    return NOC_OK;
}

/* Takes over what became of the interconnect's settings, and its files. */
static void take_over(chip *c, noc_import *from)
{
    for (size_t i = 0; i < from->note_count; i++) {
        const noc_import_note *n = &from->notes[i];
        char name[TEXT_CHARS];
        if (!n->setting || *n->setting == '(') continue; /* programs decide */
        snprintf(name, sizeof name, "icnt: %.150s", n->setting);
        noc_import_tell(c->out, n->fate, name, n->value, n->line, n->here, "%s", n->why);
    }
    for (size_t i = 0; i < from->file_count; i++) {
        FILE *out = noc_import_begin(c->out, from->files[i].name);
        if (out) fwrite(from->files[i].text, 1, from->files[i].size, out);
    }
    c->out->failed |= from->failed;
}

/* The file of -inter_config_file, beside the configuration. The caller frees it. */
static noc_status find_interconnect(const chip *c, char **path)
{
    static const char name[] = "-inter_config_file";
    const char *file = text_of(c, name, "");
    *path = NULL;
    if (*file == '\0')
        return refuse(c, "-network_mode", "expected -inter_config_file, the interconnect's .icnt");
    *path = noc_import_beside(c->config->path, file);
    if (!*path) return noc_fail_memory(c->diag);
    if (access(*path, R_OK) == 0) return NOC_OK;
    return refuse(c, name, "the interconnect's file is not there (%.100s)", *path);
}

/* Networks of an interconnect's file. */
static noc_status read_interconnect(chip *c, noc_booksim_parts *parts, noc_import *icnt)
{
    char *path = NULL;
    noc_diag faults = {0};
    noc_status status = find_interconnect(c, &path);
    if (status == NOC_OK) {
        const noc_import_wish wish = {
            .path = path, .compute = c->clusters, .memory = c->partitions * c->slices};
        status = noc_booksim_import_parts(&wish, icnt, parts, &faults);
    }
    for (size_t i = 0; i < faults.count; i++) {
        const noc_message *m = &faults.messages[i];
        noc_fail(c->diag, m->status == NOC_EUSAGE ? NOC_EINPUT : m->status,
                 (noc_place){m->file, m->line}, "%s", m->text);
    }
    if (status == NOC_EUSAGE) status = NOC_EINPUT;
    noc_diag_clear(&faults);
    free(path);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------ */

static void tell_rest(chip *c)
{
    for (size_t i = 0; i < c->config->count; i++) {
        const noc_accelsim_entry *e = &c->config->entries[i];
        bool of_run;
        if (noc_accelsim_find(c->config, e->name) != e) {
            noc_import_tell(c->out, NOC_IMPORT_UNREAD, e->name, e->value, e->line, "",
                            "it is set again, to %s", noc_accelsim_find(c->config, e->name)->value);
            continue;
        }
        if (was_told(c, e->name)) continue;
        const char *why = noc_accelsim_why_not(e->name, &of_run);
        noc_import_tell(c->out, of_run ? NOC_IMPORT_RUN : NOC_IMPORT_LEFT_OUT, e->name, e->value,
                        e->line, "", "%s", *why ? why : "no such option is known");
    }
}

static noc_status find_lines(chip *c)
{
    cache l2, l1;
    noc_status status = read_cache(c, "-gpgpu_cache:dl2", &l2);
    if (status == NOC_OK) status = read_cache(c, "-gpgpu_cache:dl1", &l1);
    const cache *of = l2.sets ? &l2 : &l1;
    c->line_bytes = of->sectors || of->bytes == 0 ? SECTOR_BYTES : of->bytes;
    return status;
}

/* Options of the other network model. */
static void tell_unread(chip *c, int mode)
{
    static const char *const of_crossbar[] = {"-icnt_in_buffer_limit", "-icnt_out_buffer_limit",
                                              "-icnt_subnets",         "-icnt_flit_size",
                                              "-icnt_arbiter_algo",    "-icnt_grant_cycles"};
    static const char *const of_file[] = {"-inter_config_file"};
    const char *const *names = mode == 1 ? of_crossbar : of_file;
    const size_t count =
        mode == 1 ? sizeof of_crossbar / sizeof of_crossbar[0] : sizeof of_file / sizeof of_file[0];
    for (size_t i = 0; i < count; i++)
        if (noc_accelsim_find(c->config, names[i]))
            tell(c, NOC_IMPORT_UNREAD, names[i], "", "not read with this -network_mode");
}

static noc_status write_design(chip *c, int mode, const noc_booksim_parts *parts)
{
    fprintf(c->text, "# Imported from a configuration of GPGPU-Sim: %s\nname = \"%s\";\n",
            c->out->name, c->out->name);
    write_chip(c);
    noc_status status = write_nodes(c, mode == 1 ? parts->places : "");
    if (status == NOC_OK && mode == 2) status = write_crossbars(c);
    if (mode == 1) {
        fputs(parts->networks, c->text);
        tell(c, NOC_IMPORT_CARRIED, "-network_mode", "networks", "");
        tell(c, NOC_IMPORT_CARRIED, "-inter_config_file", "networks", "");
    }
    write_traffic(c);
    if (status == NOC_OK) status = write_memory(c);
    tell_unread(c, mode);
    return status;
}

static noc_status translate(chip *c)
{
    int mode;
    char file[300];
    noc_booksim_parts parts = {NULL, NULL};
    noc_import icnt = {0};
    noc_status status = whole(c, "-network_mode", 1, 1, 2, &mode);
    if (status == NOC_OK) status = read_counts(c);
    if (status == NOC_OK) status = read_clocks(c);
    if (status == NOC_OK) status = find_lines(c);
    if (status == NOC_OK && mode == 1) status = read_interconnect(c, &parts, &icnt);
    snprintf(file, sizeof file, "%.250s.cfg", c->out->name);
    if (status == NOC_OK) {
        c->text = noc_import_begin(c->out, file);
        status = c->text ? write_design(c, mode, &parts) : noc_fail_memory(c->diag);
    }
    if (status == NOC_OK) {
        tell_rest(c);
        take_over(c, &icnt);
        status = noc_import_end(c->out, c->diag);
    }
    noc_booksim_parts_clear(&parts);
    noc_import_clear(&icnt);
    return status;
}

/* gpgpusim.config lies in a folder with the name of the GPU. */
static char *name_of(const char *path)
{
    static const char usual[] = "/gpgpusim.config";
    const size_t length = strlen(path), end = strlen(usual);
    if (length <= end || strcmp(path + length - end, usual) != 0)
        return noc_import_name_of(path, "gpu");
    char *folder = strndup(path, length - end);
    char *name = folder ? noc_import_name_of(folder, "gpu") : NULL;
    free(folder);
    return name;
}

noc_status noc_accelsim_import(const noc_import_wish *wish, noc_import *out, noc_diag *diag)
{
    noc_accelsim_config config = {0};
    chip c = {.config = &config, .out = out, .diag = diag};
    out->name = name_of(wish->path);
    snprintf(out->load, sizeof out->load, "50%%");
    noc_status status = out->name ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_accelsim_config_read(wish->path, &config, diag);
    if (status == NOC_OK && !noc_accelsim_find(&config, "-gpgpu_n_clusters"))
        status = noc_fail(diag, NOC_EINPUT, (noc_place){wish->path, 0},
                          "has no -gpgpu_n_clusters, so it is no configuration of a GPU");
    if (status == NOC_OK) status = translate(&c);
    noc_accelsim_config_clear(&config);
    return status;
}
