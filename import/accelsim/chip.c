#include "import/accelsim/chip.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"
#include "import/accelsim/memory.h"
#include "import/accelsim/translation.h"
#include "import/booksim/import.h"

enum { LINE_BYTES_MAX = 4096, CACHE_BYTES_MAX = 1 << 24 };
enum { SECTOR_BYTES = 32, CONTROL_BYTES = 8, TEXT_CHARS = 200, LANES = 32 };

typedef struct cache {
    bool has_sectors; /* true if the cache moves sectors, not lines */
    int sets, bytes, ways, mshrs;
} cache;

/* ---- caches --------------------------------------------------------------------------------- */

/* Reads a cache, "S:4:128:64,L:T:m:L:L,A:512:8,...": sectors, sets, bytes of a line, ways;
 * policies; MSHRs. */
static noc_status read_cache(const noc_accelsim_translation *t, const char *name, cache *cache_out)
{
    const char *text = noc_accelsim_get_text(t, name, "none"), *position = text;
    *cache_out = (cache){.sets = 0};
    if (strcmp(text, "none") == 0) return NOC_OK;
    if (isalpha((unsigned char)*position) && position[1] == ':') {
        cache_out->has_sectors = *position == 'S';
        position += 2;
    }
    if (sscanf(position, "%6d:%6d:%6d,%*[^,],%*[^:]:%6d", &cache_out->sets, &cache_out->bytes,
               &cache_out->ways, &cache_out->mshrs) == 4 &&
        cache_out->sets > 0 && cache_out->bytes > 0 && cache_out->ways > 0 &&
        cache_out->mshrs > 0 && cache_out->bytes <= LINE_BYTES_MAX &&
        (double)cache_out->sets * cache_out->ways * cache_out->bytes <= (double)CACHE_BYTES_MAX)
        return NOC_OK;
    return noc_accelsim_refuse(
        t, name,
        "expected sets:bytes:ways,policies,A:mshrs:merged,queue, of lines of %d bytes and "
        "16 MiB at most",
        LINE_BYTES_MAX);
}

/* ---- cores ---------------------------------------------------------------------------------- */

static noc_status read_counts(noc_accelsim_translation *t)
{
    noc_status status = noc_accelsim_get_whole(t, "-gpgpu_n_clusters", 10, 1, 65536, &t->clusters);
    if (status == NOC_OK)
        status = noc_accelsim_get_whole(t, "-gpgpu_n_cores_per_cluster", 3, 1, 64, &t->cores);
    if (status == NOC_OK)
        status = noc_accelsim_get_whole(t, "-gpgpu_n_mem", 8, 1, 65536, &t->partitions);
    if (status == NOC_OK)
        status = noc_accelsim_get_whole(t, "-gpgpu_n_sub_partition_per_mchannel", 1, 1, 16,
                                        &t->partition_slices);
    return status;
}

static noc_status read_clocks(noc_accelsim_translation *t)
{
    static const char name[] = "-gpgpu_clock_domains";
    double *const clocks[] = {&t->core_mhz, &t->network_mhz, &t->l2_mhz, &t->dram_mhz};
    int length = 0;
    const char *text = noc_accelsim_get_text(t, name, "500:2000:2000:2000");
    bool is_valid = sscanf(text, "%lf:%lf:%lf:%lf%n", clocks[0], clocks[1], clocks[2], clocks[3],
                           &length) == 4 &&
                    text[length] == '\0';
    for (int i = 0; i < 4; i++) /* refuses NaN as well */
        is_valid = is_valid && *clocks[i] >= 1.0 && *clocks[i] <= 20000.0;
    if (is_valid) return NOC_OK;
    return noc_accelsim_refuse(t, name, "expected core:interconnect:L2:DRAM, 1..20000 MHz each");
}

