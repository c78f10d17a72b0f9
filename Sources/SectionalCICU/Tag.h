#ifndef SECTIONAL_TAG_H
#define SECTIONAL_TAG_H

#include <unicode/locid.h>

// Reads a BCP 47 tag. If ICU wouldn't take all of it at its word, writes the reason and returns false.
bool readTag(const char *tag, icu::Locale &locale, char *message);

// Writes why something failed that is about a tag.
void explain(char *message, const char *tag, const char *reason);
void explainFailure(char *message, const char *tag, UErrorCode status);

#endif
