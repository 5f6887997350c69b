/* analytic/full/state.h: state of a full network that is played, shared by the files here.
 *
 * A packet is one stay in each virtual channel that has flits of it, or waits for some; a stay
 * counts its flits, which are not told apart. Lanes are virtual channels, places the lanes into a
 * router. Timing as in docs/model.md, section 2. */
#ifndef NOC_ANALYTIC_FULL_STATE_H
#define NOC_ANALYTIC_FULL_STATE_H

#include "analytic/fixed_stream.h"
#include "base/bitset.h"
#include "network/graph/system.h"

/* A packet in a virtual channel. */
typedef struct noc_stay {
    uint32_t hop, flow;
    uint32_t onward; /* next hop of the packet; NOC_NONE after the last */
    uint32_t next;   /* stay behind it in the same lane, or in the list of free ones; NOC_NONE */
    uint32_t ahead;  /* the packet's stay in the next lane; NOC_NONE: none yet */
    uint32_t lane;
    uint32_t created, sent;     /* cycles in which the packet was created, its head sent */
    uint16_t flits, came, gone; /* flits: all, those that came into the lane, those that left it */
    uint8_t type;
} noc_stay;

/* A virtual channel of a channel, with the buffer behind it. */
typedef struct noc_lane {
    uint32_t first, last; /* first and last stay in the lane; NOC_NONE */
    uint32_t owner; /* stay whose packet is being sent into the lane; NOC_NONE, or NOC_FULL_DOOR */
    uint32_t channel;
    uint32_t place;  /* number among the lanes into the lane's router */
    uint32_t input;  /* crossbar input of the lane */
    uint32_t turn;   /* place of the lane whose head gets this lane first */
    uint16_t wishes; /* port and number of the lane that its head asks for first */
    uint16_t room;   /* flits that may be sent into the lane */
} noc_lane;

#define NOC_FULL_DOOR (NOC_NONE - 1) /* owner that is no stay: the packet of a door */

/* A crossbar input of a router: a port has network.input_speedup inputs, over which its lanes are
 * spread. */
typedef struct noc_full_input {
    double free, pace;  /* cycle from which on the input is free; cycles per flit */
    uint32_t channel;   /* channel of the input's port */
    uint16_t turn;      /* output that the input prefers */
    uint16_t lane_turn; /* lane of the port that goes first */
    uint32_t bid;       /* lane whose flit an output would accept; NOC_NONE */
    bool is_guess;      /* true if the bid is for a head without a lane at the output */
} noc_full_input;

enum { NOC_FULL_NO_STEP = UINT16_MAX };

/* A channel: the output that feeds it, and the input behind it. */
typedef struct noc_gateway {
    uint32_t first_lane, lanes;
    uint32_t open;        /* lanes that nobody sends into, bits */
    uint32_t first_place; /* first place in lane_at of the router that sends into the channel */
    double free, channel_free; /* cycles from which on output and channel are free */
    double pace, channel_pace; /* cycles per flit of output and channel */
    double pause;              /* extra cycles per packet */
    uint32_t turn;             /* input that goes first */
    uint32_t turn_beside;      /* turn of channels side by side (side_by_side.h) */
    uint16_t port;             /* number of the output at its router */
    /* cycles of a flit to the buffer behind the channel; cycles of its credit back */
    uint16_t flight, credit;
    uint16_t routed; /* cycles of a head in that buffer before it asks for a lane */
    uint16_t buffer;
    uint8_t head_hold, body_hold; /* extra cycles of a flit's grant: of a head; of other flits */
    bool speculates, yields, overlaps, atomic, ends;
    /* step from which on the crossbar works until the next cycle; or NOC_FULL_NO_STEP */
    uint16_t last_step;
} noc_gateway;

typedef enum noc_full_event_kind {
    NOC_FULL_ARRIVAL, /* a flit of a stay */
    NOC_FULL_CREDIT,  /* a credit for a place of a lane */
    NOC_FULL_READY,   /* a head asks for a lane */
    NOC_FULL_TAIL,    /* the packet at a lane's front has left it */
    NOC_FULL_SEEN,    /* a terminal knows that a request is answered */
    NOC_FULL_SENT,    /* a door has sent its packet */
} noc_full_event_kind;

typedef struct noc_full_event {
    uint32_t of; /* stay, lane or terminal of the event */
    noc_full_event_kind kind;
} noc_full_event;

typedef struct noc_full_slot {
    noc_full_event *events;
    uint32_t count, capacity;
} noc_full_slot;

/* Place for the next packet of an injection channel. */
typedef struct noc_full_door {
    uint32_t channel;
    uint32_t stay; /* stay of the packet in the channel's lane; NOC_NONE: no lane yet */
    uint32_t turn; /* turn among the terminals that share the channel */
    uint32_t hop, flow, created;
    uint16_t flits, left;
    uint8_t type, last_vc;
    bool taken;
} noc_full_door;

typedef struct noc_full_reply {
    uint32_t flow, created;
    uint8_t type;
} noc_full_reply;

/* A packet that is drawn, and waits for its door. */
typedef struct noc_full_next {
    uint32_t hop, flow, created;
    uint8_t type;
    bool is;
} noc_full_next;

/* Packets of a class that have arrived, and sums over them: cycles from their creation, and from
 * the sending of their heads. */
typedef struct noc_full_trips {
    uint64_t count, cycles, in_network;
} noc_full_trips;

typedef struct noc_full_terminal {
    double created, rate; /* requests created so far, less those drawn; requests per cycle */
    double left;          /* requests of its batch that are not drawn yet */
    uint32_t away;        /* requests on the way, until they are answered */
    noc_full_next next[NOC_CLASSES];
    size_t first_flow, flows; /* flows of its requests */
    noc_full_reply *replies;  /* ring of replies that wait */
    uint32_t first_reply, reply_count, reply_room;
} noc_full_terminal;

typedef struct noc_full {
    const noc_system *system;
    noc_fixed_stream draws;
    uint64_t now;
    noc_stay *stays;
    uint32_t free_stay; /* first of the list of free stays */
    noc_lane *lanes;
    noc_gateway *gateways;            /* [channel] */
    uint32_t *lane_at;                /* [router's place]: lane */
    uint64_t *heads, *asks;           /* [channel]: sets of places, `words` each */
    uint64_t *with_heads, *with_asks; /* sets of channels, bits */
    unsigned words, channel_words;
    noc_full_input *inputs;          /* inputs, router by router, in the order of their ports */
    uint32_t *bidders, bidder_count; /* inputs with a bid */
    noc_full_slot *wheel;
    uint32_t wheel_mask;
    unsigned passes, pass; /* steps per cycle of the fastest routers; number of the present step */
    noc_full_door *doors;
    noc_full_terminal *terminals;
    uint32_t *beside;  /* [hop]: next of the hops side by side; NULL: none are */
    double *flow_sums; /* [flow]: sum of rates of its terminal's requests up to it */
    uint32_t most_away;
    uint64_t *delivered; /* [terminal * NOC_CLASSES + class]: packets of the terminal */
    noc_full_trips trips[NOC_CLASSES];
    uint64_t answered, batch; /* transactions done; transactions of all batches */
    uint64_t steps;           /* flits sent so far */
    bool short_of_memory;
} noc_full;

#endif
