// One order of the two lists, with what can be counted and found in it.

// A sign stands beside the color, so that nobody needs the color.
const kinds = {
  same: { sign: "=", words: () => ["Same"] },
  moved: { sign: "⇅", words: () => ["Moved"] },
  other: { sign: "≠", words: () => ["Different values, same place"] },
  otherKey: { sign: "≈", words: () => ["Different keys"] },
  onlyFirst: { sign: "−", words: () => ["Only in ", storeName(0)] },
  onlySecond: { sign: "+", words: () => ["Only in ", storeName(1)] },
};

const sectionStatuses = {
  ...kinds,
  other: { sign: "≠", words: () => ["Different counts"] },
  again: { sign: "↻", words: () => ["Repeated"] },
};

const rowOn = (line, side) => line[sideKeys[side]];
const isRow = (line) => line.kind !== undefined;
const isHeading = (line) => line.section !== undefined;

function isDifference(line) {
  if (isRow(line)) return line.kind !== "same";
  return isHeading(line) && line.section[0] !== line.section[1];
}

const keyOn = (line, side) => rowOn(line, side)?.key ?? line.key;

// Where each moved row stands on each side: one map from keys to line numbers per side.
function movedLines(lines) {
  const maps = [new Map(), new Map()];
  lines.forEach((line, index) => {
    if (line.kind !== "moved") return;
    for (const side of sides) if (rowOn(line, side)) maps[side].set(keyOn(line, side), index);
  });
  return maps;
}

function prepare(order) {
  const lines = order.lines ?? [];
  const model = { order, lines, causes: order.causes ?? [], moved: movedLines(lines), texts: null, opened: new Set() };
  // A moved row has up to two lines but is one row: the line on the right isn't counted if there is one on the left.
  model.isCounted = lines.map((line) => isRow(line)
    && !(line.kind === "moved" && !line.left && model.moved[0].has(keyOn(line, 1))));
  model.counts = countRows(model);
  model.columns = arrangedColumns(order);
  return model;
}

function countRows(model) {
  const counts = { all: 0, elsewhere: 0, kinds: {}, causes: model.causes.map(() => 0), columns: data.columns.map(() => 0) };
  model.lines.forEach((line, index) => {
    counts.elsewhere += line.gap ?? 0;
    if (!model.isCounted[index]) return;
    counts.all += 1;
    counts.kinds[line.kind] = (counts.kinds[line.kind] ?? 0) + 1;
    for (const cause of line.causes ?? []) counts.causes[cause] += 1;
    for (const column of line.cells ?? []) counts.columns[column] += 1;
  });
  return counts;
}

// The column that stands for a row's key if no column of the list identifies it.
const rowKey = -1;

// The columns in the order in which they are shown: what identifies a row, what differs, and the rest, most of which is folded.
function arrangedColumns(order) {
  const keys = data.keyColumns.length ? data.keyColumns : [rowKey];
  const all = [...new Set([...keys, ...order.differing.map(({ column }) => column), ...data.columns.keys()])];
  return { all, keys, shown: all.slice(0, Math.max(keys.length + order.differing.length, limits.shownColumns)) };
}

const columnName = (column) => (column === rowKey ? "key" : data.columns[column]);

// The value of a column, or of the key, in a row.
const valueOf = (row, column) => (column === rowKey ? row.key : row.cells[column]);

// The cause of a line's difference in a column.
function causeOfCell(model, line, column) {
  const causes = line.causes ?? [];
  return causes.find((cause) => model.causes[cause].column === data.columns[column]);
}

const folded = (text) => text.normalize("NFC").toLowerCase();

// What the search looks at, made when somebody searches for the first time.
function searchTexts(model) {
  model.texts ??= model.lines.map((line) => {
    if (!isRow(line)) return "";
    const rows = sides.map((side) => rowOn(line, side)).filter(Boolean);
    // Parts are separated by a character that nobody types, so that no hit spans two cells.
    return folded([line.key, ...rows.flatMap((row) => [row.key, ...row.cells])].filter((text) => text != null).join("\u0000"));
  });
  return model.texts;
}
