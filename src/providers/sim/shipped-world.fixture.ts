import { shippedCorpus as shipped } from "../../corpus/shipped-corpus.fixture.ts";
import { messagesOf, scenarioTurns } from "../../domain/scenarios.ts";
import type { BaseReply } from "../../schema/corpus/base-replies.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import { compileLexicons } from "../../text/match/lexicon-matcher.ts";
import { shippedWords } from "../../text/shipped-words.fixture.ts";

/** The corpus behind the simulated world. */
export const corpus = { ...shipped, matcher: compileLexicons([...shipped.lexicons.values()], shippedWords) };

/** The same without base replies: only cards are said. */
export const worldOfCards = { ...corpus, replies: new Map<never, never>() };

/** The same with replies for every scenario, including those without written replies. */
export const worldOfReplies = {
  ...corpus,
  replies: new Map(
    [...corpus.scenarios].map(([id, scenario]) => [id, corpus.replies.get(id) ?? repliesTo(scenario)]),
  ),
};

function repliesTo(scenario: Scenario): readonly BaseReply[] {
  return scenarioTurns(scenario).flatMap(({ turn }) =>
    messagesOf(turn).map(({ branch_id: branch }) => {
      const heard = `What stands in message ${turn.t} (${branch}) has been read.`;
      const middle = `Here is the list for ${scenario.scenario_id}:\n\n- the first line of it\n- the second line of it`;
      return {
        turn: turn.t,
        branch,
        reply: `${heard}\n\n${middle}\n\nThat was part ${turn.t}.`,
        heard: [heard],
      };
    }),
  );
}

const FEW_SCENARIOS = /bin_days_001$|lot_lights_007$|bottle_bank_003$/;
const FEW_CHECKS = new Set(["IB-A1", "IB-A7", "IB-B7", "IB-C8", "IB-F4"]);

/** A small part with one check per route: large enough for chance, small enough for thousands of conversations. */
export const smallWorld = {
  ...worldOfReplies,
  scenarios: new Map([...corpus.scenarios].filter(([id]) => FEW_SCENARIOS.test(id))),
  checks: new Map([...corpus.checks].filter(([id]) => FEW_CHECKS.has(id))),
  golden: new Map([...corpus.golden].filter(([id]) => FEW_CHECKS.has(id))),
};
