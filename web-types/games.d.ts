// What the modules of each game share among themselves.

declare namespace Palazzo {
  type Ctx = globalThis.Ctx<View> & { label(step: string): string };
  type Update = globalThis.Update<View>;
  type Palazzi = Record<string, string[]>;

  /** A tile's or a floor's label: what it would bring. */
  interface Tag {
    text: string;
    brief?: string;
    kind?: string;
    words?: string;
  }
  /** What a tile or a card offers: a step, or why there is none. */
  interface Offer {
    step?: string;
    why?: Why;
    tag?: Tag | false | null;
    trial?: boolean;
    from?: string;
    key?: string;
  }
  interface Ghost {
    tile: string;
    step?: string;
    sign?: string;
  }
  interface House {
    floorStep?: (tile: string) => Offer;
    ghosts?: Ghost[];
    next?: number | null;
    foot?: Child;
    small?: boolean;
  }
  interface Move {
    tile: string;
    place: string;
    gain: number;
  }
  /** Where tiles on trial would go. */
  /** The steps of a hint, and those that follow of themselves. */
  interface Hinted {
    line: string[];
    then: string[];
  }
  interface Plan {
    come: Map<string, string[]>;
    begun: string[][];
    boxed: string[];
    gain: number;
  }
}

declare namespace Pillars {
  type Ctx = globalThis.Ctx<View>;
  type Update = globalThis.Update<View>;
  type Place = [row: number, column: number];

  interface Cell {
    row: number;
    column: number;
    face: string;
    name: string;
  }
  /** A district as it lies. */
  interface Lying {
    district: string;
    at: string;
    turned: number;
    cells: Cell[];
    span: Cell | null;
    fits: boolean;
  }
  /** The same as a building step says it. */
  type BuildStep = Lying & { text: string };
  interface Board {
    canal: Set<string>;
    piles: Set<string>;
    built: Map<string, { face: string; number: number; district: string }>;
    spans: Map<string, number>;
    districts: (Lying & { seat: number; number: number })[];
    marks: Map<string, number>;
    begun: Set<string>;
  }
  /** Who gets what from building. */
  interface Split {
    crests: number;
    matches: [string, string][];
    markers: Map<number, number>;
    own: number;
    atCanal: boolean;
    gondola: number | null;
    points: number[];
    stones: number;
  }
  interface Aim {
    cell: string;
    lying: Lying;
    step: string | null;
    split: Split | null;
    why: Why | null;
  }
  /** What is chosen but not yet done, and what the parts of the table ask of each other. */
  interface Play {
    update: Update;
    board: Board;
    card: number | null;
    picked: string | null;
    turn: number;
    aim: Aim | null;
    knownOpen: boolean;
    placesOpen: boolean;
    large: boolean | null;
    placedBefore: number;
    building(): boolean;
    latest(): number;
    targets(): string[];
    pickCard(index: number, step: string): unknown;
    pick(name: string): void;
    turnBy(by: number): void;
    turned(): void;
    aimed(): void;
    aimAt(lying: Lying): void;
    isLarge(): boolean;
    narrowFit(): boolean;
    zoomTo(cell: string): void;
  }
}
