/* The memories of a program as one SVG picture: address across, lifetime down, one panel per function and space. */
#ifndef TILEPROOF_MEMORY_PICTURE_H
#define TILEPROOF_MEMORY_PICTURE_H

#include "model/text.h"
#include "reports/memory_map.h"

void memory_picture(const MemoryMaps *maps, const char *title, Arch arch, Text *out);

#endif
