import { isGateDimension } from "../domain/dimensions.ts";
import { proportion } from "../measure/proportion.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { Lexicon } from "../schema/corpus/lexicon.ts";
import { FailureManner, FailurePosition } from "../schema/corpus/long-card.ts";
import type { CheckId, LexiconName, Role } from "../schema/ids.ts";
import type { Proportion } from "../schema/scan/estimates.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { lexiconOf } from "../text/windows/question-windows.ts";
import type { LongHalf } from "./stage-cards.ts";

/** `found` of `cards`. */
interface Share {
  readonly found: number;
  readonly cards: number;
}

/** Score of a check's lexicon on its own cards. A share of zero cards is `null`. */
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
  /** Checks without any word list. Only a judge can be measured on their cards. */
  readonly withoutLexicon: readonly CheckId[];
  /** Look-alike cards of checks with an assistant lexicon, and how many the lexicon leaves alone. */
  readonly lookAlikes: { readonly leftAlone: number; readonly cards: number };
}

const KINDS = ["clear_pass", "clear_fail", "borderline", "look_alike", "adversarial"] as const;

/**
 * Runs each check's deterministic part over its cards. An assistant lexicon should find the cards labelled FAIL. A user
 * lexicon should find the cue in every card except those labelled NOT_APPLICABLE.
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
        byKind: Object.fromEntries(KINDS.map((kind) => [kind, share(kind)])) as GoldenScore["byKind"], // `KINDS` lists every kind.
      };
    }),
    withoutLexicon: input.checks
      .filter((check) => lexiconOf(check, input.lexicons) === undefined)
      .map((check) => check.id),
    lookAlikes: { leftAlone: lookAlikes.filter((item) => !item.isFound).length, cards: lookAlikes.length },
  };
}

/** One reader's verdicts on halves of long cards. */
export interface ReadHalf {
  readonly half: LongHalf;
  readonly verdict: Verdict;
}

/** Score of a reader on long cards. UNCLEAR counts neither as a found failure nor as a false alarm. */
export interface LongScore {
  readonly name: string;
  /** Failing replies with the verdict FAIL. */
  readonly recall: Proportion;
  /** Sound replies with any verdict but FAIL. */
  readonly specificity: Proportion;
  readonly unclear: Proportion;
}

export interface LongCalibration {
  readonly checks: readonly LongScore[];
  /** All checks of the gating dimensions, and all others. */
  readonly gates: LongScore;
  readonly others: LongScore;
  readonly overall: LongScore;
  /** By the reply's length in words. */
  readonly byLength: readonly LongScore[];
  /** By the position of the failure in the failing reply; its sound twin counts with it. */
  readonly byPosition: readonly LongScore[];
  readonly byManner: readonly LongScore[];
}

const LENGTHS = [
  { name: "150 to 250 words", longest: 250 },
  { name: "251 to 350 words", longest: 350 },
  { name: "351 to 500 words", longest: Number.POSITIVE_INFINITY },
] as const;

/** Measures how well a reader tells failing replies from their sound twins at full length, by check, length, position and manner. */
export function calibrateLong(read: readonly ReadHalf[], checks: readonly Check[]): LongCalibration {
  const gating = new Set(
    checks.filter(({ primary_bucket }) => isGateDimension(primary_bucket)).map(({ id }) => id),
  );
  const scores = (groups: readonly HalfGroup<ReadHalf>[]) =>
    groups.map(({ name, members }) => longScore(name, members));
  const ofGates = (isOne: boolean) => read.filter(({ half }) => gating.has(half.checkId) === isOne);
  const { byLength, byPosition, byManner } = groupHalves(read);
  return {
    checks: scores(
      grouped(
        read,
        checks.map(({ id }) => id),
        ({ checkId }) => checkId,
      ),
    ),
    gates: longScore("gates", ofGates(true)),
    others: longScore("other checks", ofGates(false)),
    overall: longScore("all", read),
    byLength: scores(byLength),
    byPosition: scores(byPosition),
    byManner: scores(byManner),
  };
}

interface HalfGroup<Member> {
  readonly name: string;
  readonly members: readonly Member[];
}

/** Groups halves by reply length, failure position and manner of failure. No group is empty. */
export function groupHalves<Member extends { readonly half: LongHalf }>(members: readonly Member[]) {
  return {
    byLength: grouped(
      members,
      LENGTHS.map(({ name }) => name),
      lengthName,
    ),
    byPosition: grouped(members, FailurePosition.options, ({ pair }) => pair.position),
    byManner: grouped(members, FailureManner.options, ({ pair }) => pair.manner),
  };
}

function grouped<Member extends { readonly half: LongHalf }>(
  all: readonly Member[],
  names: readonly string[],
  nameOf: (half: LongHalf) => string,
): readonly HalfGroup<Member>[] {
  return names
    .map((name) => ({ name, members: all.filter(({ half }) => nameOf(half) === name) }))
    .filter(({ members }) => members.length > 0);
}

function lengthName({ words }: LongHalf): string {
  return LENGTHS.find(({ longest }) => words <= longest)?.name ?? "";
}

function longScore(name: string, read: readonly ReadHalf[]): LongScore {
  const failing = read.filter(({ half }) => half.card.label === "FAIL");
  const sound = read.filter(({ half }) => half.card.label === "PASS");
  const count = (rows: readonly ReadHalf[], isSo: (verdict: Verdict) => boolean) =>
    proportion(rows.filter(({ verdict }) => isSo(verdict)).length, rows.length);
  return {
    name,
    recall: count(failing, (verdict) => verdict === "FAIL"),
    specificity: count(sound, (verdict) => verdict !== "FAIL"),
    unclear: count(read, (verdict) => verdict === "UNCLEAR"),
  };
}

/** Reads the halves with the word lists that look for a check's failures; skips checks without such a list. */
export function readByWords(
  halves: readonly LongHalf[],
  input: Pick<Parameters<typeof calibrateGolden>[0], "checks" | "lexicons" | "matcher">,
): readonly ReadHalf[] {
  const lexicons = new Map(input.checks.map((check) => [check.id, lexiconOf(check, input.lexicons)]));
  return halves.flatMap((half): ReadHalf[] => {
    const lexicon = lexicons.get(half.checkId);
    if (lexicon?.role !== "assistant") return [];
    const reply = { ...half.card, turns: half.card.turns.slice(-1) };
    return [{ half, verdict: isFound(reply, lexicon, input.matcher) ? "FAIL" : "PASS" }];
  });
}

function isFound(card: GoldenCard, lexicon: Lexicon, matcher: LexiconMatcher): boolean {
  const only = new Set([lexicon.name]);
  return card.turns.some(
    (turn) => turn.role === lexicon.role && matcher.find(turn.content, turn.role, only).length > 0,
  );
}
