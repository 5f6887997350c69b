#include "import/booksim/router.h"

#include <stdlib.h>
#include <string.h>

static const noc_booksim_section in_network = NOC_BOOKSIM_IN_NETWORK;

enum { DEEPEST = 4 };

/* ---- pipeline ------------------------------------------------------------------------------- */

static const char *const delays[] = {"routing_delay",    "vc_alloc_delay", "sw_alloc_delay",
                                     "st_prepare_delay", "st_final_delay", "speculative"};
enum { R, V, S, PREPARE, FINAL, SPECULATIVE, DELAYS };

/* Returns the cycles of a head flit in an idle router (iq_router.cpp): routing, both allocations,
 * in sequence or in parallel if speculative, and the switch. */
static int steps_of(const int d[DELAYS])
{
    const int allocation = !d[SPECULATIVE] ? d[V] + d[S] : d[V] > d[S] ? d[V] : d[S];
    return d[R] + allocation + d[PREPARE] + d[FINAL];
}

/* True if each step of a pipeline is equal here, not only the number of steps. */
static bool is_alike(const int d[DELAYS])
{
    return d[V] == 1 && d[S] == 1 && d[PREPARE] + d[FINAL] == 1 &&
           (d[SPECULATIVE] ? d[R] == 0 : d[R] <= 1);
}

static void note_speculation(noc_booksim_translation *t, bool equal)
{
    noc_booksim_write(t, in_network, "speculation = \"%s\"", equal ? "equal" : "priority");
}

static noc_status carry_pipeline(noc_booksim_translation *t, bool islip)
{
    int d[DELAYS];
    char text[40];
    for (int i = 0; i < DELAYS; i++) d[i] = noc_booksim_whole(t->config, delays[i]);
    for (int i = 0; i < SPECULATIVE; i++)
        if (d[i] < 0 || d[i] > 1000 || ((i == V || i == S) && d[i] == 0))
            return noc_booksim_refuse(t, delays[i], "%s = %d: expected %d..1000", delays[i], d[i],
                                      i == V || i == S);
    const int steps = steps_of(d), ours = steps > DEEPEST ? DEEPEST : steps < 2 ? 2 : steps;
    snprintf(text, sizeof text, "router_stages = %d", ours);
    noc_booksim_write(t, in_network, "%s", text);
    if (ours == 2) note_speculation(t, islip);
    for (int i = 0; i < DELAYS; i++) {
        if (is_alike(d))
            noc_booksim_note(t, NOC_IMPORT_CARRIED, delays[i], text, "%s", "");
        else if (steps == ours)
            noc_booksim_note(t, NOC_IMPORT_CHANGED, delays[i], text,
                             "as many steps, which are divided otherwise there");
        else
            noc_booksim_note(t, NOC_IMPORT_CHANGED, delays[i], text,
                             "routers of %d steps: the nearest are of %d here, and each router "
                             "a packet needs %d cycle%s less",
                             steps, ours, steps - ours, steps - ours == 1 ? "" : "s");
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

static int iterations_of(const noc_booksim_translation *t, const char *allocator)
{
    const char *bracket = strchr(allocator, '(');
    return bracket ? (int)strtol(bracket + 1, NULL, 10)
                   : noc_booksim_whole(t->config, "alloc_iters");
}

static void carry_iterations(noc_booksim_translation *t, size_t a, const char *allocator)
{
    const int iterations = iterations_of(t, allocator);
    const char *of = strchr(allocator, '(') ? "the allocator's name has it" : "";
    if (allocators[a].iterates_here) {
        noc_booksim_write(t, in_network, "allocator_iterations = %d", iterations);
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "alloc_iters", "allocator_iterations", "%s", of);
    } else if (allocators[a].iterates && iterations > 1) {
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "alloc_iters", "",
                         "the allocator has one round here");
    } else {
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "alloc_iters", "", "the allocator has no rounds");
    }
}

static void carry_allocator(noc_booksim_translation *t, const char *theirs, const char *key,
                            size_t a)
{
    char text[60];
    snprintf(text, sizeof text, "%s = \"%s\"", key, allocators[a].ours);
    noc_booksim_write(t, in_network, "%s", text);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, theirs, text, "%s", "");
}

