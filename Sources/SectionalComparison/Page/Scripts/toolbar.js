// What stands above the two lists: the search, the steps, and the filters.

class Toolbar {
  constructor(panel) {
    this.panel = panel;
    this.toggles = [];
    this.filters = this.makeFilters();
    this.element = this.makeBar();
  }

  makeBar() {
    const { panel } = this;
    const id = `${panel.id}-search`;
    this.search = make("input", { type: "search", id, placeholder: "Search", autocomplete: "off", spellcheck: "false" });
    let timer;
    this.search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => panel.searchFor(this.search.value), 120);
    });
    this.count = span({ class: "count", role: "status" });
    this.place = span({ class: "place", role: "status" });
    this.unsearched = paragraph({ class: "unsearched dim", role: "status", hidden: "" });
    this.onlyDifferences = button({ class: "toggle", "aria-pressed": false }, () => panel.toggleDifferences(), "Differences only");
    const { all, shown } = panel.model.columns;
    this.allColumns = all.length === shown.length ? null
      : button({ class: "toggle all-columns", "aria-pressed": false }, () => panel.toggleColumns(), `All ${all.length} columns`);
    return div({ class: "toolbar", role: "search", "aria-label": "The two lists" },
      div("field", make("label", { for: id, class: "unseen" }, "Search keys and values"), this.search),
      this.onlyDifferences, this.allColumns,
      div("steps", this.stepButton(-1, "↑", "Previous"), this.stepButton(1, "↓", "Next")),
      div("states", this.count, this.place),
      this.unsearched);
  }

  stepButton(direction, arrow, word) {
    return button({ "aria-label": `${word} difference` }, () => this.panel.step(direction), decoration("icon", arrow), span("wide-only", word));
  }

  makeFilters() {
    const { model } = this.panel;
    const { counts, order } = model;
    const byCause = model.causes.map((cause, index) => this.filterButton("causes", index, counts.causes[index],
      `cause-${index % hues}`, causeMark(index), span(null, isolated(cause.title), cause.column == null ? null : [" ", span("chip-column", isolated(cause.column))])));
    const byColumn = order.differing.map(({ column }) => this.filterButton("columns", column, counts.columns[column], "", nameNode(data.columns[column])));
    const byKind = Object.keys(kinds).map((kind) => this.filterButton("kinds", kind, counts.kinds[kind],
      "", decoration("sign", kinds[kind].sign), span(null, kinds[kind].words())));
    this.clear = button({ class: "link", hidden: "" }, () => this.panel.clearFilters(), "Clear filters");
    const details = make("details", "filters",
      make("summary", null, "Filters and keys"),
      byCause.some(Boolean) ? this.filterGroup("Only rows with cause", byCause) : null,
      byColumn.some(Boolean) ? this.filterGroup("Only rows that differ in", byColumn) : null,
      this.filterGroup("Only rows of kind", byKind),
      counts.elsewhere + order.leftOut > 0 ? paragraph("note dim", "The numbers are of rows on this page.") : null,
      renderKeys(),
      this.clear);
    details.open = !narrow.matches;
    return details;
  }

  filterGroup(label, buttons) {
    return div({ class: "filter-group", role: "group", "aria-label": label }, decoration("filter-label", label), div("toggles", buttons));
  }

  // A button that limits the list to what has `value`, or nothing if no row has it.
  filterButton(set, value, count, className, ...label) {
    if (!count) return null;
    const toggle = button({ class: `toggle ${className}`, "aria-pressed": false }, () => this.panel.toggleFilter(set, value),
      label, " ", span("number", group(count)), hiddenText(count === 1 ? " row" : " rows"));
    this.toggles.push({ toggle, set, value });
    return toggle;
  }

  // Shows what is filtered, and how many rows that leaves.
  describe({ filter, view, model, showsAllColumns }) {
    const { all, elsewhere } = model.counts;
    const hits = filter.words ? `: ${plural(view.rows, "hit")}` : "";
    this.onlyDifferences.setAttribute("aria-pressed", filter.onlyDifferences);
    this.allColumns?.setAttribute("aria-pressed", showsAllColumns);
    for (const { toggle, set, value } of this.toggles) toggle.setAttribute("aria-pressed", filter[set].has(value));
    this.clear.hidden = !isNarrow(filter) && !filter.onlyDifferences;
    this.count.textContent = view.rows === all && !hits ? `${plural(all, "row")} shown` : `${group(view.rows)} of ${plural(all, "row")} shown${hits}`;
    this.unsearched.hidden = !filter.words || elsewhere + model.order.leftOut === 0;
    const rest = [elsewhere ? plural(elsewhere, "equal row") : null, model.order.leftOut ? plural(model.order.leftOut, "differing row") : null];
    this.unsearched.textContent = `Not searched, because not on this page: ${rest.filter(Boolean).join(" and ")}.`;
  }

  describePlace(stop, stops) {
    this.place.textContent = stop < 0 ? "" : `Difference ${group(stop + 1)} of ${group(stops)}`;
  }
}
