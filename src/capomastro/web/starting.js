// Sees to it that the page comes whole. It is no module, so it runs where those could not be fetched: on a train, or
// while a device changes its network. It then says so, and loads the page again, a few times by itself.

(() => {
  const KEY = 'capomastro loads';
  const WAITS = [1000, 3000, 9000];
  /** @type {Record<string, [sorry: string, again: string]>} */
  const WORDS = {
    en: ['The page did not arrive whole.', 'Load again'],
    de: ['Die Seite ist nicht vollständig angekommen.', 'Noch einmal laden'],
    nl: ['De pagina is niet volledig aangekomen.', 'Opnieuw laden'],
  };
  let failed = false;
  let started = false;

  /** How often it was loaded in vain before this, and one more. */
  function counted() {
    try {
      const before = Number(sessionStorage.getItem(KEY));
      sessionStorage.setItem(KEY, String(before + 1));
      return before;
    } catch {
      return WAITS.length; // a private window that keeps nothing: it is left to the reader
    }
  }

  function wordsHere() {
    let chosen = 'auto';
    try {
      chosen = JSON.parse(localStorage.getItem('capomastro') ?? '{}').language ?? chosen;
    } catch {
      /* as the browser says, then */
    }
    const known = [chosen, ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
    return WORDS[known.find((language) => language in WORDS) ?? 'en'];
  }

  function say() {
    const [sorry, again] = wordsHere();
    const main = document.createElement('main');
    main.id = 'main';
    main.className = 'home';
    main.appendChild(document.createElement('h1')).textContent = sorry;
    const button = main.appendChild(document.createElement('p')).appendChild(document.createElement('button'));
    button.className = 'button main';
    button.textContent = again;
    button.addEventListener('click', () => location.reload());
    document.getElementById('app')?.replaceChildren(main);
  }

  function fail() {
    if (failed || started) return;
    failed = true;
    const wait = WAITS[counted()];
    if (wait) setTimeout(() => location.reload(), wait);
    addEventListener('online', () => location.reload());
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', say);
    else say();
  }

  addEventListener(
    'error',
    ({ target }) => {
      const styles = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
      if (styles || target instanceof HTMLScriptElement || target === window) fail();
    },
    true, // what could not be fetched tells only those who listen on its way
  );
  addEventListener('unhandledrejection', fail);
  document.addEventListener('started', () => {
    started = true;
    if (failed) return; // without its styles, say: it is loaded again all the same
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      /* it never was there */
    }
  });
})();
