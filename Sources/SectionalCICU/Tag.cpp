#include "Tag.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <unicode/coll.h>
#include <unicode/uversion.h>

#include "SectionalCICU.h"

void explain(char *message, const char *tag, const char *reason) {
  // Of an endless tag, the beginning says enough.
  std::snprintf(message, sectional_icu_message_size, "the language tag \"%.80s\" %s", tag, reason);
}

void explainFailure(char *message, const char *tag, UErrorCode status) {
  bool isKeyword = status == U_ILLEGAL_ARGUMENT_ERROR || status == U_UNSUPPORTED_ERROR;
  explain(message, tag, isKeyword ? "has a keyword with a value that ICU doesn't support" : u_errorName(status));
}

// ICU takes the language's usual order instead of a type that it doesn't have, and at most warns in a way that a language
// without an order of its own does, too.
static bool hasCollationType(const icu::Locale &locale) {
  UErrorCode status = U_ZERO_ERROR;
  auto type = locale.getKeywordValue<std::string>("collation", status);
  if (type.empty()) return true;
  std::unique_ptr<icu::StringEnumeration> types(
    icu::Collator::getKeywordValuesForLocale("collation", locale, false, status));
  if (U_FAILURE(status)) return false;
  while (auto known = types->next(nullptr, status)) {
    if (type == known) return true;
  }
  return false;
}

bool readTag(const char *tag, icu::Locale &locale, char *message) {
  UErrorCode status = U_ZERO_ERROR;
  // The functions of ICU have buffers of their own, of different sizes.
  if (*tag != '\0' && std::strlen(tag) <= 200) locale = icu::Locale::forLanguageTag(tag, status);
  else status = U_ILLEGAL_ARGUMENT_ERROR;
  if (U_FAILURE(status)) {
    explain(message, tag, "is malformed; write one such as \"sv\" or \"de-u-co-phonebk\"");
    return false;
  }
  // ICU's own spelling of a few tags, such as "sv-x-true", isn't a tag.
  auto spelling = locale.toLanguageTag<std::string>(status);
  icu::Locale::forLanguageTag(spelling, status);
  // PostgreSQL hands its text to ICU, which reads a few tags, such as "zh-cmn", in another way than as a tag.
  if (U_FAILURE(status) || std::strcmp(locale.getName(), icu::Locale(tag).getName()) != 0) {
    explain(message, tag, "has a form that ICU understands in two ways; name the language alone, such as \"zh\"");
    return false;
  }
  if (!hasCollationType(locale)) {
    explain(message, tag, "has a collation type (-co-) that ICU doesn't have for the language");
    return false;
  }
  return true;
}

void sectional_icu_library_version(char version[]) noexcept {
  UVersionInfo numbers;
  u_getVersion(numbers);
  u_versionToString(numbers, version);
}
