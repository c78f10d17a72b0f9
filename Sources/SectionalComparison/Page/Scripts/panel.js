// One order: why the lists differ, where, and the two lists.

class OrderPanel {
  constructor(model, index) {
    this.model = model;
    this.id = `order-${index}`;
    this.filter = noFilter();
    this.view = filtered(model, this.filter);
    this.columns = model.columns.shown;
    this.current = -1;     // the place of the marked line in the view, or -1
    this.first = 0;        // the places in the view that stand in the document: first ..< last
    this.last = 0;
    this.isPrinting = false;
    this.element = div({ class: "panel", id: this.id });
  }

  // Panels are built when they are first looked at.
  build() {
    if (this.element.hasChildNodes()) return;
    const { order } = this.model;
    this.element.append(make("h2", "panel-title", isolated(order.title)));
    if (order.equal) this.element.append(paragraph("no-differences", decoration("icon", "✓"), span(null, isolated(order.answer))));
    const overview = [renderColumns(this), renderMap(this)].filter(Boolean);
    this.element.append(...[renderCauses(this), overview.length ? div("overview", overview) : null, renderChart(this),
      order.equal ? null : this.buildLists()].filter(Boolean));
    this.showPage(0);
  }

  buildLists() {
    this.list = make("ol", { class: "list", "aria-labelledby": `${this.id}-lists` });
    this.toolbar = new Toolbar(this);
    this.head = div("sticky");
    this.earlier = button("quiet more", () => this.look(this.first - 1, "end"));
    this.later = button("quiet more", () => this.look(this.last, "start"));
    this.nothing = paragraph("nothing-found", "No row matches. ", button("quiet", () => this.clearFilters(), "Clear filters"));
    this.frame = div("frame", this.head, this.earlier, this.list, this.later, this.nothing);
    for (const width of [narrow, medium]) width.addEventListener("change", () => this.fit());
    this.fit();
    return titled(`${this.id}-lists`, "The two lists", this.toolbar.filters, this.frame);
  }

  // Arranges the columns: with many of them, every value is shown with its column's name.
  fit() {
    const { frame, columns } = this;
    frame.classList.toggle("narrow", narrow.matches);
    frame.classList.toggle("long-keys", hasLongKeys(this.model));
    const beside = hasLongKeys(this.model) ? columns.filter((column) => !isKey(this.model, column)) : columns;
    frame.classList.toggle("labelled", beside.length > (medium.matches ? limits.narrowColumns : limits.columns));
    frame.style.setProperty("--columns", columnTemplate(this.model, beside) || "1fr");
    this.head.replaceChildren(this.toolbar.element, renderListHead(this));
  }

  // -- Filtering

  searchFor(words) {
    if (words === this.filter.words) return;
    this.filter.words = words;
    this.filterChanged();
  }

  toggleFilter(set, value) {
    if (!this.filter[set].delete(value)) this.filter[set].add(value);
    this.filterChanged();
  }

  toggleDifferences() {
    this.filter.onlyDifferences = !this.filter.onlyDifferences;
    this.filterChanged();
  }

  get showsAllColumns() { return this.columns === this.model.columns.all; }

  toggleColumns() {
    const { all, shown } = this.model.columns;
    this.columns = this.showsAllColumns ? shown : all;
    this.fit();
    const isMarkedShown = this.current >= this.first && this.current < this.last;
    this.showPage(isMarkedShown ? this.current : this.first);
    this.toolbar.allColumns.focus({ preventScroll: true });
  }

