/* The version of the tool. It stands in every report and is part of what makes a stored result reusable. */
#ifndef TILEPROOF_VERSION_H
#define TILEPROOF_VERSION_H

#define TILEPROOF_VERSION "0.1.0"

#endif
