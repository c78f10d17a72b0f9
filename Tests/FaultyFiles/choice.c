#include "choice.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// Calls that are chosen to go wrong.
struct choice {
  char *folder;
  long first, count, calls;
  enum sectional_fault fault;
};

// Guarded by the lock.
static struct choice choices[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int sectional_faults_arm(const char *folder, long first, long count, enum sectional_fault fault) {
  int number = -1;
  pthread_mutex_lock(&lock);
  for (int index = 0; index < 64 && number < 0; index++) {
    if (choices[index].folder) continue;
    choices[index] = (struct choice){strdup(folder), first, count, 0, fault};
    number = index;
  }
  pthread_mutex_unlock(&lock);
  return number;
}

long sectional_faults_calls(int number) {
  pthread_mutex_lock(&lock);
  long calls = choices[number].calls;
  pthread_mutex_unlock(&lock);
  return calls;
}

void sectional_faults_disarm(int number) {
  pthread_mutex_lock(&lock);
  free(choices[number].folder);
  choices[number].folder = NULL;
  pthread_mutex_unlock(&lock);
}

static bool concerns(enum sectional_fault fault, enum sectional_call call) {
  switch (fault) {
  case SECTIONAL_FAULT_FULL: return call == CALL_WRITE;
  case SECTIONAL_FAULT_SHORTEN: return call == CALL_WRITE || call == CALL_READ_LOG;
  case SECTIONAL_FAULT_LOCK: return call == CALL_LOCK;
  default: return true;
  }
}

int sectional_goes_wrong(const char *path, enum sectional_call call, enum sectional_fault *fault) {
  bool is_wrong = false;
  if (!path) return false;
  pthread_mutex_lock(&lock);
  for (int index = 0; index < 64; index++) {
    struct choice *choice = &choices[index];
    if (!choice->folder || strncmp(path, choice->folder, strlen(choice->folder)) != 0) continue;
    if (!concerns(choice->fault, call)) continue;
    long number = ++choice->calls;
    if (number < choice->first || number - choice->first >= choice->count) continue;
    is_wrong = true;
    *fault = choice->fault;
  }
  pthread_mutex_unlock(&lock);
  if (!is_wrong || *fault != SECTIONAL_FAULT_DELAY) return is_wrong;
  nanosleep(&(struct timespec){0, 1000 * 1000}, NULL);
  return false;
}
