#include "import/accelsim/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"

/* Timings of a DRAM: name in the configuration, name in a design (NULL: none), default and least
 * value. Values without a name are in this order. */
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

/* Reads one timing: "CCD=2", or "2" for the timing of this number. */
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

static noc_status write_timing(noc_accelsim_translation *t)
{
    static const char name[] = "-gpgpu_dram_timing_opt";
    int values[TIMINGS];
    NOC_AUTO_FREE char *text = strdup(noc_accelsim_get_text(t, name, ""));
    char *rest = text, *part;
    bool is_valid = text != NULL;
    if (!text) return noc_fail_memory(t->diag);
    for (size_t i = 0; i < TIMINGS; i++) values[i] = timings[i].fallback;
    for (size_t i = 0; is_valid && (part = strsep(&rest, ":")); i++)
        if (*part) is_valid = read_timing(part, i, values);
    if (!is_valid)
        return noc_accelsim_refuse(
            t, name,
            "expected nbk=16:CCD=2:RRD=6:RCD=12:RAS=28:RP=12:RC=40:CL=12:WR=12, "
            "0..1000 each");
    /* tRC is at least tRAS + tRP, but one clock shorter in some configurations */
    const int least_cycle = values[TIMING_RAS] + values[TIMING_RP];
    const bool is_short = values[TIMING_RC] < least_cycle;
    if (is_short) values[TIMING_RC] = least_cycle;
    for (size_t i = 0; i < TIMINGS; i++)
        if (timings[i].ours) fprintf(t->text, "  %s = %d;\n", timings[i].ours, values[i]);
    noc_accelsim_note(
        t, NOC_IMPORT_CHANGED, name, "banks, tccd, trrd, trcd, tras, trp, trc, tcl, twr",
        is_short ? "RC is less than RAS + RP, and becomes that; nbkgrp, CCDL, RTPL, WL and CDLR "
                   "are left out"
                 : "groups of banks (nbkgrp, CCDL, RTPL), WL and CDLR are left out");
    return NOC_OK;
}

static noc_status write_bus(noc_accelsim_translation *t)
{
    int width, chips, ratio;
    noc_status status = noc_accelsim_get_whole(t, "-gpgpu_dram_buswidth", 4, 1, 1024, &width);
    if (status == NOC_OK)
        status = noc_accelsim_get_whole(t, "-gpgpu_n_mem_per_ctrlr", 1, 1, 64, &chips);
    if (status == NOC_OK)
        status = noc_accelsim_get_whole(t, "-dram_data_command_freq_ratio", 2, 1, 16, &ratio);
    if (status != NOC_OK) return status;
    if (width * chips * ratio > 1024)
        return noc_accelsim_refuse(t, "-gpgpu_dram_buswidth", "%d bytes a clock are more than 1024",
                                   width * chips * ratio);
    noc_accelsim_carry(t, NOC_IMPORT_CARRIED, "-gpgpu_dram_buswidth", "", "bus_bytes = %d",
                       width * chips * ratio);
    noc_accelsim_note(t, NOC_IMPORT_CARRIED, "-gpgpu_n_mem_per_ctrlr", "bus_bytes", "");
    noc_accelsim_note(t, NOC_IMPORT_CARRIED, "-dram_data_command_freq_ratio", "bus_bytes", "");
    noc_accelsim_note(t, NOC_IMPORT_CHANGED, "-gpgpu_dram_burst_length", "line_bytes",
                      "an access moves a line");
    return NOC_OK;
}