  // Shows only what has one value, such as one cause.
  showOnly(set, value) {
    this.resetFilter();
    this.filter[set].add(value);
    this.filterChanged();
    const title = document.getElementById(`${this.id}-lists`);
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "start" });
  }

  clearFilters() {
    this.resetFilter();
    this.filterChanged();
    // The button that had the focus may be gone.
    this.toolbar.search.focus({ preventScroll: true });
  }

  resetFilter() {
    this.filter = noFilter();
    this.toolbar.search.value = "";
  }

  filterChanged() {
    this.renew();
    this.showPage(0);
    // A reader who was far down sees the beginning of the new list.
    if (this.frame.getBoundingClientRect().top < 0) this.frame.scrollIntoView({ behavior: "instant" });
  }

  // Makes the view anew; a line that is still shown stays the marked one.
  renew() {
    const marked = this.view.items[this.current]?.index;
    this.view = filtered(this.model, this.filter);
    this.current = this.view.places.get(marked) ?? -1;
  }

  // Shows equal rows that were left out.
  open(lines) {
    for (const line of lines) this.model.opened.add(line);
    this.renew();
    this.showPage(this.first);
    this.look(this.view.places.get(lines[0]), "nearest");
  }

  // -- The page of lines that stands in the document: thousands of lines at once would make a browser slow

  get pageSize() {
    return Math.min(limits.page, Math.max(limits.leastPage, Math.floor(limits.cells / this.columns.length)));
  }

  showPage(place, size = this.pageSize) {
    if (!this.list) return;
    const { items } = this.view;
    this.first = place - (place % size);
    this.last = Math.min(items.length, this.first + size);
    this.list.replaceChildren(...items.slice(this.first, this.last).map((entry, offset) => renderItem(this, entry, this.first + offset)));
    this.earlier.hidden = this.first === 0;
    this.later.hidden = this.last === items.length;
    this.earlier.textContent = `Earlier lines (${group(this.first)})`;
    this.later.textContent = `Later lines (${group(items.length - this.last)})`;
    this.nothing.hidden = items.length > 0;
    this.markCurrent();
    this.toolbar.describe(this);
    this.describePlace();
  }

  // On paper there are only the differences, one line each. Afterwards everything is as it was before.
  print(isPrinting) {
    if (!this.list || isPrinting === this.isPrinting) return;
    this.isPrinting = isPrinting;
    if (isPrinting) {
      const { filter, columns, first, current } = this;
      this.beforePrint = { filter, columns, first, marked: this.view.items[current]?.index };
      this.filter = { ...filter, onlyDifferences: true };
      this.columns = this.model.columns.shown;
    } else {
      Object.assign(this, { filter: this.beforePrint.filter, columns: this.beforePrint.columns });
    }
    this.renew();
    this.fit();
    if (isPrinting) return this.showPage(0, limits.printed);
    this.current = this.view.places.get(this.beforePrint.marked) ?? -1;
    this.showPage(this.beforePrint.first);
  }

  // Moves the focus and the view to a line, which may stand on another page.
  look(place, block) {
    if (place < this.first || place >= this.last) this.showPage(place);
    const element = this.list.children[place - this.first];
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block, behavior: "instant" });
  }

  // -- The marked line

  step(direction) {
    const { stops } = this.view;
    const next = direction > 0
      ? stops.find((place) => place > this.current)
      : stops.findLast((place) => place < this.current || this.current < 0);
    if (next !== undefined) this.goTo(next);
    else this.toolbar.place.textContent = stops.length === 0 ? "No difference shown" : direction > 0 ? "No difference below" : "No difference above";
  }

  // Goes to the first difference at or after a row.
  goToRow(position) {
    const { stops, items } = this.view;
    const place = stops.find((stop) => {
      const line = this.model.lines[items[stop].index];
      return isRow(line) && (line.left ?? line.right).position >= position;
    });
    if (place !== undefined) this.goTo(place);
  }

  goTo(place) {
    this.current = place;
    this.look(place, "center");
    this.markCurrent();
    this.describePlace();
  }

  markCurrent() {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.children[this.current - this.first]?.setAttribute("aria-current", "true");
  }

  describePlace() {
    const { stops } = this.view;
    this.toolbar.describePlace(stops.indexOf(this.current), stops.length);
  }

  escape() {
    const { search } = this.toolbar;
    if (search.value !== "") {
      search.value = "";
      this.searchFor("");
    } else if (document.activeElement === search) {
      search.blur();
    } else {
      this.current = -1;
      this.markCurrent();
      this.describePlace();
    }
  }
}
