// What is wrong on a page, by the geometry and the colours of all that can be seen.
() => {
  const faults = [], width = document.documentElement.clientWidth;
  const seen = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const told = e => e.localName + (e.id ? "#" + e.id : "") + " " + JSON.stringify((e.innerText || e.value || "").slice(0, 40));
  if (document.documentElement.scrollWidth > width) faults.push("the page scrolls sideways");

  const channels = text => (text.match(/[\d.]+/g) || []).map(Number);
  const luminance = text => {
    const [r, g, b] = channels(text).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = e => {
    for (; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor;
      if ((channels(color)[3] ?? 1) === 1) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const legible = (e, color) => {
    const ratio = contrast(color, behind(e));
    if (ratio < 4.5) faults.push(`${told(e)} has a contrast of ${ratio.toFixed(2)}`);
  };

  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !seen(e) || e.closest("textarea, option, script")) continue;
    const style = getComputedStyle(e);
    legible(e, e.closest("svg") ? style.fill : style.color);
    if (e.closest("svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) if (box.width > 1) boxes.push({e, box, text: walker.currentNode});
  }
  for (const e of document.querySelectorAll("button, input, select, textarea, .button")) {
    if (e.type === "hidden" || !seen(e)) continue;
    legible(e, getComputedStyle(e).color);
    boxes.push({e, box: e.getBoundingClientRect()});
    if (e.localName !== "textarea" && e.scrollWidth > e.clientWidth + 1) faults.push(`${told(e)} is cut`);
    if (e.getBoundingClientRect().height < 24) faults.push(`${told(e)} is too low to be touched`);
  }
  for (const {e, box} of boxes) if (box.left < 0 || box.right > width + 1) faults.push(`${told(e)} leaves the page`);
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
    if (a.text === b.text && a.text || a.e.contains(b.e) || b.e.contains(a.e)) return;
    const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (wide > 1 && high > 3) faults.push(`${told(a.e)} is under ${told(b.e)}`);
  }));
  return faults;
}
