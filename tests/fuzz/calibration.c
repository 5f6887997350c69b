/* A calibration file, its checksum made right, which no fuzzer would find. */
#include <math.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "hybrid/correction/calibration/calibration_file.h"

/* The text up to its checksum, and the right one. The caller frees it. */
static char *with_checksum(const char *text)
{
    static const char line[] = "checksum = \"";
    const char *end = strstr(text, line);
    const size_t size = end ? (size_t)(end - text) : strlen(text);
    char digits[SHA256_DIGEST_STRING_LENGTH], *right = NULL;
    SHA256Data((const uint8_t *)text, size, digits);
    if (asprintf(&right, "%.*s%s%.16s\";\n", (int)size, text, line, digits) < 0) abort();
    return right;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    noc_diag diag = {0};
    noc_calibration c;
    char *text = fuzz_text(data, size), *right = with_checksum(text);
    const noc_status status = noc_calibration_parse(right, "fuzz.cfg", &c, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK) free(noc_calibration_text(&c));
    noc_calibration_clear(&c);
    noc_diag_clear(&diag);
    free(right);
    free(text);
    return 0;
}