static noc_status write_issue(noc_accelsim_translation *t)
{
    const char *pipeline = noc_accelsim_get_text(t, "-gpgpu_shader_core_pipeline", "1024:32");
    int threads = 0, warp = 0, schedulers;
    if (sscanf(pipeline, "%6d:%6d", &threads, &warp) != 2 || threads < 1 || warp < 1 || warp > 1024)
        return noc_accelsim_refuse(t, "-gpgpu_shader_core_pipeline",
                                   "expected threads:threads of a warp");
    noc_status status =
        noc_accelsim_get_whole(t, "-gpgpu_num_sched_per_core", 1, 1, 32, &schedulers);
    if (status != NOC_OK) return status;
    noc_accelsim_carry(t, NOC_IMPORT_CHANGED, "-gpgpu_shader_core_pipeline",
                       "the warps of a core are the workload's (workload.warps)",
                       "warp_threads = %d", warp);
    noc_accelsim_carry(t, NOC_IMPORT_CARRIED, "-gpgpu_num_sched_per_core", "", "simd_width = %d",
                       schedulers * LANES);
    return NOC_OK;
}

/* Writes the first-level cache. A sectored cache keeps each sector separately; packets carry
 * lines. */
static noc_status write_first_level(noc_accelsim_translation *t)
{
    static const char name[] = "-gpgpu_cache:dl1";
    cache l1;
    char design_setting[TEXT_CHARS];
    const noc_status status = read_cache(t, name, &l1);
    if (status != NOC_OK) return status;
    if (l1.sets == 0) {
        noc_accelsim_note(t, NOC_IMPORT_CARRIED, name, "nodes.mshrs, l1_lines as by default", "");
        return NOC_OK;
    }
    const int parts = l1.bytes > t->line_bytes ? l1.bytes / t->line_bytes : 1;
    const int mshrs = l1.mshrs < 4096 ? l1.mshrs : 4096;
    snprintf(design_setting, sizeof design_setting, "mshrs = %d; l1_lines = %d; l1_ways = %d",
             mshrs, l1.sets * l1.ways * parts, l1.ways * parts);
    fprintf(t->text, "  %s;\n", design_setting);
    noc_accelsim_note(t, parts > 1 ? NOC_IMPORT_CHANGED : NOC_IMPORT_CARRIED, name, design_setting,
                      parts > 1 ? "lines are sectors here, each kept separately" : "");
    return NOC_OK;
}

static noc_status write_nodes(noc_accelsim_translation *t, const char *placement_lines)
{
    const bool has_clusters = t->cores > 1;
    fprintf(t->text, "nodes = {\n");
    noc_accelsim_carry(t, NOC_IMPORT_CARRIED, "-gpgpu_n_clusters", "", "compute = %d",
                       t->clusters * t->cores);
    noc_accelsim_carry(t, NOC_IMPORT_CARRIED, "-gpgpu_n_mem", "", "memory = %d",
                       t->partitions * t->partition_slices);
    fputs(placement_lines, t->text);
    fprintf(t->text, "  core_mhz = %.12g;\n", t->core_mhz);
    noc_status status = write_issue(t);
    if (status == NOC_OK) status = write_first_level(t);
    fprintf(t->text, "};\n");
    noc_accelsim_note(t, NOC_IMPORT_CARRIED, "-gpgpu_n_cores_per_cluster",
                      has_clusters ? "cluster.cores" : "each core has its own port", "");
    if (has_clusters) fprintf(t->text, "cluster = {\n  cores = %d;\n};\n", t->cores);
    return status;
}

static void write_chip(noc_accelsim_translation *t)
{
    char design_setting[TEXT_CHARS];
    fprintf(t->text,
            "chip = {\n  technology_nm = 22;  // assumed: the configuration has none\n"
            "  clock_mhz = %.12g;\n};\n",
            t->network_mhz);
    noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, "(chip)", "", 0,
                         "22 nm; more of chip.* as by default", "%s",
                         "technology and lengths are not in the configuration");
    snprintf(design_setting, sizeof design_setting,
             "core_mhz = %.12g, chip.clock_mhz = %.12g, memory.clock_mhz = %.12g", t->core_mhz,
             t->network_mhz, t->dram_mhz);
    noc_accelsim_note(t, NOC_IMPORT_CARRIED, "-gpgpu_clock_domains", design_setting, "");
}

