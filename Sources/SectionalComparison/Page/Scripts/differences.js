// The parts in which two values differ, by what a reader takes for one character.

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const characters = (text) => Array.from(segmenter.segment(text), (part) => part.segment);

// What remains of a list without the beginning and the end it has in common with another.
function difference(list, other) {
  const shorter = Math.min(list.length, other.length);
  let start = 0;
  while (start < shorter && list[start] === other[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && list[list.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return { start, end: list.length - tail };
}

// For each of two lists, which elements aren't in their longest common subsequence.
function differing(first, second) {
  const ends = [difference(first, second), difference(second, first)];
  const marks = [first, second].map((list, side) => list.map((_, index) => index >= ends[side].start && index < ends[side].end));
  const [rows, columns] = ends.map(({ start, end }) => end - start);
  if (rows === 0 || columns === 0 || rows * columns > limits.compared ** 2) return marks;
  const at = (side, index) => (side === 0 ? first : second)[ends[side].start + index];
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row][column] = at(0, row) === at(1, column)
        ? lengths[row + 1][column + 1] + 1 : Math.max(lengths[row + 1][column], lengths[row][column + 1]);
    }
  }
  // Single equal characters between differences would only confuse.
  if (lengths[0][0] * 3 < Math.max(rows, columns)) return marks;
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (at(0, row) === at(1, column)) {
      marks[0][ends[0].start + row] = false;
      marks[1][ends[1].start + column] = false;
      row += 1;
      column += 1;
    } else if (lengths[row + 1][column] >= lengths[row][column + 1]) row += 1;
    else column += 1;
  }
  return marks;
}

// Nodes of a value in which what differs from the other one is marked; a long value is cut around the first mark.
function comparedNode(value, other, limit) {
  if (!value || other == null) return valueNode(value, limit);
  const list = characters(value);
  const others = characters(other);
  const marks = differing(list, others)[0];
  // A value that the other one begins with differs at its end.
  const first = marks.includes(true) ? marks.indexOf(true) : difference(list, others).start;
  const from = list.length <= limit ? 0 : Math.max(0, Math.min(first - Math.floor(limit / 3), list.length - limit));
  const to = Math.min(list.length, from + limit);
  const nodes = [];
  for (let start = from; start < to;) {
    let end = start + 1;
    while (end < to && marks[end] === marks[start]) end += 1;
    const shown = shownNodes(list.slice(start, end).join(""), { hidesBlanks: !marks[start], isFirst: start === 0, isLast: end === list.length });
    nodes.push(...(marks[start] ? [make("mark", null, ...shown)] : shown));
    start = end;
  }
  return span(null, from > 0 ? "…" : null, make("bdi", "value", ...nodes), to < list.length ? "…" : null);
}
