// A value is split into emoji with their joiners, blanks at its ends or in runs, characters one can't see or that turn
// text round, and the rest, which is shown as it is.
const emoji = String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]{3,6}\u{E007F}|[0-9#*]\uFE0F\u20E3`
  + String.raw`|\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*`;
const blanks = "^ +| +$| {2,}";
const unseen = String.raw`[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}`
  + String.raw`\p{Noncharacter_Code_Point}\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u2800\uFFF9-\uFFFB]`;
const special = new RegExp(`(?<emoji>${emoji})|(?<blanks>${blanks})|(?<unseen>${unseen})`, "gu");

const hex = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// A picture such as ␊ for an ASCII control character, otherwise [U+202E].
function picture(character) {
  const code = character.codePointAt(0);
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7F ? "␡" : `[${hex(character)}]`;
}

// The pieces of a text in order, as {text} or {picture}, of which some are blanks.
function pieces(text) {
  const result = [];
  let end = 0;
  for (const match of text.matchAll(special)) {
    if (match.groups.emoji !== undefined) continue;
    if (match.index > end) result.push({ text: text.slice(end, match.index) });
    const blanks = match.groups.blanks;
    result.push({ picture: blanks ? blanks.replaceAll(" ", "␣") : picture(match[0]), name: hex(match[0]), blanks });
    end = match.index + match[0].length;
  }
  if (end < text.length) result.push({ text: text.slice(end) });
  return result;
}

// A text for an attribute, with nothing in it that one can't see.
const plain = (text) => pieces(String(text ?? "")).map((piece) => piece.text ?? piece.picture).join("");

// The nodes of a text. Where it is a part of a value, a blank at its end is shown only if it is at the value's end, too.
function shownNodes(text, { hidesBlanks = false, isFirst = true, isLast = true } = {}) {
  // A mark that combines with what stands before it would hang on to the page's own text.
  const anchor = /^\p{M}/u.test(text) ? ["\u25CC"] : [];
  const all = pieces(text);
  return [...anchor, ...all.map((piece, index) => {
    const isEnd = (index === 0 && !isFirst) || (index === all.length - 1 && !isLast);
    if (piece.text !== undefined || (hidesBlanks && isEnd && piece.blanks === " ")) return piece.text ?? " ";
    return span({ class: "picture", title: piece.name }, piece.picture);
  })];
}

// A text from the data, isolated so that its direction doesn't reach what stands beside it.
const isolated = (text, className) => make("bdi", className, ...shownNodes(text));

// The first `count` characters, or null if the text has no more than that.
function beginning(text, count) {
  if (text.length <= count) return null;
  const characters = Array.from(text);
  return characters.length > count ? { text: characters.slice(0, count).join("") } : null;
}

// A value as a reader sees it: NULL and empty are told apart from the texts of these names, long values are cut.
function valueNode(value, limit = limits.value) {
  if (value == null) return span("nothing", "NULL");
  if (value === "") return span("nothing", "empty");
  const start = beginning(value, limit);
  if (!start) return isolated(value, "value");
  const whole = span(null, isolated(start.text, "value"), "… ", button("link", () => {
    const full = isolated(value, "value");
    full.tabIndex = -1;
    whole.replaceWith(full);
    full.focus();
  }, "more characters"));
  return whole;
}

// A name that stands among other text; its beginning is enough there.
function nameNode(name) {
  const start = beginning(name, limits.name);
  return start ? span(null, isolated(start.text), "…") : isolated(name);
}

const badge = (side) => decoration(`badge side-${side + 1}`, String(side + 1));

const storeName = (side) => span("store", badge(side), nameNode(data.stores[side].name));
const plainStore = (side) => plain(data.stores[side].name);