/* ---- traffic -------------------------------------------------------------------------------- */

/* Writes the traffic. A packet with data has a line and 8 bytes of control. */
static void write_traffic(noc_accelsim_translation *t)
{
    fprintf(t->text,
            "traffic = {\n  pattern = \"many-to-few\";\n  read_fraction = 0.9;  // assumed\n"
            "  read_request_bytes = %d;  read_reply_bytes = %d;\n"
            "  write_request_bytes = %d;  write_reply_bytes = %d;\n};\n",
            CONTROL_BYTES, CONTROL_BYTES + t->line_bytes, CONTROL_BYTES + t->line_bytes,
            CONTROL_BYTES);
    noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, "(traffic)", "", 0,
                         "read_fraction = 0.9; no workload", "%s",
                         "programs decide: 'nocsight import accelsim TRACE --into DESIGN' has a "
                         "kernel's");
}

/* ---- networks ------------------------------------------------------------------------------- */

static noc_status write_crossbars(noc_accelsim_translation *t)
{
    int buffer, subnets, algorithm, flit, grants;
    noc_status status = noc_accelsim_get_whole(t, "-icnt_in_buffer_limit", 64, 1, 1 << 20, &buffer);
    if (status == NOC_OK) status = noc_accelsim_get_whole(t, "-icnt_subnets", 2, 1, 2, &subnets);
    if (status == NOC_OK)
        status = noc_accelsim_get_whole(t, "-icnt_arbiter_algo", 1, 0, 1, &algorithm);
    if (status == NOC_OK) status = noc_accelsim_get_whole(t, "-icnt_flit_size", 32, 1, 1024, &flit);
    if (status == NOC_OK)
        status = noc_accelsim_get_whole(t, "-icnt_grant_cycles", 1, 1, 1000, &grants);
    if (status != NOC_OK) return status;
    const int largest = CONTROL_BYTES + t->line_bytes, bytes = flit > largest ? flit : largest;
    const int slots = buffer < 1024 ? buffer : 1024;
    const char *const parts[] = {"request", "reply"};
    fputs(subnets == 2 ? "networks = (\n" : "network = ", t->text);
    for (int n = 0; n < subnets; n++)
        fprintf(t->text,
                "{\n  carries = \"%s\";\n  topology = \"crossbar\";\n  flit_bytes = %d;\n"
                "  virtual_channels = %d;\n  buffer_flits = %d;\n  router_stages = 2;\n"
                "  allocator = \"%s\";\n}%s",
                subnets == 2 ? parts[n] : "both", bytes, 3 - subnets, slots,
                algorithm ? "islip" : "separable", subnets == 2 && n == 0 ? ",\n" : "\n");
    fputs(subnets == 2 ? ");\n" : ";\n", t->text);
    noc_accelsim_note(
        t, NOC_IMPORT_CHANGED, "-network_mode", "topology = \"crossbar\", router_stages = 2",
        "its own crossbar, which a packet passes in a cycle, and a queue before and behind");
    noc_accelsim_note(t, subnets == 2 ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "-icnt_subnets",
                      subnets == 2 ? "networks" : "virtual_channels = 2",
                      subnets == 2 ? "" : "requests and replies have a virtual channel each");
    noc_accelsim_note(t, flit == bytes ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "-icnt_flit_size",
                      "flit_bytes",
                      flit == bytes ? "" : "a packet passes in a cycle, however long it is");
    noc_accelsim_note(t, slots == buffer ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED,
                      "-icnt_in_buffer_limit", "buffer_flits",
                      slots == buffer ? "" : "the longest buffer");
    noc_accelsim_note(t, algorithm ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "-icnt_arbiter_algo",
                      algorithm ? "allocator = \"islip\"" : "allocator = \"separable\"",
                      algorithm ? "" : "inputs in turn there");
    if (grants > 1)
        noc_accelsim_note(t, NOC_IMPORT_LEFT_OUT, "-icnt_grant_cycles", "",
                          "a grant holds for a packet");
    return NOC_OK;
}

