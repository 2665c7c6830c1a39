import type { Check } from "../schema/corpus/check.ts";
import type { Lexicon } from "../schema/corpus/lexicon.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import { type Jurisdiction, Sha256 } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { compileLexicons } from "../text/match/lexicon-matcher.ts";
import { quoteTests, shippedWords } from "../text/shipped-words.fixture.ts";
import { createJudgePanel } from "./judge/judge-panel.ts";
import { loadedCorpus } from "./loaded-corpus.fixture.ts";
import { scriptedJudge } from "./scripted-judge.fixture.ts";
import { createVerifiers } from "./verifiers.ts";
import { judgeConfig, lexicon } from "./verify.fixture.ts";
import { verifyTranscript } from "./verify-transcript.ts";

export type Script = Parameters<typeof scriptedJudge>[0];

/** Rows of these checks on a transcript, and the questions per judge. */
export async function verifyRows(input: {
  readonly checks: readonly Check[];
  /** Checks of the corpus that the scan does not select. */
  readonly leftOut?: readonly Check[];
  /** Selected checks that no tag calls for. */
  readonly uncalled?: readonly Check[];
  readonly profile?: "dev" | "full";
  readonly transcript: Transcript;
  /** @default the fixtures' own, for the assistant's words */
  readonly lexicon?: Lexicon;
  readonly scenario: Scenario | null;
  readonly judge: Script | null;
  readonly second?: Script;
  readonly rules?: ReadonlyMap<Jurisdiction, RuleSet>;
}) {
  const ids = [...input.checks, ...(input.uncalled ?? [])].map(({ id }) => id);
  const votes = Object.fromEntries(ids.map((id) => [id, { repetitions: 1, policy: "fixed" as const }]));
  const first = scriptedJudge(input.judge ?? (() => undefined));
  const other = scriptedJudge(input.second ?? (() => undefined), "other/judge");
  const panel = input.judge && createJudgePanel(first.model, judgeConfig, quoteTests);
  const { lexicon: list = lexicon } = input;
  const words = {
    matcher: compileLexicons([list], shippedWords),
    lexicons: new Map([[list.name, list]]),
  };
  const secondPanel = createJudgePanel(other.model, judgeConfig, quoteTests);
  const { rows, scorerResults } = await verifyTranscript(
    {
      plan: { checks: ids, votes, profile: input.profile ?? "full", as_of: "2026-11-16" },
      corpus: {
        ...loadedCorpus,
        ...(input.rules === undefined ? {} : { rules: input.rules }),
        judge: judgeConfig,
        checks: new Map(
          [...input.checks, ...(input.uncalled ?? []), ...(input.leftOut ?? [])].map((check) => [
            check.id,
            check,
          ]),
        ),
      },
      verifiers: createVerifiers({ ...words, panel }),
      words,
      panel,
      second:
        input.second === undefined
          ? null
          : { panel: secondPanel, verifiers: createVerifiers({ ...words, panel: secondPanel }) },
    },
    {
      planned: {
        transcript_id: input.transcript.header.transcript_id,
        transcript_hash: Sha256.parse("0".repeat(64)),
        complete: input.transcript.header.complete,
        eligible: ids.filter((id) => !input.uncalled?.some((check) => check.id === id)),
        suppressed: {},
      },
      transcript: input.transcript,
      scenario: input.scenario,
    },
    new AbortController().signal,
  );
  const verdicts = rows.map(({ mode_id, verdict, details }) => `${mode_id} ${verdict} ${details.cause}`);
  return { rows, verdicts, scorerResults, first, other };
}
