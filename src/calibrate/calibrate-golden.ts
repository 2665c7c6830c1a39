import type { Check } from "../schema/corpus/check.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { Lexicon } from "../schema/corpus/lexicon.ts";
import type { CheckId, LexiconName, Role } from "../schema/ids.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { lexiconOf } from "../text/windows/question-windows.ts";

/** `found` of `cards`. */
interface Share {
  readonly found: number;
  readonly cards: number;
}

/** How a check's lexicon does on its own cards. A share of nothing is `null`. */
export interface GoldenScore {
  readonly check: CheckId;
  readonly lexicon: LexiconName;
  readonly role: Role;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly byKind: Readonly<Record<GoldenCard["kind"], Share>>;
}

export interface GoldenCalibration {
  readonly checks: readonly GoldenScore[];
  /** Checks that no word list decides or prepares; a judge alone can be measured on their cards. */
  readonly withoutLexicon: readonly CheckId[];
  /** Look-alikes of checks with an assistant lexicon, and how many of them it lets alone. */
  readonly lookAlikes: { readonly leftAlone: number; readonly cards: number };
}

const KINDS = ["clear_pass", "clear_fail", "borderline", "look_alike", "adversarial"] as const;

/**
 * Runs each check's deterministic part over its cards. An assistant lexicon ought to find the cards labelled FAIL; a
 * user lexicon ought to find the cue in every card but those labelled NOT_APPLICABLE.
 */
export function calibrateGolden(input: {
  readonly checks: readonly Check[];
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  readonly matcher: LexiconMatcher;
}): GoldenCalibration {
  const withLexicon = input.checks.flatMap((check) => {
    const lexicon = lexiconOf(check, input.lexicons);
    const cards = input.golden.get(check.id);
    return lexicon === undefined || cards === undefined ? [] : [{ check, lexicon, cards }];
  });
  const read = withLexicon.map(({ check, lexicon, cards }) => ({
    check,
    lexicon,
    cards: cards.map((card) => ({
      card,
      isFound: isFound(card, lexicon, input.matcher),
      isWanted: lexicon.role === "assistant" ? card.label === "FAIL" : card.label !== "NOT_APPLICABLE",
    })),
  }));
  const lookAlikes = read
    .filter(({ lexicon }) => lexicon.role === "assistant")
    .flatMap(({ cards }) => cards.filter(({ card, isWanted }) => card.kind === "look_alike" && !isWanted));
  return {
    checks: read.map(({ check, lexicon, cards }) => {
      const found = cards.filter((item) => item.isFound);
      const wanted = cards.filter((item) => item.isWanted);
      const right = found.filter((item) => item.isWanted).length;
      const share = (kind: GoldenCard["kind"]): Share => {
        const ofKind = cards.filter(({ card }) => card.kind === kind);
        return { found: ofKind.filter((item) => item.isFound).length, cards: ofKind.length };
      };
      return {
        check: check.id,
        lexicon: lexicon.name,
        role: lexicon.role,
        precision: found.length === 0 ? null : right / found.length,
        recall: wanted.length === 0 ? null : right / wanted.length,
        byKind: Object.fromEntries(KINDS.map((kind) => [kind, share(kind)])) as GoldenScore["byKind"], // every kind is listed
      };
    }),
    withoutLexicon: input.checks
      .filter((check) => lexiconOf(check, input.lexicons) === undefined)
      .map((check) => check.id),
    lookAlikes: { leftAlone: lookAlikes.filter((item) => !item.isFound).length, cards: lookAlikes.length },
  };
}

function isFound(card: GoldenCard, lexicon: Lexicon, matcher: LexiconMatcher): boolean {
  const only = new Set([lexicon.name]);
  return card.turns.some(
    (turn) => turn.role === lexicon.role && matcher.find(turn.content, turn.role, only).length > 0,
  );
}
