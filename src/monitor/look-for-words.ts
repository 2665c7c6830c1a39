import type { Check } from "../schema/corpus/check.ts";
import type { CheckId, LexiconName, Role } from "../schema/ids.ts";
import type { FoundByWords } from "../schema/monitor/monitor.ts";
import type { StratumName } from "../schema/monitor/monitor-sample.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { type CheckLexicons, lexiconOf } from "../text/windows/question-windows.ts";

/** Content of a logged conversation that words and counts need. */
export interface LoggedConversation {
  readonly id: string;
  readonly model: string | null;
  /** ISO 8601 in UTC. */
  readonly at: string | null;
  readonly label: string | null;
  readonly messages: readonly { readonly role: Role; readonly content: string }[];
}

/** A message that contains words of a check. */
export interface FoundMessage {
  readonly check: CheckId;
  readonly lexicon: LexiconName;
  readonly found: FoundByWords;
  readonly turn: number;
  readonly hits: number;
  readonly quote: string;
}

/** The word list of a check, and the meaning of its hits. */
export interface CheckWords {
  readonly check: CheckId;
  readonly lexicon: LexiconName;
  readonly found: FoundByWords;
}

/** Lists the checks with words, in the order of the corpus. Users' words are cues; only the assistant's words are candidates. */
export function checkWords(checks: Iterable<Check>, lexicons: CheckLexicons): readonly CheckWords[] {
  return [...checks].flatMap((check) => {
    const lexicon = lexiconOf(check, lexicons);
    if (lexicon === undefined) return [];
    return [{ check: check.id, lexicon: lexicon.name, found: lexicon.role === "user" ? "cue" : "candidate" }];
  });
}

export type WordLook = (conversation: LoggedConversation) => readonly FoundMessage[];

/** Searches all messages of a conversation for the words of all checks; sorts by turn, then in the order of the checks. */
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

/** Numbers messages as an import does: each user message starts a turn, and an opening greeting is its own turn. */
function* numbered(messages: LoggedConversation["messages"]) {
  let turn = 0;
  let isAnswered = true;
  for (const { role, content } of messages) {
    if (role === "user" || isAnswered) turn += 1;
    isAnswered = role === "assistant";
    yield { turn, role, content };
  }
}

/** Indexed by a sum: 1 for a candidate and 2 for a cue. */
export const STRATA = ["neither", "hit", "cue", "cue_and_hit"] as const satisfies readonly StratumName[];

export function stratumOf(found: readonly Pick<FoundMessage, "found">[]): number {
  const has = (kind: FoundByWords) => found.some((message) => message.found === kind);
  return (has("candidate") ? 1 : 0) + (has("cue") ? 2 : 0);
}