/* Copies notes and files from the import of the interconnect. */
static void copy_import(noc_accelsim_translation *t, noc_import *source)
{
    for (size_t i = 0; i < source->note_count; i++) {
        const noc_import_note *n = &source->notes[i];
        char name[TEXT_CHARS];
        if (!n->setting || *n->setting == '(') continue; /* a note without a setting of the file */
        snprintf(name, sizeof name, "icnt: %.150s", n->setting);
        noc_import_note_fate(t->out, n->fate, name, n->value, n->line, n->design_setting, "%s",
                             n->reason);
    }
    for (size_t i = 0; i < source->file_count; i++) {
        FILE *out = noc_import_begin_file(t->out, source->files[i].name);
        if (out) fwrite(source->files[i].text, 1, source->files[i].size, out);
    }
    t->out->out_of_memory |= source->out_of_memory;
}

/* Finds the file of -inter_config_file, in the configuration's folder. The caller frees *path. */
static noc_status find_interconnect(const noc_accelsim_translation *t, char **path)
{
    static const char name[] = "-inter_config_file";
    const char *file = noc_accelsim_get_text(t, name, "");
    *path = NULL;
    if (*file == '\0')
        return noc_accelsim_refuse(t, "-network_mode",
                                   "expected -inter_config_file, the interconnect's .icnt");
    *path = noc_import_relative_path(t->config->path, file);
    if (!*path) return noc_fail_memory(t->diag);
    if (access(*path, R_OK) == 0) return NOC_OK;
    return noc_accelsim_refuse(t, name, "the interconnect's file is not there (%.100s)", *path);
}

/* Imports the networks of the interconnect's file. */
static noc_status read_interconnect(noc_accelsim_translation *t, noc_booksim_parts *parts,
                                    noc_import *icnt)
{
    NOC_AUTO_FREE char *path = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    noc_status status = find_interconnect(t, &path);
    if (status == NOC_OK) {
        const noc_import_request request = {.path = path,
                                            .compute_nodes = t->clusters,
                                            .memory_nodes = t->partitions * t->partition_slices};
        status = noc_booksim_import_parts(&request, icnt, parts, &faults);
    }
    for (size_t i = 0; i < faults.count; i++) {
        const noc_message *m = &faults.messages[i];
        noc_fail(t->diag, m->status == NOC_EUSAGE ? NOC_EINPUT : m->status,
                 (noc_place){m->file, m->line}, "%s", m->text);
    }
    return status == NOC_EUSAGE ? NOC_EINPUT : status;
}

/* ---- the import ----------------------------------------------------------------------------- */

static void note_other_options(noc_accelsim_translation *t)
{
    for (size_t i = 0; i < t->config->count; i++) {
        const noc_accelsim_entry *e = &t->config->entries[i];
        bool is_of_run;
        if (noc_accelsim_find_entry(t->config, e->name) != e) {
            noc_import_note_fate(t->out, NOC_IMPORT_UNREAD, e->name, e->value, e->line, "",
                                 "it is set again, to %s",
                                 noc_accelsim_find_entry(t->config, e->name)->value);
            continue;
        }
        if (noc_import_has_note(t->out, e->name)) continue;
        const char *why = noc_accelsim_gap_reason(e->name, &is_of_run);
        noc_import_note_fate(t->out, is_of_run ? NOC_IMPORT_RUN : NOC_IMPORT_LEFT_OUT, e->name,
                             e->value, e->line, "", "%s", *why ? why : "no such option is known");
    }
}

static noc_status find_line_bytes(noc_accelsim_translation *t)
{
    cache l2, l1;
    noc_status status = read_cache(t, "-gpgpu_cache:dl2", &l2);
    if (status == NOC_OK) status = read_cache(t, "-gpgpu_cache:dl1", &l1);
    if (status != NOC_OK) return status;
    const cache *last_cache = l2.sets ? &l2 : &l1;
    t->line_bytes =
        last_cache->has_sectors || last_cache->bytes == 0 ? SECTOR_BYTES : last_cache->bytes;
    return NOC_OK;
}

