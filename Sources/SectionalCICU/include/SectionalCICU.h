#ifndef SECTIONAL_CICU_H
#define SECTIONAL_CICU_H

#include <stddef.h>
#include <stdint.h>

/*
 * The orders and the alphabetic indexes of ICU. No header of ICU is included, so Swift never reads one.
 *
 * Languages are named by BCP 47 tags such as "sv" or "de-u-co-phonebk"; "und" means the order of no language. A function
 * that opens something returns NULL if it can't, and writes the reason, in English, into the message.
 *
 * Texts are UTF-8 and may contain NULs. What isn't valid UTF-8 counts as U+FFFD. A text of no bytes may be NULL.
 *
 * Any number of threads may use one object at once, except to close it.
 */

#ifdef __cplusplus
extern "C" {
#define SECTIONAL_NOEXCEPT noexcept
#else
#define SECTIONAL_NOEXCEPT
#endif

enum {
  /* Room for every message, and for every canonical tag. */
  sectional_icu_message_size = 512,
  /* Room for every version. */
  sectional_icu_version_size = 32,
  /* Returned instead of a length, an order or a place if memory ran out or a text is too long. */
  sectional_icu_failed = -2,
};

/* Writes the version of the ICU library, such as 72.1. */
void sectional_icu_library_version(char version[_Nonnull sectional_icu_version_size]) SECTIONAL_NOEXCEPT;

/* An order of texts. */
typedef struct sectional_collator sectional_collator;

/* Opens the order that a tag names. Keywords of the tag change it; a collation type that ICU doesn't have is an error. */
sectional_collator *_Nullable sectional_collator_open(
  const char *_Nonnull tag, char message[_Nonnull sectional_icu_message_size]) SECTIONAL_NOEXCEPT;
void sectional_collator_close(sectional_collator *_Nullable collator) SECTIONAL_NOEXCEPT;

/* The tag in ICU's spelling, valid until the collator is closed. */
const char *_Nonnull sectional_collator_tag(const sectional_collator *_Nonnull collator) SECTIONAL_NOEXCEPT;

/* Writes the order's version as PostgreSQL does into pg_collation.collversion. It changes when the order might. */
void sectional_collator_version(
  const sectional_collator *_Nonnull collator, char version[_Nonnull sectional_icu_version_size]) SECTIONAL_NOEXCEPT;

/*
 * Writes bytes that are ordered as the texts are, and returns their number, without a terminating zero.
 * The buffer needs room for one byte more: if the result isn't less than the capacity, its content is undefined.
 */
int64_t sectional_collator_sort_key(
  const sectional_collator *_Nonnull collator, const void *_Nullable text, size_t length, uint8_t *_Nullable key,
  size_t capacity) SECTIONAL_NOEXCEPT;

/* Returns -1, 0 or 1. Different texts may be equal. */
int32_t sectional_collator_compare(
  const sectional_collator *_Nonnull collator, const void *_Nullable left, size_t left_length,
  const void *_Nullable right, size_t right_length) SECTIONAL_NOEXCEPT;

/* The titles under which a language's lists of names are divided, in their order. */
typedef struct sectional_index sectional_index;

typedef enum {
  sectional_bucket_letter,
  /* Before, between and after the scripts that have titles. */
  sectional_bucket_underflow,
  sectional_bucket_inflow,
  sectional_bucket_overflow,
} sectional_bucket_kind;

/* Opens the index of a language, in its order, with the titles of more languages. */
sectional_index *_Nullable sectional_index_open(
  const char *_Nonnull tag, const char *_Nonnull const *_Nullable more_tags, size_t more_count,
  char message[_Nonnull sectional_icu_message_size]) SECTIONAL_NOEXCEPT;
void sectional_index_close(sectional_index *_Nullable index) SECTIONAL_NOEXCEPT;

int32_t sectional_index_count(const sectional_index *_Nonnull index) SECTIONAL_NOEXCEPT;

/* A bucket that exists. The title is valid until the index is closed. */
const char *_Nonnull sectional_index_title(const sectional_index *_Nonnull index, int32_t bucket) SECTIONAL_NOEXCEPT;
sectional_bucket_kind sectional_index_kind(const sectional_index *_Nonnull index, int32_t bucket) SECTIONAL_NOEXCEPT;

/* Returns the place of the bucket that a text belongs to. */
int32_t sectional_index_bucket(
  const sectional_index *_Nonnull index, const void *_Nullable text, size_t length) SECTIONAL_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