static noc_status carry_allocators(noc_booksim_translation *t, bool *islip)
{
    const char *of_switch = noc_booksim_text(t->config, "sw_allocator"),
               *of_vcs = noc_booksim_text(t->config, "vc_allocator");
    const size_t s = noc_booksim_called(of_switch, allocator_name),
                 v = noc_booksim_called(of_vcs, allocator_name);
    const bool piggyback = strcmp(of_vcs, "piggyback") == 0;
    if (!allocator_name(s))
        return noc_booksim_unknown(t, "sw_allocator", of_switch, allocator_name);
    if (!allocator_name(v) && !piggyback)
        return noc_booksim_unknown(t, "vc_allocator", of_vcs, allocator_name);
    *islip = strcmp(allocators[s].ours, "islip") == 0;
    carry_allocator(t, "sw_allocator", "allocator", s);
    if (piggyback)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "vc_allocator", "",
                         "virtual channels are allocated as the switch is here");
    else if (v == s)
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "vc_allocator", "allocator", "%s", "");
    else
        carry_allocator(t, "vc_allocator", "vc_allocator", v);
    carry_iterations(t, s, of_switch);
    return NOC_OK;
}

/* ---- buffers and speed-ups ------------------------------------------------------------------ */

/* Carries over buffers. buf_size is divided by the number of virtual channels
 * (buffer_state.cpp). */
static void carry_buffers(noc_booksim_translation *t)
{
    const int vcs = noc_booksim_whole(t->config, "num_vcs"),
              all = noc_booksim_whole(t->config, "buf_size");
    if (all > 0) {
        noc_booksim_carry(t, in_network, "buf_size", "buffer_flits = %d", all / vcs);
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "vc_buf_size", "", "buf_size replaces it");
    } else {
        noc_booksim_carry(t, in_network, "vc_buf_size", "buffer_flits = %d",
                          noc_booksim_whole(t->config, "vc_buf_size"));
        noc_booksim_note(t, NOC_IMPORT_USUAL, "buf_size", "", "%s", "");
    }
    if (strcmp(noc_booksim_text(t->config, "buffer_policy"), "private") != 0)
        noc_booksim_note(t, NOC_IMPORT_CHANGED, "buffer_policy", "",
                         "each virtual channel has its own buffer here");
}

static void carry_speedups(noc_booksim_translation *t)
{
    const double internal = noc_booksim_real(t->config, "internal_speedup");
    const int input = noc_booksim_whole(t->config, "input_speedup");
    if (internal != 1.0)
        noc_booksim_carry(t, in_network, "internal_speedup", "internal_speedup = %.12g", internal);
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "internal_speedup", "", "%s", "");
    if (input != 1)
        noc_booksim_carry(t, in_network, "input_speedup", "input_speedup = %d", input);
    else
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "input_speedup", "", "%s", "");
}

/* Carries over the width of flits: GPGPU-Sim's flit_size, in bytes, or channel_width of BookSim's
 * power model, in bits. */
static void carry_width(noc_booksim_translation *t)
{
    if (t->gpu || noc_booksim_find(t->config, "flit_size")) {
        t->flit_bytes = noc_booksim_whole(t->config, "flit_size");
        noc_booksim_carry(t, in_network, "flit_size", "flit_bytes = %d", t->flit_bytes);
        return;
    }
    const int bits = noc_booksim_whole(t->config, "channel_width");
    t->flit_bytes = bits / 8 + (bits % 8 > 0);
    if (bits % 8 == 0) {
        noc_booksim_carry(t, in_network, "channel_width", "flit_bytes = %d", t->flit_bytes);
        return;
    }
    char text[40];
    snprintf(text, sizeof text, "flit_bytes = %d", t->flit_bytes);
    noc_booksim_write(t, in_network, "%s", text);
    noc_booksim_note(t, NOC_IMPORT_CHANGED, "channel_width", text,
                     "flits are whole bytes here: %d bits in place of %d", 8 * t->flit_bytes, bits);
}

noc_status noc_booksim_router(noc_booksim_translation *t)
{
    static const char *const positive[] = {"num_vcs", "vc_buf_size", "flit_size", "channel_width"};
    bool islip = false;
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++)
        if (noc_booksim_whole(t->config, positive[i]) < 1)
            return noc_booksim_refuse(t, positive[i], "%s = %d: expected 1 or more", positive[i],
                                      noc_booksim_whole(t->config, positive[i]));
    carry_width(t);
    carry_buffers(t);
    noc_status status = carry_allocators(t, &islip);
    if (status == NOC_OK) status = carry_pipeline(t, islip);
    if (status != NOC_OK) return status;
    noc_booksim_carry(t, in_network, "credit_delay", "credit_cycles = %d",
                      noc_booksim_whole(t->config, "credit_delay"));
    noc_booksim_carry(t, in_network, "wait_for_tail_credit", "vc_reallocation = \"%s\"",
                      noc_booksim_whole(t->config, "wait_for_tail_credit") ? "atomic"
                                                                           : "non-atomic");
    carry_speedups(t);
    return NOC_OK;
}

const char *noc_booksim_allocator_there(const char *ours)
{
    for (size_t i = 0; i < sizeof allocators / sizeof allocators[0]; i++)
        if (strcmp(allocators[i].ours, ours) == 0) return allocators[i].theirs;
    return NULL;
}
