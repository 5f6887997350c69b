/* explore/settings/expression_steps.h: parsed form of an expression: postfix steps, which
 * expression_read.c makes and expression.c runs. */
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
    /* Runs the next `argument_count` steps for each network: true if they are true for all
     * networks, or for any. */
    NOC_OP_ALL,
    NOC_OP_ANY,
} noc_operator;

typedef struct noc_step {
    noc_operator operation;
    double number;
    int name; /* number of a name, or of a function */
    /* Call: number of arguments. All, any: number of steps inside. Name: 1 if it has a value for
     * each network, else 0. */
    int argument_count;
    char *text; /* text of a text step; owned by the expression's arena */
} noc_step;

struct noc_expression {
    char *source; /* text as typed; owned by the expression's arena */
    noc_place place;
    noc_expression_kind kind;
    noc_step steps[NOC_STEPS_MAX];
    int count;
};

#endif
