#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>

#include <unicode/ucol.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

#include "SectionalCICU.h"
#include "Tag.h"

// ICU's collators may be shared by threads as long as nobody changes them. After it is opened, this one is only passed to
// functions that take a const collator, and those keep their state on the stack.
struct sectional_collator {
  icu::LocalUCollatorPointer order;
  std::string tag;
};

sectional_collator *sectional_collator_open(const char *tag, char message[]) noexcept {
  icu::Locale locale;
  if (!readTag(tag, locale, message)) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  auto spelling = locale.toLanguageTag<std::string>(status);
  icu::LocalUCollatorPointer order(ucol_open(locale.getName(), &status));
  if (U_FAILURE(status)) {
    explainFailure(message, tag, status);
    return nullptr;
  }
  return new sectional_collator{std::move(order), std::move(spelling)};
}

void sectional_collator_close(sectional_collator *collator) noexcept { delete collator; }

const char *sectional_collator_tag(const sectional_collator *collator) noexcept { return collator->tag.c_str(); }

void sectional_collator_version(const sectional_collator *collator, char version[]) noexcept {
  UVersionInfo numbers;
  ucol_getVersion(collator->order.getAlias(), numbers);
  u_versionToString(numbers, version);
}

// Converts a text to UTF-16 and returns the number of units, of which there are at most as many as bytes.
static int32_t widen(const unsigned char *text, int32_t length, UChar *units) {
  // Most names are ASCII. Widening all of a text first lets the compiler use vectors.
  unsigned char all = 0;
  for (int32_t place = 0; place < length; place++) {
    all |= text[place];
    units[place] = text[place];
  }
  if (all < 0x80) return length;
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = 0;
  u_strFromUTF8WithSub(
    units, length, &count, reinterpret_cast<const char *>(text), length, 0xFFFD, nullptr, &status);
  return U_SUCCESS(status) ? count : -1;
}

int64_t sectional_collator_sort_key(
  const sectional_collator *collator, const void *text, size_t length, uint8_t *key, size_t capacity) noexcept {
  // ICU counts a key in 32 bits, and a character that stands for a phrase has tens of bytes in a key.
  if (length > size_t{1} << 25) return sectional_icu_failed;
  // Names fit on the stack.
  UChar few[512];
  std::unique_ptr<UChar, decltype(&std::free)> many(nullptr, std::free);
  UChar *units = few;
  if (length > sizeof few / sizeof *few) {
    many.reset(static_cast<UChar *>(std::malloc(length * sizeof(UChar))));
    units = many.get();
    if (units == nullptr) return sectional_icu_failed;
  }
  int32_t count = widen(static_cast<const unsigned char *>(text), static_cast<int32_t>(length), units);
  if (count < 0) return sectional_icu_failed;
  auto room = static_cast<int32_t>(std::min<size_t>(capacity, std::numeric_limits<int32_t>::max()));
  // The result includes a terminating zero, so it is 0 only if ICU failed.
  int32_t size = ucol_getSortKey(collator->order.getAlias(), units, count, key, room);
  return size > 0 ? size - 1 : sectional_icu_failed;
}

int32_t sectional_collator_compare(
  const sectional_collator *collator, const void *left, size_t left_length, const void *right,
  size_t right_length) noexcept {
  constexpr size_t limit = std::numeric_limits<int32_t>::max();
  if (left_length > limit || right_length > limit) return sectional_icu_failed;
  UErrorCode status = U_ZERO_ERROR;
  auto order = ucol_strcollUTF8(
    collator->order.getAlias(), static_cast<const char *>(left), static_cast<int32_t>(left_length),
    static_cast<const char *>(right), static_cast<int32_t>(right_length), &status);
  return U_SUCCESS(status) ? static_cast<int32_t>(order) : sectional_icu_failed;
}
