/* tests/overlay_play.h: engines of overlays and slices played alone, with queues and sources of a few lines in place of
 * the sampler's. */
#ifndef NOC_TESTS_OVERLAY_PLAY_H
#define NOC_TESTS_OVERLAY_PLAY_H

#include "sampler/engines/overlay/circuit.h"
#include "tests/overlay_rows.h"

typedef struct overlay_player overlay_player;

/* A packet, and what became of it. */
typedef struct played_packet {
    noc_sent_packet sent;                  /* first: engines know this part */
    uint64_t created, delivered, answered; /* cycles; 0: not yet */
    uint64_t order;                        /* of creation */
    struct played_packet *next;
} played_packet;

/* Cores' queues that fill, for receipts: whether one takes a packet in this cycle. */
typedef bool overlay_accepts(int core, uint64_t cycle);

/* `accepts` NULL: no receipts. `accelerated` false: every cycle is run, also those in which nothing happens. */
overlay_player *overlay_player_new(const overlay_family *family, overlay_accepts *accepts,
                                   bool accelerated);
void overlay_player_free(overlay_player *player);

/* Runs all cycles up to this one, and creates a packet in it. The player keeps the packet. */
const played_packet *overlay_player_create(overlay_player *player, int sender, int destination,
                                           int flits, uint64_t cycle);

/* Runs the cycles before this one. */
void overlay_player_run(overlay_player *player, uint64_t until);

/* The number of the core on a tile. */
int overlay_core_at(const overlay_family *family, noc_point at);

const noc_overlay_circuit *overlay_player_circuit(const overlay_player *player);

/* Random traffic: the mean latency of the packets that were created after the warm-up, over runs of so many cycles. */
typedef struct overlay_measured {
    double latency, error; /* mean, and its standard error over the runs */
    double accepted;       /* flits per sender and cycle */
    double packets;
    int window_min, window_max; /* seen at the ends of runs */
} overlay_measured;

overlay_measured overlay_measure(const overlay_family *family, double rate, uint64_t cycles,
                                 int runs, uint64_t seed);

#endif
