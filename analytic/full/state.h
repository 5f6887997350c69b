/* analytic/full/state.h: state of a simulated full network.
 *
 * A packet has an entry in each virtual channel that holds, or expects, flits of it; an entry
 * counts its flits. A router's input virtual channels are numbered as places. Timing:
 * docs/model.md, section 2. */
#ifndef NOC_ANALYTIC_FULL_STATE_H
#define NOC_ANALYTIC_FULL_STATE_H

#include "analytic/fixed_stream.h"
#include "base/bitset.h"
#include "network/graph/system.h"

/* Entry of a packet in a virtual channel. */
typedef struct noc_stay {
    uint32_t hop, flow;
    uint32_t onward; /* next hop of the packet; NOC_NONE: none */
    uint32_t next;   /* next entry of the virtual channel, or of the free list; NOC_NONE: none */
    uint32_t ahead;  /* entry of the packet in its next virtual channel; NOC_NONE: none yet */
    uint32_t lane;
    uint32_t created, sent;     /* cycles of the packet's creation, and of its head's injection */
    uint16_t flits, came, gone; /* flits of the packet; arrived flits; departed flits */
    uint8_t type;
} noc_stay;

/* Virtual channel of a channel, with the buffer at its end. */
typedef struct noc_lane {
    uint32_t first, last; /* first and last packet; NOC_NONE: none */
    uint32_t owner;       /* packet that is being sent; NOC_NONE: none, or NOC_FULL_DOOR */
    uint32_t channel;
    uint32_t place;  /* number among the input virtual channels of the router */
    uint32_t input;  /* crossbar input */
    uint32_t turn;   /* round-robin pointer: place with priority for this virtual channel */
    uint16_t wishes; /* round-robin pointer: port and next virtual channel with priority */
    uint16_t room;   /* credits: flits that may be sent */
} noc_lane;

#define NOC_FULL_DOOR (NOC_NONE - 1) /* owner of a virtual channel: an injection port */

/* Crossbar input of a router. A port has network.input_speedup inputs, over which its virtual
 * channels are spread. */
typedef struct noc_full_input {
    double free, pace;  /* cycle from which on the input is free; cycles per flit */
    uint32_t channel;   /* channel of the input's port */
    uint16_t turn;      /* round-robin pointer: output with priority */
    uint16_t lane_turn; /* round-robin pointer: virtual channel of the port with priority */
    uint32_t bid;       /* virtual channel that an output bids for; NOC_NONE: none */
    bool is_guess;      /* true if the bid is for a head without an output virtual channel */
} noc_full_input;

enum { NOC_FULL_NO_STEP = UINT16_MAX };

/* Channel, with the output that feeds it and the input port at its end. */
typedef struct noc_gateway {
    uint32_t first_lane, lanes;
    uint32_t open;             /* free virtual channels, a bit for each */
    uint32_t first_place;      /* first place of the sending router, in the list of places */
    double free, channel_free; /* cycles from which on output and channel are free */
    double pace, channel_pace; /* cycles per flit of output and channel */
    double pause;              /* extra cycles per packet */
    uint32_t turn;             /* round-robin pointer: input with priority */
    uint32_t turn_beside;      /* round-robin pointer of parallel channels (side_by_side.h) */
    uint16_t port;             /* number of the output at its router */
    /* cycles of a flit to the buffer at the channel's end; cycles of its returning credit */
    uint16_t flight, credit;
    uint16_t routed; /* cycles of a head's routing in that buffer */
    uint16_t buffer;
    uint8_t head_hold, body_hold; /* extra cycles of the grant of a head; of other flits */
    bool speculates, yields, overlaps, atomic, ends;
    /* first step in which the crossbar works until the next cycle; or NOC_FULL_NO_STEP */
    uint16_t last_step;
} noc_gateway;

typedef enum noc_full_event_kind {
    NOC_FULL_ARRIVAL, /* arrival of a packet's flit */
    NOC_FULL_CREDIT,  /* return of a virtual channel's credit */
    NOC_FULL_READY,   /* end of a head's routing */
    NOC_FULL_TAIL,    /* departure of the tail at the front of a virtual channel */
    NOC_FULL_SEEN,    /* notice of a terminal that a request is answered */
    NOC_FULL_SENT,    /* end of a packet's injection into a virtual channel */
} noc_full_event_kind;

typedef struct noc_full_event {
    uint32_t of; /* packet entry, virtual channel or terminal of the event */
    noc_full_event_kind kind;
} noc_full_event;

typedef struct noc_full_slot {
    noc_full_event *events;
    uint32_t count, capacity;
} noc_full_slot;

/* Injection port: the packet that is sent into an injection channel. */
typedef struct noc_full_door {
    uint32_t channel;
    uint32_t stay; /* entry of the packet in its virtual channel; NOC_NONE: none yet */
    uint32_t turn; /* round-robin pointer of the terminals that share the channel */
    uint32_t hop, flow, created;
    uint16_t flits, left;
    uint8_t type, last_vc;
    bool taken;
} noc_full_door;

typedef struct noc_full_reply {
    uint32_t flow, created;
    uint8_t type;
} noc_full_reply;

/* Drawn packet that waits for its injection port. */
typedef struct noc_full_next {
    uint32_t hop, flow, created;
    uint8_t type;
    bool is;
} noc_full_next;

/* Arrived packets of a class, and sums of their cycles from creation, and from the injection of
 * their heads. */
typedef struct noc_full_trips {
    uint64_t count, cycles, in_network;
} noc_full_trips;

typedef struct noc_full_terminal {
    double created, rate; /* created requests, less those drawn; requests per cycle */
    double left;          /* requests of the batch that are not drawn */
    uint32_t away;        /* outstanding requests */
    noc_full_next next[NOC_CLASSES];
    size_t first_flow, flows; /* first request flow; number of request flows */
    noc_full_reply *replies;  /* ring buffer of waiting replies */
    uint32_t first_reply, reply_count, reply_room;
} noc_full_terminal;

typedef struct noc_full {
    const noc_system *system;
    noc_fixed_stream draws;
    uint64_t now;
    noc_stay *stays;
    uint32_t free_stay; /* first entry of the free list */
    noc_lane *lanes;
    noc_gateway *gateways;  /* [channel] */
    uint32_t *lane_at;      /* [place of a router]: virtual channel */
    uint64_t *heads, *asks; /* [channel]: set of places with heads; with switch requests */
    uint64_t *with_heads, *with_asks; /* sets of channels for which these sets are not empty */
    unsigned words, channel_words;
    noc_full_input *inputs;          /* crossbar inputs, by router and port */
    uint32_t *bidders, bidder_count; /* inputs with a bid */
    noc_full_slot *wheel;
    uint32_t wheel_mask;
    unsigned passes, pass; /* steps per cycle of the fastest routers; present step */
    noc_full_door *doors;
    noc_full_terminal *terminals;
    uint32_t *beside;  /* [hop]: next parallel hop, in a ring; NULL: no parallel hops */
    double *flow_sums; /* [flow]: sum of the rates of its terminal's request flows up to it */
    uint32_t most_away;
    uint64_t *delivered; /* [terminal * NOC_CLASSES + class]: delivered packets */
    noc_full_trips trips[NOC_CLASSES];
    uint64_t answered, batch; /* answered transactions; transactions of all batches */
    uint64_t steps;           /* sent flits */
    bool short_of_memory;
} noc_full;

#endif
