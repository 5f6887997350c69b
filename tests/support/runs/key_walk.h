/* tests/support/runs/key_walk.h: every setting of a design, moved through its range, and what both
 * methods then say.
 *
 * Values. A number whose range spans at most a factor of 16 is tried at both ends and at their
 * geometric mean; one with a wider range at a quarter, at twice and at four times of what the
 * design has, as far as the range goes (where the design has 0: at 1, 4 and 16). Shares from 0 to 1
 * are tried at 0, 0.5 and 1, choices at every name. Values that do not fit the rest of the design
 * are passed over. */
#ifndef NOC_TESTS_KEY_WALK_H
#define NOC_TESTS_KEY_WALK_H

#include "hybrid/answers/estimate.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/stages.h"

/* The figures that are compared: saturation and latency at half of it (by the sampler), or IPC. */
typedef enum walk_figure { WALK_SATURATION, WALK_LATENCY, WALK_IPC, WALK_FIGURES } walk_figure;
const char *walk_figure_name(walk_figure figure);

/* A design to walk on, in open or in closed loop. */
typedef struct walk_base {
    const char *name;
    const char *text;
    bool loop;
    /* of the keys that are walked on it; those of its own topology and pattern always are */
    const char *groups;
} walk_base;

extern const walk_base walk_bases[];
extern const size_t walk_base_count;
const walk_base *walk_base_named(const char *name);

/* What one method says of one design. `bits`: of every figure of the answer, intervals included. */
typedef struct walk_said {
    double figures[WALK_FIGURES]; /* NAN: not asked */
    uint64_t bits;
} walk_said;

typedef struct walk_answer {
    walk_said model, sample, trace;
    test_stages stages;
    bool is_as_kept;     /* the model's answer is that which it gives with what is kept of others */
    char warnings[2000]; /* of settings that are not read, of all methods asked */
} walk_answer;

/* Which methods are asked, and how exactly the sampler measures. */
typedef enum walk_effort {
    WALK_MODEL = 1 << 0,
    WALK_SAMPLE = 1 << 1, /* figures within 1 % */
    WALK_BRIEF = 1 << 2,  /* within 3 % */
    WALK_TRACE = 1 << 3,  /* a short trace is played */
    WALK_STAGES = 1 << 4, /* finds of each stage, beside what is kept */
    WALK_EVERY = 1 << 5,  /* not only the keys of the base's groups */
} walk_effort;

/* One value of one setting. */
typedef struct walk_step {
    const walk_base *base;
    char key[64], value[96];
    bool usual;       /* the value is the default, and says nothing */
    unsigned read_by; /* stages that the key's row names */
    walk_answer answer;
} walk_step;

/* Calls `use` for each value of each key of a base, or of `only` ("network.buffer_flits"; NULL:
 * all). `answer` is the base's. */
typedef void walk_use(void *context, const walk_answer *answer, const walk_step *step);
void walk_keys(const walk_base *base, const char *only, unsigned efforts, walk_use *use,
               void *context);

/* Whether the answer says that the step's setting is not read. */
bool walk_is_warned(const walk_step *step);

/* The change of a figure against the base's, as a share; NAN where it is not asked. */
double walk_change(const walk_said *base, const walk_said *said, walk_figure figure);

/* Whether the model moves the same way as the sampler, for a change of the sampler beyond
 * `least`. */
bool walk_follows(const walk_answer *base, const walk_step *step, walk_figure figure, double least);

/* What a walk has found so far of keys that "change, or warn". */
typedef struct walk_silence {
    const walk_base *base;
    char key[64],
        value[96]; /* the key being walked, and a value of it without effect or warning; "": none */
    bool effective; /* a value of the key has had an effect */
    int faults;
} walk_silence;

/* To be called with every step, and once with NULL after the last: counts the keys none of whose
 * values changed anything though some were not warned of, and the warnings of settings that did
 * change something. */
void walk_listen(walk_silence *silence, const walk_answer *base, const walk_step *step);

#endif
