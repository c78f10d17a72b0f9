#ifndef SECTIONAL_CHOICE_H
#define SECTIONAL_CHOICE_H

#include "include/faulty_files.h"

/// The kinds of calls to the system.
enum sectional_call { CALL_OPEN, CALL_OTHER, CALL_READ_LOG, CALL_WRITE, CALL_LOCK };

/// Counts a call to a file; returns whether it goes wrong, and how.
int sectional_goes_wrong(const char *path, enum sectional_call call, enum sectional_fault *fault);

#endif
