// What is wrong on a page for people who hear it, or who see little: names, roles, references, contrast.
() => {
  const findings = [];
  const shown = (item) => item.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true });
  const where = (item) => `${item.tagName.toLowerCase()}.${item.getAttribute('class') ?? ''} ${(item.textContent ?? '').trim().slice(0, 40)}`;
  const named = (item) => {
    const label = item.getAttribute('aria-label') || item.getAttribute('title') || item.textContent.trim();
    const ids = item.getAttribute('aria-labelledby');
    if (label || (ids && ids.split(' ').every((id) => document.getElementById(id)))) return true;
    if (item.labels && item.labels.length) return true;
    return [...item.querySelectorAll('img[alt]')].some((image) => image.alt);
  };
  for (const item of document.querySelectorAll('button, a[href], input, select, textarea, [role=img], [role=tab], dialog, [role=group]')) {
    if (shown(item) && !named(item)) findings.push(`no name: ${where(item)}`);
  }
  const ids = new Set();
  for (const item of document.querySelectorAll('[id]')) {
    if (ids.has(item.id)) findings.push(`id twice: ${item.id}`);
    ids.add(item.id);
  }
  for (const item of document.querySelectorAll('[aria-controls], [aria-labelledby], label[for]')) {
    for (const name of ['aria-controls', 'aria-labelledby', 'for']) {
      for (const id of (item.getAttribute(name) ?? '').split(' ').filter(Boolean)) if (!document.getElementById(id)) findings.push(`${name} names nothing: ${id}`);
    }
  }
  for (const item of document.querySelectorAll('button button, a button, button a, a a')) findings.push(`nested: ${where(item)}`);
  for (const item of document.querySelectorAll('img:not([alt])')) findings.push(`no alt: ${item.src}`);
  for (const item of document.querySelectorAll('ul > :not(li), ol > :not(li)')) findings.push(`not a list item: ${where(item)}`);
  if (document.querySelectorAll('main').length !== 1) findings.push('not one main');
  if (document.querySelectorAll('h1').length !== 1) findings.push('not one h1');
  if (!document.documentElement.lang) findings.push('no language');
  const rgb = (text) => { const canvas = rgb.canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }); canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = (top, under) => top.slice(0, 3).map((value, i) => value * top[3] + under[i] * (1 - top[3]));
  const light = (colour) => { const [r, g, b] = colour.map((value) => { const part = value / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = (item) => {
    const layers = [];
    for (let at = item; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== 'none' && !style.backgroundImage.startsWith('linear-gradient(90deg')) return null;
      const colour = rgb(style.backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduceRight((under, layer) => over(layer, under), [255, 255, 255]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const item = walker.currentNode.parentElement;
    if (!text || item.closest('svg, .spoken, .skip, option, noscript, [aria-disabled=true], :disabled') || !shown(item)) continue;
    const ground = behind(item);
    if (!ground) continue;
    const style = getComputedStyle(item);
    const ink = over(rgb(style.color), ground);
    const [high, low] = [light(ink), light(ground)].sort((a, b) => b - a);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && Number(style.fontWeight) >= 700);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < (large ? 3 : 4.5) - 0.02) findings.push(`contrast ${ratio.toFixed(2)}: ${where(item)}`);
  }
  return [...new Set(findings)];
}
