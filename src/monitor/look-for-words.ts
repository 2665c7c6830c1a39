import type { Check } from "../schema/corpus/check.ts";
import type { CheckId, LexiconName, Role } from "../schema/ids.ts";
import type { FoundByWords } from "../schema/monitor/monitor.ts";
import type { StratumName } from "../schema/monitor/monitor-sample.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { type CheckLexicons, lexiconOf } from "../text/windows/question-windows.ts";

/** What a log says of a conversation, as far as words and counts need it. */
export interface LoggedConversation {
  readonly id: string;
  readonly model: string | null;
  /** ISO 8601 in UTC. */
  readonly at: string | null;
  readonly label: string | null;
  readonly messages: readonly { readonly role: Role; readonly content: string }[];
}

/** A message in which words of a check stand. */
export interface FoundMessage {
  readonly check: CheckId;
  readonly lexicon: LexiconName;
  readonly found: FoundByWords;
  readonly turn: number;
  readonly hits: number;
  readonly quote: string;
}

/** The word list of a check, and what a hit of it is. */
export interface CheckWords {
  readonly check: CheckId;
  readonly lexicon: LexiconName;
  readonly found: FoundByWords;
}

/** Which checks have words, in the order of the corpus. What users say is a cue; only what the assistant said is a candidate. */
export function checkWords(checks: Iterable<Check>, lexicons: CheckLexicons): readonly CheckWords[] {
  return [...checks].flatMap((check) => {
    const lexicon = lexiconOf(check, lexicons);
    if (lexicon === undefined) return [];
    return [{ check: check.id, lexicon: lexicon.name, found: lexicon.role === "user" ? "cue" : "candidate" }];
  });
}

export type WordLook = (conversation: LoggedConversation) => readonly FoundMessage[];

/** Looks through all messages of a conversation for the words of all checks; by turn, then in the order of the checks. */
export function createWordLook(words: readonly CheckWords[], matcher: LexiconMatcher): WordLook {
  const byLexicon = Map.groupBy(words, ({ lexicon }) => lexicon);
  const order = new Map(words.map(({ check }, index) => [check, index]));
  return ({ messages }) => {
    const found: FoundMessage[] = [];
    for (const { turn, role, content } of numbered(messages)) {
      const hits = matcher.find(content, role);
      if (hits.length === 0) continue;
      const inMessage = [...Map.groupBy(hits, ({ lexicon }) => lexicon)].flatMap(([name, ofList]) =>
        (byLexicon.get(name) ?? []).map((entry) => ({
          ...entry,
          turn,
          hits: ofList.length,
          quote: ofList[0]?.text ?? "",
        })),
      );
      found.push(...inMessage.sort((a, b) => (order.get(a.check) ?? 0) - (order.get(b.check) ?? 0)));
    }
    return found;
  };
}

/** As an import numbers them: a turn begins with each message of the user, and an opening greeting is a turn of its own. */
function* numbered(messages: LoggedConversation["messages"]) {
  let turn = 0;
  let isAnswered = true;
  for (const { role, content } of messages) {
    if (role === "user" || isAnswered) turn += 1;
    isAnswered = role === "assistant";
    yield { turn, role, content };
  }
}

/** By number: 1 for a candidate and 2 for a cue, added up. */
export const STRATA = ["neither", "hit", "cue", "cue_and_hit"] as const satisfies readonly StratumName[];

export function stratumOf(found: readonly Pick<FoundMessage, "found">[]): number {
  const has = (kind: FoundByWords) => found.some((message) => message.found === kind);
  return (has("candidate") ? 1 : 0) + (has("cue") ? 2 : 0);
}
