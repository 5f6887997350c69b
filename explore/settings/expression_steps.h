/* explore/settings/expression_steps.h: form of a parsed expression: postfix steps, made by
 * expression_read.c and run by expression.c. */
#ifndef NOC_EXPLORE_SETTINGS_EXPRESSION_STEPS_H
#define NOC_EXPLORE_SETTINGS_EXPRESSION_STEPS_H

#include "explore/settings/expression.h"

enum { NOC_STEPS_MAX = 128 };

typedef enum noc_operator {
    NOC_OP_NUMBER,
    NOC_OP_TEXT,
    NOC_OP_NAME,
    NOC_OP_CALL,
    NOC_OP_NEGATE,
    NOC_OP_NOT,
    NOC_OP_ADD,
    NOC_OP_SUBTRACT,
    NOC_OP_MULTIPLY,
    NOC_OP_DIVIDE,
    NOC_OP_LESS,
    NOC_OP_LESS_EQUAL,
    NOC_OP_GREATER,
    NOC_OP_GREATER_EQUAL,
    NOC_OP_EQUAL,
    NOC_OP_UNEQUAL,
    NOC_OP_AND,
    NOC_OP_OR,
    /* Runs the next `arguments` steps for each network: true if the condition is true for all. */
    NOC_OP_ALL,
    NOC_OP_ANY,
} noc_operator;

typedef struct noc_step {
    noc_operator operation;
    double number;
    int name; /* number of a name, or of a function */
    /* Number of arguments of a call; of steps of all or any; 1 for a name with a value for each
     * network. */
    int arguments;
    char *text; /* text of a text step, owned */
} noc_step;

struct noc_expression {
    char *source; /* text as typed, owned */
    noc_place place;
    noc_expression_kind kind;
    noc_step steps[NOC_STEPS_MAX];
    int count;
};

#endif
