/* Text for XML 1.0: one place that escapes. */
#ifndef TILEPROOF_XML_H
#define TILEPROOF_XML_H

#include "model/text.h"

#include <stdbool.h>

/* Appends s as it may stand in text and in quoted attributes; characters that XML cannot hold become U+FFFD. */
void xml_text(Text *out, const char *s);

#endif
