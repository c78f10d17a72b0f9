#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <unicode/alphaindex.h>
#include <unicode/tblcoll.h>
#include <unicode/ulocdata.h>

#include "SectionalCICU.h"
#include "Tag.h"

// ICU documents its immutable index as safe for threads, and the titles are copied when it is opened.
struct sectional_index {
  std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> buckets;
  std::vector<std::string> titles;
};

// For a language without data, ICU would take the titles of the language that the process runs in.
static bool hasTitles(const icu::Locale &locale) {
  UErrorCode status = U_ZERO_ERROR;
  icu::LocalULocaleDataPointer data(ulocdata_open(locale.getName(), &status));
  return U_SUCCESS(status) && status != U_USING_DEFAULT_WARNING;
}

// Opens an index that doesn't depend on the process's language.
static std::unique_ptr<icu::AlphabeticIndex> openIndex(const icu::Locale &locale, UErrorCode &status) {
  if (hasTitles(locale)) return std::make_unique<icu::AlphabeticIndex>(locale, status);
  // The language's order needs no such data. It is the root's, with the tag's keywords, and so are the titles.
  auto order = icu::Collator::createInstance(locale, status);
  if (U_FAILURE(status)) return nullptr;
  // Every collator that ICU opens for a language follows rules. The index owns it from here.
  auto index = std::make_unique<icu::AlphabeticIndex>(static_cast<icu::RuleBasedCollator *>(order), status);
  index->addLabels(icu::Locale::getRoot(), status);
  return index;
}

sectional_index *sectional_index_open(
  const char *tag, const char *const *more_tags, size_t more_count, char message[]) noexcept {
  // Every language costs about a millisecond.
  if (more_count > 100) {
    explain(message, tag, "comes with the titles of more than 100 other languages");
    return nullptr;
  }
  icu::Locale locale;
  if (!readTag(tag, locale, message)) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  auto index = openIndex(locale, status);
  // By default ICU leaves out letters at regular distances until 99 are left.
  if (U_SUCCESS(status)) index->setMaxLabelCount(10'000, status);
  for (size_t place = 0; place < more_count && U_SUCCESS(status); place++) {
    icu::Locale more;
    if (!readTag(more_tags[place], more, message)) return nullptr;
    if (!hasTitles(more)) {
      explain(message, more_tags[place], "names a language whose titles ICU doesn't know");
      return nullptr;
    }
    index->addLabels(more, status);
  }
  auto opened = std::make_unique<sectional_index>();
  if (U_SUCCESS(status)) opened->buckets.reset(index->buildImmutableIndex(status));
  if (U_FAILURE(status)) {
    explainFailure(message, tag, status);
    return nullptr;
  }
  for (int32_t bucket = 0; bucket < opened->buckets->getBucketCount(); bucket++) {
    opened->titles.emplace_back();
    opened->buckets->getBucket(bucket)->getLabel().toUTF8String(opened->titles.back());
  }
  return opened.release();
}

void sectional_index_close(sectional_index *index) noexcept { delete index; }

int32_t sectional_index_count(const sectional_index *index) noexcept { return index->buckets->getBucketCount(); }

const char *sectional_index_title(const sectional_index *index, int32_t bucket) noexcept {
  return index->titles[static_cast<size_t>(bucket)].c_str();
}

sectional_bucket_kind sectional_index_kind(const sectional_index *index, int32_t bucket) noexcept {
  switch (index->buckets->getBucket(bucket)->getLabelType()) {
  case U_ALPHAINDEX_UNDERFLOW: return sectional_bucket_underflow;
  case U_ALPHAINDEX_INFLOW: return sectional_bucket_inflow;
  case U_ALPHAINDEX_OVERFLOW: return sectional_bucket_overflow;
  default: return sectional_bucket_letter;
  }
}

int32_t sectional_index_bucket(const sectional_index *index, const void *text, size_t length) noexcept {
  if (length > size_t{1} << 25) return sectional_icu_failed;
  UErrorCode status = U_ZERO_ERROR;
  icu::StringPiece bytes(static_cast<const char *>(text), static_cast<int32_t>(length));
  int32_t bucket = index->buckets->getBucketIndex(icu::UnicodeString::fromUTF8(bytes), status);
  return U_SUCCESS(status) ? bucket : sectional_icu_failed;
}
