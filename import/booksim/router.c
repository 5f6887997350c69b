#include "import/booksim/router.h"

#include <stdlib.h>
#include <string.h>

static const noc_booksim_section network_section = NOC_BOOKSIM_IN_NETWORK;

enum { STAGES_MAX = 4 };

/* ---- pipeline ------------------------------------------------------------------------------- */

static const char *const delays[] = {"routing_delay",    "vc_alloc_delay", "sw_alloc_delay",
                                     "st_prepare_delay", "st_final_delay", "speculative"};
enum { ROUTING, VC_ALLOCATION, SWITCH_ALLOCATION, PREPARE, FINAL, SPECULATIVE, DELAYS };

/* Returns the cycles of a head flit in an idle router (iq_router.cpp): routing, both allocations,
 * in sequence or in parallel if speculative, and the switch. */
static int count_steps(const int delay[DELAYS])
{
    const int allocation = !delay[SPECULATIVE] ? delay[VC_ALLOCATION] + delay[SWITCH_ALLOCATION]
                           : delay[VC_ALLOCATION] > delay[SWITCH_ALLOCATION]
                               ? delay[VC_ALLOCATION]
                               : delay[SWITCH_ALLOCATION];
    return delay[ROUTING] + allocation + delay[PREPARE] + delay[FINAL];
}

/* True if each step of a pipeline is equal here, not only the number of steps. */
static bool is_equal_pipeline(const int delay[DELAYS])
{
    return delay[VC_ALLOCATION] == 1 && delay[SWITCH_ALLOCATION] == 1 &&
           delay[PREPARE] + delay[FINAL] == 1 &&
           (delay[SPECULATIVE] ? delay[ROUTING] == 0 : delay[ROUTING] <= 1);
}

static void write_speculation(noc_booksim_translation *t, bool equal)
{
    noc_booksim_write(t, network_section, "speculation = \"%s\"", equal ? "equal" : "priority");
}

static noc_status carry_pipeline(noc_booksim_translation *t, bool islip)
{
    int delay[DELAYS];
    char text[40];
    for (int i = 0; i < DELAYS; i++) delay[i] = noc_booksim_get_whole(t->config, delays[i]);
    for (int i = 0; i < SPECULATIVE; i++)
        if (delay[i] < 0 || delay[i] > 1000 ||
            ((i == VC_ALLOCATION || i == SWITCH_ALLOCATION) && delay[i] == 0))
            return noc_booksim_refuse(t, delays[i], "%s = %d: expected %d..1000", delays[i],
                                      delay[i], i == VC_ALLOCATION || i == SWITCH_ALLOCATION);
    const int steps = count_steps(delay), stages = steps > STAGES_MAX ? STAGES_MAX
                                                   : steps < 2        ? 2
                                                                      : steps;
    snprintf(text, sizeof text, "router_stages = %d", stages);
    noc_booksim_write(t, network_section, "%s", text);
    if (stages == 2) write_speculation(t, islip);
    for (int i = 0; i < DELAYS; i++) {
        if (is_equal_pipeline(delay))
            noc_booksim_note(t, NOC_IMPORT_CARRIED, delays[i], text, "%s", "");
        else if (steps == stages)
            noc_booksim_note(t, NOC_IMPORT_CHANGED, delays[i], text,
                             "as many steps, which are divided otherwise there");
        else
            noc_booksim_note(t, NOC_IMPORT_CHANGED, delays[i], text,
                             "routers of %d steps: the nearest are of %d here, and each router "
                             "a packet needs %d cycle%s less",
                             steps, stages, steps - stages, steps - stages == 1 ? "" : "s");
    }
    return NOC_OK;
}

/* ---- allocators ----------------------------------------------------------------------------- */

/* Allocators of BookSim's Allocator::NewAllocator: name in BookSim and in designs, and whether they
 * have several iterations in BookSim and here. */
static const struct {
    const char *theirs, *ours;
    bool iterates, iterates_here;
} allocators[] = {
    {"islip", "islip", true, true},
    {"separable_input_first", "separable", false, false},
    {"max_size", "maximum", false, false},
    {"separable_output_first", "separable-output", false, false},
    {"pim", "pim", true, false},
    {"select", "select", true, false},
    {"loa", "loa", false, false},
    {"wavefront", "wavefront", false, false},
    {"rr_wavefront", "rr-wavefront", false, false},
};

static const char *allocator_name(size_t i)
{
    return i < sizeof allocators / sizeof allocators[0] ? allocators[i].theirs : NULL;
}

static int get_iterations(const noc_booksim_translation *t, const char *allocator)
{
    const char *bracket = strchr(allocator, '(');
    return bracket ? (int)strtol(bracket + 1, NULL, 10)
                   : noc_booksim_get_whole(t->config, "alloc_iters");
}

static void carry_iterations(noc_booksim_translation *t, size_t a, const char *allocator)
{
    const int iterations = get_iterations(t, allocator);
    const char *reason = strchr(allocator, '(') ? "the allocator's name has it" : "";
    if (allocators[a].iterates_here) {
        noc_booksim_write(t, network_section, "allocator_iterations = %d", iterations);
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "alloc_iters", "allocator_iterations", "%s",
                         reason);
    } else if (allocators[a].iterates && iterations > 1) {
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "alloc_iters", "",
                         "the allocator has one round here");
    } else {
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "alloc_iters", "", "the allocator has no rounds");
    }
}

static void carry_allocator(noc_booksim_translation *t, const char *setting, const char *key,
                            size_t a)
{
    char text[60];
    snprintf(text, sizeof text, "%s = \"%s\"", key, allocators[a].ours);
    noc_booksim_write(t, network_section, "%s", text);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, setting, text, "%s", "");
}

