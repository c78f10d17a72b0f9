function start() {
  const content = document.getElementById("content");
  try {
    data = JSON.parse(document.getElementById("data").textContent);
  } catch {
    content.append(paragraph({ class: "notice", role: "alert" }, "The data in this file can’t be read. The file may have been cut off or changed."));
    return;
  }
  const panels = data.orders.map((order, index) => new OrderPanel(prepare(order), index));
  const tabs = new Tabs(panels);
  const choose = (index) => {
    tabs.choose(panels[index]);
    tabs.tabs[index].focus();
  };
  renderHead();
  content.append(renderSummary(panels.map((panel) => panel.model), choose));
  if (tabs.element) content.append(tabs.element);
  content.append(...panels.map((panel) => panel.element));
  // What differs is what the reader came for.
  const first = panels.find((panel) => !panel.model.order.equal) ?? panels[0];
  if (first) tabs.choose(first);
  listenForKeys(() => tabs.chosen);
  addEventListener("beforeprint", () => tabs.chosen?.print(true));
  addEventListener("afterprint", () => tabs.chosen?.print(false));
}

start();
