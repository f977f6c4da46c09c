// What the modules of the page share. Messages and views are in protocol.d.ts, which is generated.

type Happening = Protocol.Happening;
type Base = `/api/tables/${string}`;
type Table = import('../src/capomastro/web/table.js').Table;

/** An update with its steps spelled out and what was in the box back in its view. No view is there before the start. */
interface Update<View = object> extends Omit<Protocol.Update, 'view' | 'legal'> {
  view: View;
  legal: string[];
}

/** What comes over a table's socket. */
type Message =
  | Protocol.Update
  | { type: 'ping' | 'pong'; at: number }
  | { type: 'chat'; messages: Protocol.Message[] }
  | { type: 'broadcast'; broadcast: Protocol.Broadcast };

/** Whoever sits, as an invitation or an update tells it. */
type Sitter = Protocol.Guest | Protocol.SeatInfo;

type Args = Record<string, unknown>;
/** A key of the words and its arguments. */
type Why = [key: string, args?: Args];
type Translate = (key: string, args?: Args) => string;

/** What a game's drawing may ask of the frame round it; docs/web.md tells it in prose. */
interface Ctx<View = object> {
  t: Translate;
  readonly game: string;
  readonly names: string[];
  readonly viewer: number | null;
  readonly mode: string;
  canAct: boolean;
  readonly view: View;
  readonly reducedMotion: boolean;
  /** The face of the bot in a seat, if it has one. */
  face?(seat: number, size?: number): Element | null;
  legal(): Set<string>;
  act(text: string): unknown;
  refuse(key: string, args?: Args): void;
  announce(text: string, assertive?: boolean): void;
  tell?(title: string, element: Node): void;
}

/** Something that plays on for a while; `turned` says after how long everything in it lies open. */
interface Theatre {
  ms: number;
  turned: number;
  finish(): void;
}

/** A game on the screen. */
interface Drawing {
  update(update: Update): Theatre | null | undefined;
  next?(): Item | null | undefined;
  finish?(): void;
  /**
   * Shows where these steps would go, `then` being what follows of itself; null takes that away. Returns what should come
   * into sight.
   */
  ghost?(line: string[] | null, then?: string[]): Element | null;
  destroy(): void;
}

interface ResultRow {
  seat: number;
  total: number;
  parts: { label: string; detail: string; points: number }[];
}

/** Notes: each a pitch and when it begins, in seconds. */
type Tune = [pitch: number, after: number][];

/** The pictures of a game, for the home page and for lists. */
interface Posters {
  poster(game: string): SVGElement;
  miniature(game: string): SVGElement;
}

/** What the module of a game exports. */
interface GameModule {
  seats: number[];
  mount(root: HTMLElement, ctx: Ctx): Drawing;
  prompt(update: Update, ctx: Ctx): string;
  stepLabel(text: string, ctx: Ctx): string;
  sentence(event: Happening, ctx: Ctx): string;
  thingWords?(facts: Record<string, unknown>, ctx: Ctx): Args;
  summary(update: Update, ctx: Ctx): string[];
  resultRows(view: object, ctx: Ctx, scores: number[] | null): ResultRow[];
  turnStarts(events: Happening[]): number[];
  onBoard?(text: string): boolean;
  about?(text: string, ctx: Ctx): string;
  resultPicture?(view: object, seat: number, ctx: Ctx): Element | null;
  keydown?(event: KeyboardEvent, ctx: Ctx): boolean;
  keys?: Record<string, string>;
  seenByAll?: Set<string>;
  planNumber?(view: object): number;
  piecesOf?(event: Happening): string[];
  sounds?: Record<string, Tune>;
  chance?(): Promise<Fair.Module>;
  card?(): Promise<{ picture(view: object, winners: number[]): SVGElement }>;
}

/** The deal of a match, and what can be checked of it afterwards. */
declare namespace Fair {
  type Chance = import('../src/capomastro/web/fair.js').Chance;