/* Notes the options of the other network model, which are not read. */
static void note_unread_options(noc_accelsim_translation *t, int mode)
{
    static const char *const crossbar_options[] = {
        "-icnt_in_buffer_limit", "-icnt_out_buffer_limit", "-icnt_subnets",
        "-icnt_flit_size",       "-icnt_arbiter_algo",     "-icnt_grant_cycles"};
    static const char *const file_options[] = {"-inter_config_file"};
    const char *const *names = mode == 1 ? crossbar_options : file_options;
    const size_t count = mode == 1 ? sizeof crossbar_options / sizeof crossbar_options[0]
                                   : sizeof file_options / sizeof file_options[0];
    for (size_t i = 0; i < count; i++)
        if (noc_accelsim_find_entry(t->config, names[i]))
            noc_accelsim_note(t, NOC_IMPORT_UNREAD, names[i], "",
                              "not read with this -network_mode");
}

static noc_status write_design(noc_accelsim_translation *t, int mode,
                               const noc_booksim_parts *parts)
{
    fprintf(t->text, "# Imported from a configuration of GPGPU-Sim: %s\nname = \"%s\";\n",
            t->out->name, t->out->name);
    write_chip(t);
    noc_status status = write_nodes(t, mode == 1 ? parts->placement_lines : "");
    if (status == NOC_OK && mode == 2) status = write_crossbars(t);
    if (mode == 1) {
        fputs(parts->networks, t->text);
        noc_accelsim_note(t, NOC_IMPORT_CARRIED, "-network_mode", "networks", "");
        noc_accelsim_note(t, NOC_IMPORT_CARRIED, "-inter_config_file", "networks", "");
    }
    write_traffic(t);
    if (status == NOC_OK) status = noc_accelsim_write_memory(t);
    note_unread_options(t, mode);
    return status;
}

static noc_status translate(noc_accelsim_translation *t)
{
    int mode;
    NOC_AUTO(noc_booksim_parts_clear) noc_booksim_parts parts = {NULL, NULL};
    NOC_AUTO(noc_import_clear) noc_import icnt = {0};
    noc_status status = noc_accelsim_get_whole(t, "-network_mode", 1, 1, 2, &mode);
    if (status == NOC_OK) status = read_counts(t);
    if (status == NOC_OK) status = read_clocks(t);
    if (status == NOC_OK) status = find_line_bytes(t);
    if (status == NOC_OK && mode == 1) status = read_interconnect(t, &parts, &icnt);
    if (status != NOC_OK) return status;
    t->text = noc_import_begin_named(t->out, ".cfg");
    status = t->text ? write_design(t, mode, &parts) : noc_fail_memory(t->diag);
    if (status != NOC_OK) return status;
    note_other_options(t);
    copy_import(t, &icnt);
    return noc_import_end(t->out, t->diag);
}

/* Returns the name of the design. gpgpusim.config lies in a folder named after the GPU. */
static char *make_design_name(const char *path)
{
    static const char default_file[] = "/gpgpusim.config";
    const size_t length = strlen(path), end = strlen(default_file);
    if (length <= end || strcmp(path + length - end, default_file) != 0)
        return noc_import_stem(path, "gpu");
    NOC_AUTO_FREE char *folder = strndup(path, length - end);
    return folder ? noc_import_stem(folder, "gpu") : NULL;
}

noc_status noc_accelsim_import(const noc_import_request *request, noc_import *out, noc_diag *diag)
{
    noc_accelsim_config config = {0};
    noc_accelsim_translation t = {.config = &config, .out = out, .diag = diag};
    out->name = make_design_name(request->path);
    snprintf(out->load, sizeof out->load, "50%%");
    noc_status status = out->name ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_accelsim_config_read(request->path, &config, diag);
    if (status == NOC_OK && !noc_accelsim_find_entry(&config, "-gpgpu_n_clusters"))
        status = noc_fail(diag, NOC_EINPUT, (noc_place){request->path, 0},
                          "has no -gpgpu_n_clusters, so it is no configuration of a GPU");
    if (status == NOC_OK) status = translate(&t);
    noc_arena_clear(&config.arena);
    return status;
}