static noc_status write_queues(noc_accelsim_translation *t)
{
    int scheduler, queue, queues[4] = {8, 8, 8, 8};
    noc_status status = noc_accelsim_get_whole(t, "-gpgpu_dram_scheduler", 1, 0, 1, &scheduler);
    if (status == NOC_OK)
        status =
            noc_accelsim_get_whole(t, "-gpgpu_frfcfs_dram_sched_queue_size", 0, 0, 1 << 20, &queue);
    if (status != NOC_OK) return status;
    if (sscanf(noc_accelsim_get_text(t, "-gpgpu_dram_partition_queues", "8:8:8:8"),
               "%6d:%6d:%6d:%6d", &queues[0], &queues[1], &queues[2], &queues[3]) != 4 ||
        queues[0] < 1 || queues[3] < 1 || queues[0] > 1024 || queues[3] > 1024)
        return noc_accelsim_refuse(t, "-gpgpu_dram_partition_queues",
                                   "expected four queues, 1..1024 each");
    noc_accelsim_carry(t, NOC_IMPORT_CARRIED, "-gpgpu_dram_scheduler", "", "scheduler = \"%s\"",
                       scheduler ? "fr-fcfs" : "fcfs");
    noc_accelsim_carry(t, queue && queue <= 1024 ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED,
                       "-gpgpu_frfcfs_dram_sched_queue_size",
                       queue && queue <= 1024 ? "" : "the longest queue", "dram_queue = %d",
                       queue && queue <= 1024 ? queue : 1024);
    fprintf(t->text, "  input_queue = %d;\n  reply_queue = %d;\n", queues[0], queues[3]);
    noc_accelsim_note(t, NOC_IMPORT_CHANGED, "-gpgpu_dram_partition_queues",
                      "input_queue, reply_queue",
                      "between cache and DRAM there is memory.dram_queue");
    return NOC_OK;
}

/* Writes the interleaving. "dramid@8;..." means that consecutive blocks of 2^8 bytes belong to
 * different nodes. */
static void write_interleave(noc_accelsim_translation *t)
{
    static const char name[] = "-gpgpu_mem_addr_mapping";
    int bit = 8;
    const bool is_known = sscanf(noc_accelsim_get_text(t, name, ""), "dramid@%2d", &bit) == 1 &&
                          bit >= 5 && bit <= 16;
    noc_accelsim_carry(
        t, NOC_IMPORT_CHANGED, name,
        is_known ? "which bank and row an address is in is the workload's (row_locality)"
                 : "the block is assumed; banks and rows are the workload's (row_locality)",
        "interleave_bytes = %d", 1 << (is_known ? bit : 8));
}

/* Writes the latency of the cache, converted to cycles of the network. */
static noc_status write_cache_time(noc_accelsim_translation *t)
{
    const char *name = noc_accelsim_find_entry(t->config, "-gpgpu_l2_rop_latency") ||
                               !noc_accelsim_find_entry(t->config, "-rop_latency")
                           ? "-gpgpu_l2_rop_latency"
                           : "-rop_latency";
    int cycles;
    const noc_status status = noc_accelsim_get_whole(t, name, 85, 0, 1000000, &cycles);
    const double network_cycles = round(cycles * t->network_mhz / t->l2_mhz);
    if (status != NOC_OK) return status;
    noc_accelsim_carry(t, network_cycles <= 1000.0 ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, name,
                       "", "l2_cycles = %.0f", fmin(network_cycles, 1000.0));
    return NOC_OK;
}

noc_status noc_accelsim_write_memory(noc_accelsim_translation *t)
{
    fprintf(t->text, "memory = {\n  clock_mhz = %.12g;\n", t->dram_mhz);
    noc_accelsim_carry(t, NOC_IMPORT_CARRIED, "-gpgpu_n_sub_partition_per_mchannel", "",
                       "slices = %d", t->partition_slices);
    noc_accelsim_carry(
        t, NOC_IMPORT_CHANGED, "-gpgpu_cache:dl2",
        "its hits are the workload's (l2_hit_rate): a request is for a sector where it has "
        "some",
        "line_bytes = %d", t->line_bytes);
    noc_status status = write_bus(t);
    if (status == NOC_OK) status = write_timing(t);
    if (status == NOC_OK) status = write_queues(t);
    if (status == NOC_OK) status = write_cache_time(t);
    write_interleave(t);
    fprintf(t->text, "};\n");
    return status;
}