static noc_status carry_allocators(noc_booksim_translation *t, bool *islip)
{
    const char *switch_allocator = noc_booksim_get_text(t->config, "sw_allocator"),
               *vc_allocator = noc_booksim_get_text(t->config, "vc_allocator");
    const size_t s = noc_booksim_find_name(switch_allocator, allocator_name),
                 v = noc_booksim_find_name(vc_allocator, allocator_name);
    const bool piggyback = strcmp(vc_allocator, "piggyback") == 0;
    if (!allocator_name(s))
        return noc_booksim_refuse_name(t, "sw_allocator", switch_allocator, allocator_name);
    if (!allocator_name(v) && !piggyback)
        return noc_booksim_refuse_name(t, "vc_allocator", vc_allocator, allocator_name);
    *islip = strcmp(allocators[s].ours, "islip") == 0;
    carry_allocator(t, "sw_allocator", "allocator", s);
    if (piggyback)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "vc_allocator", "",
                         "virtual channels are allocated as the switch is here");
    else if (v == s)
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "vc_allocator", "allocator", "%s", "");
    else
        carry_allocator(t, "vc_allocator", "vc_allocator", v);
    carry_iterations(t, s, switch_allocator);
    return NOC_OK;
}

/* ---- buffers and speed-ups ------------------------------------------------------------------ */

/* Carries over buffers. buf_size is divided by the number of virtual channels
 * (buffer_state.cpp). */
static void carry_buffers(noc_booksim_translation *t)
{
    const int vcs = noc_booksim_get_whole(t->config, "num_vcs"),
              buffer_flits = noc_booksim_get_whole(t->config, "buf_size");
    if (buffer_flits > 0) {
        noc_booksim_carry(t, network_section, "buf_size", "buffer_flits = %d", buffer_flits / vcs);
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "vc_buf_size", "", "buf_size replaces it");
    } else {
        noc_booksim_carry(t, network_section, "vc_buf_size", "buffer_flits = %d",
                          noc_booksim_get_whole(t->config, "vc_buf_size"));
        noc_booksim_note(t, NOC_IMPORT_DEFAULT, "buf_size", "", "%s", "");
    }
    if (strcmp(noc_booksim_get_text(t->config, "buffer_policy"), "private") != 0)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "buffer_policy", "",
                         "each virtual channel has its own buffer here");
}

static void carry_speedups(noc_booksim_translation *t)
{
    const double internal = noc_booksim_get_real(t->config, "internal_speedup");
    const int input = noc_booksim_get_whole(t->config, "input_speedup");
    if (internal != 1.0)
        noc_booksim_carry(t, network_section, "internal_speedup", "internal_speedup = %.12g",
                          internal);
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "internal_speedup", "", "%s", "");
    if (input != 1)
        noc_booksim_carry(t, network_section, "input_speedup", "input_speedup = %d", input);
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "input_speedup", "", "%s", "");
}

/* Carries over the width of flits: GPGPU-Sim's flit_size, in bytes, or channel_width of BookSim's
 * power model, in bits. */
static void carry_width(noc_booksim_translation *t)
{
    if (t->is_gpu || noc_booksim_find_entry(t->config, "flit_size")) {
        t->flit_bytes = noc_booksim_get_whole(t->config, "flit_size");
        noc_booksim_carry(t, network_section, "flit_size", "flit_bytes = %d", t->flit_bytes);
        return;
    }
    const int bits = noc_booksim_get_whole(t->config, "channel_width");
    t->flit_bytes = bits / 8 + (bits % 8 > 0);
    if (bits % 8 == 0) {
        noc_booksim_carry(t, network_section, "channel_width", "flit_bytes = %d", t->flit_bytes);
        return;
    }
    char text[40];
    snprintf(text, sizeof text, "flit_bytes = %d", t->flit_bytes);
    noc_booksim_write(t, network_section, "%s", text);
    noc_booksim_note(t, NOC_IMPORT_CHANGED, "channel_width", text,
                     "flits are whole bytes here: %d bits in place of %d", 8 * t->flit_bytes, bits);
}

noc_status noc_booksim_carry_router(noc_booksim_translation *t)
{
    static const char *const positive[] = {"num_vcs", "vc_buf_size", "flit_size", "channel_width"};
    bool islip = false;
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++)
        if (noc_booksim_get_whole(t->config, positive[i]) < 1)
            return noc_booksim_refuse(t, positive[i], "%s = %d: expected 1 or more", positive[i],
                                      noc_booksim_get_whole(t->config, positive[i]));
    carry_width(t);
    carry_buffers(t);
    noc_status status = carry_allocators(t, &islip);
    if (status == NOC_OK) status = carry_pipeline(t, islip);
    if (status != NOC_OK) return status;
    noc_booksim_carry(t, network_section, "credit_delay", "credit_cycles = %d",
                      noc_booksim_get_whole(t->config, "credit_delay"));
    noc_booksim_carry(t, network_section, "wait_for_tail_credit", "vc_reallocation = \"%s\"",
                      noc_booksim_get_whole(t->config, "wait_for_tail_credit") ? "atomic"
                                                                               : "non-atomic");
    carry_speedups(t);
    return NOC_OK;
}

const char *noc_booksim_find_allocator(const char *name)
{
    for (size_t i = 0; i < sizeof allocators / sizeof allocators[0]; i++)
        if (strcmp(allocators[i].ours, name) == 0) return allocators[i].theirs;
    return NULL;
}
