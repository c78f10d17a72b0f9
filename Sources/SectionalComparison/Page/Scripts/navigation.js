// Keys, and the tabs of the orders.

// Single keys can get in the way of speech input, so they can be switched off.
let singleKeys = true;

function renderKeys() {
  const box = make("input", { type: "checkbox", class: "keys-switch" });
  box.checked = singleKeys;
  box.addEventListener("change", () => {
    singleKeys = box.checked;
    for (const other of document.querySelectorAll(".keys-switch")) other.checked = singleKeys;
  });
  const key = (name) => make("kbd", null, name);
  return paragraph("keys dim", make("label", null, box, " Keys: "),
    key("n"), " ", key("j"), " next difference, ", key("p"), " ", key("k"), " previous, ", key("/"), " search, ", key("Esc"), " clear");
}

function listenForKeys(activePanel) {
  document.addEventListener("keydown", (event) => {
    const panel = activePanel();
    if (!panel?.list || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") return void panel.escape();
    if (!singleKeys || event.target.matches("input, textarea, select")) return;
    const direction = { n: 1, j: 1, p: -1, k: -1 }[event.key];
    if (!direction && event.key !== "/") return;
    event.preventDefault();
    if (direction) panel.step(direction);
    else panel.toolbar.search.focus();
  });
}

// The tabs pattern of ARIA: one tab is in the tab order, arrow keys choose among them.
class Tabs {
  constructor(panels) {
    this.panels = panels;
    this.chosen = null;
    this.tabs = panels.length < 2 ? [] : panels.map((panel) => this.makeTab(panel));
    this.element = this.tabs.length ? div({ role: "tablist", class: "tabs", "aria-label": "Order" }, this.tabs) : null;
    this.element?.addEventListener("keydown", (event) => this.keyDown(event));
  }

  makeTab(panel) {
    const { order } = panel.model;
    const tab = button({ role: "tab", id: `${panel.id}-tab`, "aria-controls": panel.id }, () => this.choose(panel),
      order.equal ? decoration("verdict equal", "✓") : decoration("verdict differs", "≠"),
      isolated(order.title), hiddenText(order.equal ? ": same" : ": different"));
    panel.element.setAttribute("role", "tabpanel");
    panel.element.setAttribute("aria-labelledby", tab.id);
    panel.element.tabIndex = 0;
    return tab;
  }

  choose(panel) {
    this.chosen = panel;
    panel.build();
    this.panels.forEach((other, index) => {
      other.element.hidden = other !== panel;
      this.tabs[index]?.setAttribute("aria-selected", other === panel);
      if (this.tabs[index]) this.tabs[index].tabIndex = other === panel ? 0 : -1;
    });
  }

  keyDown(event) {
    const end = this.panels.length - 1;
    const index = this.panels.indexOf(this.chosen);
    const after = index === end ? 0 : index + 1;
    const before = index === 0 ? end : index - 1;
    const next = { ArrowRight: after, ArrowDown: after, ArrowLeft: before, ArrowUp: before, Home: 0, End: end }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.choose(this.panels[next]);
    this.tabs[next].focus();
  }
}
