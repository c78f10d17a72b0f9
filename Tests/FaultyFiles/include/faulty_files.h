/// Makes SQLite's calls to the system fail on purpose, for the files in chosen folders.
///
/// Once installed, every connection of the process passes through here; files in other folders aren't affected. All functions
/// can be called from any thread.

#ifndef SECTIONAL_FAULTY_FILES_H
#define SECTIONAL_FAULTY_FILES_H

/// What a call does that is chosen to go wrong, and which calls are chosen from.
enum sectional_fault {
  /// It fails, whatever it was to do.
  SECTIONAL_FAULT_FAIL = 0,
  /// There is no room for what it was to write.
  SECTIONAL_FAULT_FULL = 1,
  /// It writes only the first half, and fails; a read of the write-ahead log ends early.
  SECTIONAL_FAULT_SHORTEN = 2,
  /// It succeeds late.
  SECTIONAL_FAULT_DELAY = 3,
  /// Somebody else has the lock that it was to take.
  SECTIONAL_FAULT_LOCK = 4,
};

/// Puts the faulty files in front of the system's; returns 0, or a result code of SQLite.
int sectional_faults_install(void);

/// Chooses calls to the files in a folder.
///
/// - Parameters:
///   - folder: The path that their paths begin with.
///   - first: The number of the first call that goes wrong, counted from 1.
///   - count: How many calls go wrong in a row.
/// - Returns: A number that stands for the choice, or -1 if there are too many.
int sectional_faults_arm(const char *folder, long first, long count, enum sectional_fault fault);

/// Returns how many calls there were to choose from.
long sectional_faults_calls(int choice);

/// Lets all calls succeed again.
void sectional_faults_disarm(int choice);

#endif
