import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Required content of a text: a string, all of some needs, or any of them. */
export type Need = string | { readonly all: readonly Need[] } | { readonly any: readonly Need[] };

/** All matches of a node, if that is a short list; else sets, of each of which every match contains one. */
interface Needs {
  readonly exact: readonly string[] | null;
  readonly sets: readonly TextSet[];
}

/** Texts of which one must occur, `null` if there is no such list; for alternatives also the needs of each. */
interface TextSet {
  readonly texts: readonly string[] | null;
  readonly alternatives?: readonly Needs[];
}

const MOST_TEXTS = 250;
const MOST_SPELLED_OUT = 24;
/** Words in so many sentences that they distinguish little. */
const COMMON = new Set(
  "a an the and or but so if to of in on at for with as is are was were be been have has had do does did not you your he she it they them her his this that what i we can will would could should all any just about from like know there here when more one out up get make take feel need".split(
    " ",
  ),
);
const COMMON_SHARE = 0.2;
const LETTER_SHARE = 0.3;
/** Even the absence of an ordinary word saves a search. */
const SHORTEST_NEEDED = 2;
const NO_NEED: Need = { all: [] };
const NOTHING: Needs = { exact: null, sets: [] };
const EMPTY: Needs = { exact: [""], sets: [] };

/** Parses a valid pattern with the matcher's flags. */
export function parsePattern(pattern: string): AST.Pattern {
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
}

/**
 * Returns texts of which every match contains at least one: the most selective ones, none shorter than `shortest`. For
 * normalised text, whose only white space is the single space.
 */
export function requiredSet({ alternatives }: AST.Pattern, shortest: number): readonly string[] | undefined {
  const best = mostTelling(setsOf(ofAlternatives(alternatives, shortest), shortest));
  return best && shortestOf(best);
}

/** Returns the content that every match contains, as far as texts of two or more letters express it. */
export function patternNeeds({ alternatives }: AST.Pattern, literals: readonly string[]): Need {
  return allNeeds([anyText(literals), needOf(ofAlternatives(alternatives, SHORTEST_NEEDED))]);
}

function needOf(needs: Needs): Need {
  return allNeeds(
    withExact(needs).map(({ texts, alternatives }) =>
      alternatives === undefined ? anyText(texts ?? [""]) : anyNeed(alternatives.map(needOf)),
    ),
  );
}

function allNeeds(needs: readonly Need[]): Need {
  const all = needs.flatMap((need) => (typeof need !== "string" && "all" in need ? need.all : [need]));
  if (all.length === 1) return all[0] ?? NO_NEED;
  const ranked = all.map((need) => ({ need, rank: rankOf(need) })).sort((a, b) => a.rank - b.rank);
  return { all: ranked.map(({ need }) => need) };
}

function anyText(texts: readonly string[]): Need {
  return texts.some((text) => text.length < SHORTEST_NEEDED) ? NO_NEED : { any: shortestOf(texts) };
}

function anyNeed(needs: readonly Need[]): Need {
  return needs.some(isNothing) ? NO_NEED : { any: needs };
}

function isNothing(need: Need): boolean {
  return typeof need !== "string" && "all" in need && need.all.length === 0;
}

/** Ranks needs: cheap and likely to be missing first. */
function rankOf(need: Need): number {
  const share = Math.min(1, shareOfNeed(need));
  return sizeOf(need) / (1.02 - share);
}

function sizeOf(need: Need): number {
  if (typeof need === "string") return 1;
  return "any" in need
    ? need.any.reduce((size, one) => size + sizeOf(one), 0)
    : 1 + sizeOf(need.all[0] ?? "");
}

/** Estimates the share of sentences that meet a need. */
function shareOfNeed(need: Need): number {
  if (typeof need === "string") return shareOf(need);
  return "any" in need
    ? need.any.reduce((share, one) => share + shareOfNeed(one), 0)
    : Math.min(1, ...need.all.map(shareOfNeed));
}

function ofAlternatives(alternatives: readonly AST.Alternative[], shortest: number): Needs {
  const parts = alternatives.map(({ elements }) => ofSequence(elements, shortest));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const exact = parts.flatMap((part) => part.exact ?? []);
  if (parts.every((part) => part.exact !== null) && exact.length <= MOST_TEXTS) return { exact, sets: [] };
  // One of the alternatives matches, so the text contains one of the best set of each.
  const best = parts.map((part) => mostTelling(setsOf(part, shortest)));
  const union = best.flatMap((set) => set ?? []);
  const texts = best.includes(undefined) || union.length > MOST_TEXTS ? null : union;
  return { exact: null, sets: [{ texts, alternatives: parts }] };
}

