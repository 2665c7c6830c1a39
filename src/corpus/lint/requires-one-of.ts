import type { AST } from "@eslint-community/regexpp";
import { assertNever } from "../../kernel/errors.ts";

/** Beyond these a repeat counts as any number of times, which is still sound. */
const MAX_EXACT_REPEATS = 20;

/** The longest end of the text so far that could begin a literal; FOUND once a literal has occurred. */
type State = string | typeof FOUND;
const FOUND = Symbol("found");
type States = ReadonlySet<State>;

/**
 * Whether every text that a pattern matches contains one of the literals. Runs the pattern's tree over the
 * automaton that searches for them: sound, and exact except for character classes. Text is normalised: lower
 * case, single spaces.
 */
export function requiresOneOf(pattern: AST.Pattern, literals: readonly string[]): boolean {
  const ends = afterAlternatives(pattern.alternatives, new Set([""]), createSearch(literals));
  return [...ends].every((state) => state === FOUND);
}

interface Search {
  step(states: States, character: string): States;
  /** States after one character, which may be any that the test accepts. */
  stepAny(states: States, isPossible: (character: string) => boolean): States;
}

function createSearch(literals: readonly string[]): Search {
  const alphabet = new Set(literals.join(""));
  const follow = (text: string): State => {
    if (literals.some((literal) => text.endsWith(literal))) return FOUND;
    for (let at = 0; at < text.length; at++) {
      const end = text.slice(at);
      if (literals.some((literal) => literal.startsWith(end))) return end;
    }
    return "";
  };
  const known = new Map<string, State>();
  const next = (state: State, character: string): State => {
    if (state === FOUND) return FOUND;
    const text = state + character;
    const seen = known.get(text);
    if (seen !== undefined) return seen;
    const found = follow(text);
    known.set(text, found);
    return found;
  };
  const step = (states: States, character: string): States =>
    new Set([...states].map((state) => next(state, character)));
  const stepAny = (states: States, isPossible: (character: string) => boolean): States =>
    new Set<State>([
      ...[...alphabet].filter(isPossible).flatMap((character) => [...step(states, character)]),
      // Most classes also accept a character that is in no literal.
      ...[...states].map((state) => (state === FOUND ? FOUND : "")),
    ]);
  return { step, stepAny };
}

function afterAlternatives(alternatives: readonly AST.Alternative[], states: States, search: Search): States {
  return new Set(
    alternatives.flatMap(({ elements }) => [
      ...elements.reduce<States>((reached, element) => afterElement(element, reached, search), states),
    ]),
  );
}

function afterElement(element: AST.Element, states: States, search: Search): States {
  switch (element.type) {
    case "Character":
      return search.step(states, characterOf(element));
    case "CharacterClass":
      return afterClass(element, states, search);
    case "CharacterSet":
      // Normalised text has no white space but the single space.
      if (element.kind === "space" && !element.negate) return search.step(states, " ");
      return search.stepAny(states, matcherOf(element.raw));
    case "ExpressionCharacterClass":
      return search.stepAny(states, () => true);
    case "Group":
    case "CapturingGroup":
      return afterAlternatives(element.alternatives, states, search);
    case "Quantifier":
      return afterQuantifier(element, states, search);
    case "Assertion":
      return states;
    case "Backreference":
      return closure(states, (reached) => search.stepAny(reached, () => true));
    default:
      return assertNever(element);
  }
}

function afterClass(element: AST.CharacterClass, states: States, search: Search): States {
  const single = element.elements.every((member) => member.type === "Character");
  if (element.negate || !single) return search.stepAny(states, matcherOf(element.raw));
  const characters = element.elements.flatMap((member) =>
    member.type === "Character" ? [characterOf(member)] : [],
  );
  return new Set(characters.flatMap((character) => [...search.step(states, character)]));
}

function afterQuantifier({ element, min, max }: AST.Quantifier, states: States, search: Search): States {
  const isSpace = element.type === "CharacterSet" && element.kind === "space" && !element.negate;
  if (isSpace && min > 0) return search.step(states, " ");
  const once = (reached: States): States => afterElement(element, reached, search);
  let reached = states;
  for (let time = 0; time < Math.min(min, MAX_EXACT_REPEATS); time += 1) reached = once(reached);
  return max === min && min <= MAX_EXACT_REPEATS ? reached : closure(reached, once);
}

/** Every state that any number of repeats leads to. */
function closure(states: States, once: (states: States) => States): States {
  let all = states;
  for (;;) {
    const more = new Set([...all, ...once(all)]);
    if (more.size === all.size) return all;
    all = more;
  }
}

function characterOf(character: AST.Character): string {
  return String.fromCodePoint(character.value).toLowerCase();
}

function matcherOf(raw: string): (character: string) => boolean {
  const one = new RegExp(`^(?:${raw})$`, "iu");
  return (character) => one.test(character);
}
