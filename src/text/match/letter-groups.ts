import { NumberLists } from "./number-lists.ts";
import type { Need } from "./required-sets.ts";

/** A letter group maps to one of 2^PLACE_BITS places. */
const PLACE_BITS = 15;
/** Near the golden ratio: spreads neighbouring numbers (Knuth's multiplicative hashing). */
const SPREAD = 0x9e3779b1;
const PAIR = 0x10000;

/**
 * Groups of two and three letters of a part of a text. Groups may share a place: a reported presence may be false, a
 * reported absence is certain.
 */
export class LetterGroups {
  private readonly places = new Int32Array(2 ** (PLACE_BITS - 5));
  private readonly needs: NumberedNeeds;
  /** Per need: the part of its last lookup, times two, plus one if it may be met there. */
  private readonly answers: Int32Array;
  private part = 0;
  private start = -1;
  private end = -1;

  constructor(needs: NumberedNeeds) {
    this.needs = needs;
    this.answers = new Int32Array(needs.kinds.length);
  }

  /** Call before reading the next text. */
  forget(): void {
    this.start = -1;
  }

  /** Reads `[start, end)`, unless it was the last range read. */
  read(text: string, start: number, end: number): void {
    if (start === this.start && end === this.end) return;
    this.start = start;
    this.end = end;
    this.part = (this.part + 1) % 0x3fffffff;
    if (this.part === 0) this.answers.fill(-1);
    const { places } = this;
    places.fill(0);
    let first = 0;
    let second = 0;
    for (let at = start; at < end; at += 1) {
      const third = text.charCodeAt(at);
      const pair = placeOf(PAIR + (second << 5) + third);
      const three = placeOf((first << 10) + (second << 5) + third);
      places[pair >>> 5] = (places[pair >>> 5] ?? 0) | (1 << pair);
      places[three >>> 5] = (places[three >>> 5] ?? 0) | (1 << three);
      first = second;
      second = third;
    }
  }

  /** Whether the part read may meet a need. Many patterns share needs, so each is looked up once. */
  mayMeet(need: number): boolean {
    const answer = this.answers[need] ?? 0;
    if (answer >> 1 === this.part) return (answer & 1) === 1;
    const isMet = this.lookUp(need);
    this.answers[need] = this.part * 2 + (isMet ? 1 : 0);
    return isMet;
  }

  private lookUp(need: number): boolean {
    const { kinds, parts } = this.needs;
    const { items } = parts;
    const end = parts.first[need + 1] ?? 0;
    const kind = kinds[need] ?? 0;
    let at = parts.first[need] ?? 0;
    if (kind === TEXTS) {
      while (at < end) {
        const next = at + 1 + (items[at] ?? 0);
        if (this.holdsAll(items, at + 1, next)) return true;
        at = next;
      }
      return false;
    }
    for (; at < end; at += 1) {
      if (this.mayMeet(items[at] ?? 0) === (kind === ANY)) return kind === ANY;
    }
    return kind === ALL;
  }

  private holdsAll(groups: Int32Array, from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) {
      const place = groups[at] ?? 0;
      if (((this.places[place >>> 5] ?? 0) & (1 << place)) === 0) return false;
    }
    return true;
  }
}

const [TEXTS, ALL, ANY] = [0, 1, 2];

/** Numbers needs, equal ones once, in flat arrays for frequent lookups. */
export class NumberedNeeds {
  /** Numbers of the needs given to the constructor. */
  readonly numbers: readonly number[];
  readonly kinds: Uint8Array;
  /** Per need: the numbers of its parts; or per text the count of its groups and their places. */
  readonly parts: NumberLists;

  constructor(needs: readonly Need[]) {
    const known = new Map<string, number>();
    const kinds: number[] = [];
    const parts: (readonly number[])[] = [];
    this.numbers = needs.map(numberOf);
    this.kinds = Uint8Array.from(kinds);
    this.parts = new NumberLists(parts);

    function numberOf(need: Need): number {
      if (typeof need === "string") return numberOf({ any: [need] });
      const among = "any" in need ? need.any : need.all;
      const texts = among.filter((one) => typeof one === "string");
      if ("any" in need && texts.length === among.length) return add(TEXTS, texts.flatMap(codeOf));
      return add("any" in need ? ANY : ALL, among.map(numberOf));
    }

    function add(kind: number, own: readonly number[]): number {
      const key = `${kind}:${own.join()}`;
      const number = known.get(key) ?? kinds.length;
      if (number === kinds.length) {
        known.set(key, number);
        kinds.push(kind);
        parts.push(own);
      }
      return number;
    }
  }
}

/** Returns the count of a text's groups, then each place: groups of three letters, or one group of two. */
function codeOf(text: string): readonly number[] {
  const [first, second] = [text.charCodeAt(0), text.charCodeAt(1)];
  if (text.length === 2) return [1, placeOf(PAIR + (first << 5) + second)];
  const groups = Array.from({ length: Math.max(0, text.length - 2) }, (_, at) =>
    placeOf((text.charCodeAt(at) << 10) + (text.charCodeAt(at + 1) << 5) + text.charCodeAt(at + 2)),
  );
  return [groups.length, ...groups];
}

function placeOf(group: number): number {
  return Math.imul(group, SPREAD) >>> (32 - PLACE_BITS);
}