function ofSequence(elements: readonly AST.Element[], shortest: number): Needs {
  let run: readonly string[] = [""];
  /** Single characters after the run make up most of a pattern, so they are appended at once. */
  let spelled = "";
  let isExact = true;
  const sets: TextSet[] = [];
  const spellOut = () => {
    if (spelled !== "") run = run.map((start) => start + spelled);
    spelled = "";
  };
  for (const element of elements) {
    if (element.type === "Character") {
      spelled += String.fromCodePoint(element.value);
      continue;
    }
    const needs = ofElement(element, shortest);
    sets.push(...needs.sets);
    if (element.type === "Assertion") continue;
    const { exact } = needs;
    spellOut();
    if (exact !== null && exact.length * run.length <= Math.max(MOST_SPELLED_OUT, exact.length, run.length)) {
      run = run.flatMap((start) => exact.map((end) => start + end));
      continue;
    }
    isExact = false;
    sets.push({ texts: run });
    run = exact ?? [""];
  }
  spellOut();
  return isExact && sets.length === 0
    ? { exact: run, sets }
    : { exact: null, sets: [...sets, { texts: run }] };
}

function ofElement(element: AST.Element, shortest: number): Needs {
  switch (element.type) {
    case "Character":
      return { exact: [String.fromCodePoint(element.value)], sets: [] };
    case "CharacterSet":
      return element.kind === "space" && !element.negate ? { exact: [" "], sets: [] } : NOTHING;
    case "CharacterClass":
      return ofClass(element);
    case "Group":
    case "CapturingGroup":
      return ofAlternatives(element.alternatives, shortest);
    case "Quantifier":
      return ofQuantifier(element, shortest);
    case "Assertion":
      return element.kind === "lookahead" && !element.negate
        ? { exact: [""], sets: withExact(ofAlternatives(element.alternatives, shortest)) }
        : EMPTY;
    default:
      return NOTHING;
  }
}

function ofClass({ elements, negate }: AST.CharacterClass): Needs {
  const characters = elements.flatMap((member) =>
    member.type === "Character" ? [String.fromCodePoint(member.value)] : [],
  );
  return negate || characters.length < elements.length ? NOTHING : { exact: characters, sets: [] };
}

function ofQuantifier({ element, min, max }: AST.Quantifier, shortest: number): Needs {
  const needs = ofElement(element, shortest);
  if (min === 0) {
    return max === 1 && needs.exact !== null ? { exact: ["", ...needs.exact], sets: [] } : NOTHING;
  }
  return min === 1 && max === 1 ? needs : { exact: null, sets: withExact(needs) };
}

function withExact({ exact, sets }: Needs): readonly TextSet[] {
  return exact === null ? sets : [{ texts: exact }, ...sets];
}

/** Selective sets: those without short texts. */
function setsOf(needs: Needs, shortest: number): readonly (readonly string[])[] {
  return withExact(needs)
    .flatMap(({ texts }) => (texts === null ? [] : [texts]))
    .filter(
      (set) => set.length <= MOST_TEXTS && set.every((text) => text.length >= shortest && text.trim() !== ""),
    );
}

function mostTelling(sets: readonly (readonly string[])[]): readonly string[] | undefined {
  if (sets.length < 2) return sets[0];
  const shares = sets.map(shareOfSet);
  return sets[shares.indexOf(Math.min(...shares))];
}

/** Drops texts that contain another one, because it is found with them. */
function shortestOf(set: readonly string[]): readonly string[] {
  const texts = [...new Set(set)];
  return texts.filter((text) => !texts.some((other) => other.length < text.length && text.includes(other)));
}

/** Estimates the share of sentences with one of the texts; a smaller share is more selective. */
function shareOfSet(set: readonly string[]): number {
  return set.reduce((share, text) => share + shareOf(text), 0);
}

function shareOf(text: string): number {
  let share = 1;
  for (const word of text.split(/[ ']/)) {
    if (word !== "") share *= COMMON.has(word) ? COMMON_SHARE : LETTER_SHARE ** word.length;
  }
  return share;
}