  interface Share {
    seats: number[];
    commitment: string;
    nonce: string;
  }
  /** The first line of a match file. */
  interface Head {
    game: string;
    rules: number;
    seats: number;
    options: Record<string, string>;
    seed: string;
    deal?: {
      table: string;
      rules: number;
      components: string | null;
      options: Record<string, string>;
      shares: Share[];
      redone: { by: number | null; without: number[]; commitment: string }[];
    };
  }
  /** How far a device has heard what its seat was told, and a hash of all of it. */
  interface Heard {
    n: number;
    hash: string;
  }
  /** What a device keeps of a deal: its nonce, what it was shown, and what its seats were told. */
  interface Kept {
    round: number;
    nonce: string;
    commitment: string;
    rounds: Record<number, string | null>;
    shares: Protocol.ShareInfo[];
    at: number;
    game?: string;
    options?: Record<string, string>;
    openings: Record<number, unknown>;
    told: Record<number, Heard>;
  }
  /** A match with all cards open: its first view, and what each step told. */
  interface Told<View> {
    head: Head;
    view: View;
    events: Happening[];
  }
  /** What each seat must have seen at first, and the first step at which something else was told. */
  interface Found {
    openings: object[];
    wrong: number | null;
  }
  /** What a game's drawing knows of its chance, and for which versions of the rules. */
  interface Module {
    rules: number[];
    opening(view: object, seat: number): object;
    follow(told: Told<object>, chance: Chance): Promise<Found>;
  }
}

/** Pictures of a game's rules, by name. */
type Figures<C = Ctx> = Record<string, (ctx: C, captions: Record<string, string>) => Child>;

/** What a page is opened with, and what it gives back. */
interface Page {
  path: string;
  params: Record<string, string>;
  names: string[];
  go(path: string, replace?: boolean): Promise<void>;
  bar(where: string, ...tools: Child[]): HTMLElement;
}
interface Opened {
  destroy(): void;
}

/** What stands inside an element; nothing is drawn for what is absent. */
type Child = Node | string | number | null | undefined | false | Child[];
/** What can have the focus. */
type Item = HTMLElement | SVGElement;
type Handler<E extends Event, Target> =
  | ((event: E & { target: Target; currentTarget: Target }) => unknown)
  | null
  | false;

/** Attributes for `h` and `s`: events by name, others as they are written in HTML. */
interface Attrs {
  onclick?: Handler<MouseEvent, HTMLButtonElement>;
  onchange?: Handler<Event, HTMLInputElement>;
  oninput?: Handler<Event, HTMLInputElement>;
  onkeydown?: Handler<KeyboardEvent, HTMLElement>;
  onsubmit?: Handler<SubmitEvent, HTMLFormElement>;
  ontoggle?: Handler<Event, HTMLDetailsElement>;
  onload?: Handler<Event, HTMLElement>;
  onerror?: Handler<Event, HTMLElement>;
  dataset?: Record<string, string>;
  style?: string;
  [name: string]: unknown;
}

/** `filter(Boolean)` leaves only what is there. */
interface Array<T> {
  filter(is: BooleanConstructor): Exclude<T, null | undefined | false | 0 | ''>[];
}

/** What is looked for in the page by a selector is always an element of HTML here; drawings are asked for by their tags. */
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<K extends keyof SVGElementTagNameMap>(selectors: K): SVGElementTagNameMap[K] | null;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<K extends keyof SVGElementTagNameMap>(selectors: K): NodeListOf<SVGElementTagNameMap[K]>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest(selectors: 'dialog'): HTMLDialogElement | null;
  closest(selectors: string): HTMLElement | null;
}

/** What a score sheet keeps: names, and what its game makes of the rest. */
interface ScoreState<Data = object> {
  names: string[];
  data: Data;
}

/** A score sheet, as its game sees it. A form is what is about to be written down. */
interface ScoreSheet<Data = object, Form = object> {
  readonly t: Translate;
  readonly players: number;
  readonly shared: boolean;
  state: ScoreState<Data>;
  form: Form;
  name(seat: number): string;
  change(act: (data: Data) => void, words?: string): void;
  draw(): void;
}

/** What the module of a game's score sheet exports. */
interface ScoreModule<Data = object, Form = object> {
  blank(players: number): Data;
  form(): Form;
  isData(data: unknown, players: number): data is Data;
  resize(data: Data, players: number): void;
  isFree(data: Data, seat: number): boolean;
  totals(data: Data, players: number): number[];
  winners(data: Data, players: number): number[];
  draw(sheet: ScoreSheet<Data, Form>): Child;
}
