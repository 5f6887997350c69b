#include "explore/identity.h"

#include <sha256.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void noc_id_hash(const char *text, char id[NOC_ID_CHARS + 1])
{
    char digits[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)text, strlen(text), digits);
    snprintf(id, NOC_ID_CHARS + 1, "%.*s", NOC_ID_CHARS, digits);
}
