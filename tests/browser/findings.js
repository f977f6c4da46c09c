// What is wrong on a page for people who hear it, who see little, or whose fingers are large: names, roles, references,
// two controls of one name, small targets on phones, contrast.
() => {
  const findings = [];
  const shown = (item) => item.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true });
  const where = (item) =>
    `${item.tagName.toLowerCase()}.${item.getAttribute('class') ?? ''} ${(item.textContent ?? '').trim().slice(0, 40)}`;
  const named = (item) => {
    const label = item.getAttribute('aria-label') || item.getAttribute('title') || item.textContent.trim();
    const ids = item.getAttribute('aria-labelledby');
    if (label || ids?.split(' ').every((id) => document.getElementById(id))) return true;
    if (item.labels?.length) return true;
    return [...item.querySelectorAll('img[alt]')].some((image) => image.alt);
  };
  for (const item of document.querySelectorAll(
    'button, a[href], input, select, textarea, [role=img], [role=tab], dialog, [role=group]',
  )) {
    if (shown(item) && !named(item)) findings.push(`no name: ${where(item)}`);
  }
  const spoken = (item) => {
    if (item.nodeType === Node.TEXT_NODE) return item.textContent;
    if (item.nodeType !== Node.ELEMENT_NODE || item.getAttribute('aria-hidden') === 'true') return '';
    return item.getAttribute('aria-label') ?? item.getAttribute('alt') ?? [...item.childNodes].map(spoken).join('');
  };
  const nameOf = (item) => {
    const named = (item.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim();
    const label = item.matches('input, select, textarea')
      ? (item.getAttribute('aria-label') ?? [...(item.labels ?? [])].map((one) => one.textContent).join(' '))
      : spoken(item);
    return (named || label || item.title || '').replace(/\s+/g, ' ').trim();
  };
  const screen = document.querySelector('dialog[open]') ?? document.body; // a modal dialog is all there is
  const controls = [...screen.querySelectorAll('button, a[href], input, select, textarea, summary')].filter(
    (item) => shown(item) && !item.matches('.skip'),
  );
  const owners = new Map();
  for (const item of controls) {
    const name = nameOf(item);
    if (owners.has(name) && !(item.href && item.href === owners.get(name).href))
      findings.push(`two controls called "${name}": ${where(owners.get(name))} / ${where(item)}`);
    owners.set(name, item);
  }
  const LEAST = innerWidth <= 480 ? 43.5 : 0;
  for (const item of LEAST ? controls : []) {
    if (item.matches('[aria-disabled=true], :disabled') || getComputedStyle(item).display === 'inline') continue;
    const target = item.matches('[type=checkbox], [type=radio]') ? (item.labels[0] ?? item) : item; // the label is clicked as well
    const { width, height } = target.getBoundingClientRect();
    if (Math.min(width, height) < LEAST)
      findings.push(
        `small target ${Math.round(width)}×${Math.round(height)}: ${where(item)} "${nameOf(item).slice(0, 50)}"`,
      );
  }
  const ids = new Set();
  for (const item of document.querySelectorAll('[id]')) {
    if (ids.has(item.id)) findings.push(`id twice: ${item.id}`);
    ids.add(item.id);
  }
  for (const item of document.querySelectorAll('[aria-controls], [aria-labelledby], label[for]')) {
    for (const name of ['aria-controls', 'aria-labelledby', 'for']) {
      for (const id of (item.getAttribute(name) ?? '').split(' ').filter(Boolean))
        if (!document.getElementById(id)) findings.push(`${name} names nothing: ${id}`);
    }
  }
  for (const item of document.querySelectorAll('button button, a button, button a, a a'))
    findings.push(`nested: ${where(item)}`);
  for (const item of document.querySelectorAll('img:not([alt])')) findings.push(`no alt: ${item.src}`);
  for (const item of document.querySelectorAll('ul > :not(li), ol > :not(li)'))
    findings.push(`not a list item: ${where(item)}`);
  if (document.querySelectorAll('main').length !== 1) findings.push('not one main');
  if (document.querySelectorAll('h1').length !== 1) findings.push('not one h1');
  if (!document.documentElement.lang) findings.push('no language');
  const known = new Map(); // a page has few colours and many texts
  const rgb = (text) => {
    if (!known.has(text)) known.set(text, painted(text));
    return known.get(text);
  };
  const painted = (text) => {
    painted.canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const { canvas } = painted;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => top.slice(0, 3).map((value, i) => value * top[3] + under[i] * (1 - top[3]));
  const light = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
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
    if (!text || item.closest('svg, .spoken, .skip, option, noscript, [aria-disabled=true], :disabled') || !shown(item))
      continue;
    const ground = behind(item);
    if (!ground) continue;
    const style = getComputedStyle(item);
    const ink = over(rgb(style.color), ground);
    const [high, low] = [light(ink), light(ground)].sort((a, b) => b - a);
    const large =
      parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && Number(style.fontWeight) >= 700);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < (large ? 3 : 4.5) - 0.02) findings.push(`contrast ${ratio.toFixed(2)}: ${where(item)}`);
  }
  return [...new Set(findings)];
};
