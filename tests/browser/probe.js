// Measures each frame of a test page, and leaves what it found in a data attribute for --dump-dom to read.
addEventListener("load", () => {
  const report = {};
  for (const frame of document.querySelectorAll("iframe")) {
    const page = frame.contentDocument, view = frame.contentWindow;
    const colours = new Map();
    const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement;
      if (!text || !element.getClientRects().length) continue;
      const style = view.getComputedStyle(element);
      let behind = element, paper = "rgba(0, 0, 0, 0)";
      while (behind && paper === "rgba(0, 0, 0, 0)") {
        paper = view.getComputedStyle(behind).backgroundColor;
        behind = behind.parentElement;
      }
      const ink = element instanceof view.SVGElement ? style.fill : style.color;
      colours.set(ink + "/" + paper, text.slice(0, 40));
    }
    for (const line of page.querySelectorAll(".series"))
      colours.set(view.getComputedStyle(line).stroke + "/" + view.getComputedStyle(page.documentElement).backgroundColor + "/line", "line");
    const bottom = (selector) => {
      const element = page.querySelector(selector);
      return element ? Math.round(element.getBoundingClientRect().bottom) : null;
    };
    const open = [...page.querySelectorAll("h2, .section, .context")].filter((part) => !part.closest("details"));
    const table = page.querySelector(".table");
    const above = open.filter((part) => !table || part.getBoundingClientRect().bottom <= table.getBoundingClientRect().top);
    report[frame.title] = {
      scroll: page.documentElement.scrollWidth,
      client: page.documentElement.clientWidth,
      height: page.documentElement.scrollHeight,
      headline: bottom("h2"),
      table: bottom(".table"),
      rivals: bottom(".table tbody tr:nth-child(3)"),
      columns: [...page.querySelectorAll(".table thead th")].map((head) => [
        head.textContent.trim(), Math.round(head.getBoundingClientRect().right - table.getBoundingClientRect().right),
        head.scrollWidth - head.clientWidth]),
      lines: above.reduce((sum, part) => sum + Math.round(
        part.getBoundingClientRect().height / parseFloat(view.getComputedStyle(part).lineHeight)), 0),
      colours: [...colours].map(([pair, text]) => [...pair.split("/"), text]),
      unnamed: [...page.querySelectorAll("img:not([alt]), [role=img]:not([aria-label])")].length,
      scripts: page.scripts.length,
      ink: page.body.innerText.length,
    };
  }
  document.documentElement.dataset.report = JSON.stringify(report);
});
