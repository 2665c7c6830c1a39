import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** All that a node matches, where that is a short list; else sets of texts, one of each of which is in every match. */
interface Needs {
  readonly exact: readonly string[] | null;
  readonly sets: readonly (readonly string[])[];
}

const MOST_TEXTS = 250;
const MOST_SPELLED_OUT = 24;
const MOST_SETS = 6;
/** A set that more sentences than this are likely to meet is not worth looking for beside another. */
const TELLING_SHARE = 0.7;
/** Words that so many sentences hold that they tell next to nothing. */
const COMMON = new Set(
  "a an the and or but so if to of in on at for with as is are was were be been have has had do does did not you your he she it they them her his this that what i we can will would could should all any just about from like know there here when more one out up get make take feel need".split(
    " ",
  ),
);
const COMMON_SHARE = 0.2;
const LETTER_SHARE = 0.3;
const NOTHING: Needs = { exact: null, sets: [] };
const EMPTY: Needs = { exact: [""], sets: [] };

/** The syntax tree of a valid pattern, read with the flags that the matcher uses. */
export function parsePattern(pattern: string): AST.Pattern {
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
}

/**
 * Sets of texts of which everything a pattern matches contains at least one each, the most telling set first; no text in
 * them is shorter than `shortest`. For normalised text, whose only white space is the single space.
 */
export function requiredSets(
  { alternatives }: AST.Pattern,
  shortest: number,
): readonly (readonly string[])[] {
  return setsOf(ofAlternatives(alternatives, shortest), shortest)
    .map((set) => ({ set, share: shareOfSet(set) }))
    .toSorted((a, b) => a.share - b.share)
    .filter(({ share }, index) => index === 0 || share < TELLING_SHARE)
    .slice(0, MOST_SETS)
    .map(({ set }) => shortestOf(set));
}

function ofAlternatives(alternatives: readonly AST.Alternative[], shortest: number): Needs {
  const parts = alternatives.map(({ elements }) => ofSequence(elements, shortest));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const exact = parts.flatMap((part) => part.exact ?? []);
  if (parts.every((part) => part.exact !== null) && exact.length <= MOST_TEXTS) return { exact, sets: [] };
  // One of the alternatives matches, so one text of the best set of each of them is there.
  const best = parts.map((part) => mostTelling(setsOf(part, shortest)));
  const union = best.flatMap((set) => set ?? []);
  if (best.includes(undefined) || union.length > MOST_TEXTS) return NOTHING;
  return { exact: null, sets: [union] };
}

function ofSequence(elements: readonly AST.Element[], shortest: number): Needs {
  let run: readonly string[] = [""];
  let isExact = true;
  const sets: (readonly string[])[] = [];
  const endRun = () => {
    sets.push(run);
    run = [""];
  };
  for (const element of elements) {
    const needs = ofElement(element, shortest);
    sets.push(...needs.sets);
    if (element.type === "Assertion") continue;
    const { exact } = needs;
    if (exact !== null && exact.length * run.length <= Math.max(MOST_SPELLED_OUT, exact.length, run.length)) {
      run = run.flatMap((start) => exact.map((end) => start + end));
      continue;
    }
    isExact = false;
    endRun();
    if (exact !== null) run = exact;
  }
  return isExact && sets.length === 0 ? { exact: run, sets } : { exact: null, sets: [...sets, run] };
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
        ? { exact: [""], sets: setsOf(ofAlternatives(element.alternatives, shortest), shortest) }
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
  return min === 1 && max === 1 ? needs : { exact: null, sets: setsOf(needs, shortest) };
}

/** Those that tell something: no text in them is short. */
function setsOf({ exact, sets }: Needs, shortest: number): readonly (readonly string[])[] {
  return [...(exact === null ? [] : [exact]), ...sets].filter(
    (set) => set.length <= MOST_TEXTS && set.every((text) => text.length >= shortest && text.trim() !== ""),
  );
}

function mostTelling(sets: readonly (readonly string[])[]): readonly string[] | undefined {
  if (sets.length < 2) return sets[0];
  const shares = sets.map(shareOfSet);
  return sets[shares.indexOf(Math.min(...shares))];
}

/** Without texts that hold another one: where they are, the other is too. */
function shortestOf(set: readonly string[]): readonly string[] {
  const texts = [...new Set(set)];
  return texts.filter((text) => !texts.some((other) => other.length < text.length && text.includes(other)));
}

/** A guess at the share of sentences that hold one of the texts: the smaller, the more a set tells. */
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
