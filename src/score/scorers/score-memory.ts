import type * as z from "zod";
import { MAIN_BRANCH, type Scenario, type TurnProbe } from "../../schema/scenario.ts";
import { scenarioTurns } from "../../schema/scenario-turns.ts";
import type { MemoryScorer } from "../../schema/scorer-values.ts";
import type { Transcript, TranscriptMessage } from "../../schema/transcript.ts";
import { fuzzySearchIn } from "../../text/fuzzy-match.ts";
import { isOutdated, outdatedAnswers, toldValues } from "./told-values.ts";

type ProbeOutcome = MemoryScorer["probes"][number];

/** A probe with what was true and what no longer was at its turn, whatever is replied. */
interface PlacedProbe {
  readonly t: number;
  readonly probe: z.infer<typeof TurnProbe>;
  readonly wanted: readonly string[];
  readonly outdated: readonly string[];
}

const PROBES = new WeakMap<Scenario, readonly PlacedProbe[]>();

/** Every probe whose turn was played and answered. `null` where the scenario asks for nothing to be remembered. */
export function scoreMemory(scenario: Scenario | null, transcript: Transcript): MemoryScorer | null {
  if (scenario === null) return null;
  const probes = PROBES.get(scenario) ?? placedProbes(scenario);
  PROBES.set(scenario, probes);
  const outcomes = probes.flatMap((placed): ProbeOutcome[] => {
    const { t, probe } = placed;
    const reply = replyTo(transcript, t, probe.branch_id);
    return reply === null ? [] : [{ turn: t, kind: probe.kind, ...examine(placed, reply) }];
  });
  if (outcomes.length === 0) return null;
  const decided = outcomes.filter(({ hit }) => hit !== null);
  const hits = decided.filter(({ hit }) => hit).length;
  return { score: decided.length === 0 ? null : hits / decided.length, probes: outcomes };
}

function placedProbes(scenario: Scenario): readonly PlacedProbe[] {
  return [
    ...scenarioTurns(scenario).flatMap(({ turn }) =>
      (turn.probes ?? []).map((probe) => ({ t: turn.t, probe })),
    ),
    ...(scenario.probes ?? []).map(({ t, ...probe }) => ({ t, probe })),
  ]
    .sort((a, b) => a.t - b.t)
    .map(({ t, probe }) => {
      const told = toldValues(scenario, t);
      const wanted = probe.expected.filter((value) => !isOutdated(value, told));
      const replaced = probe.expected.filter((value) => isOutdated(value, told));
      return { t, probe, wanted, outdated: [...replaced, ...outdatedAnswers(wanted, told)] };
    });
}

/** The reply a probe examines; `null` where it could not be had or the conversation went another way. */
function replyTo(
  transcript: Transcript,
  turn: number,
  branchId: string | undefined,
): TranscriptMessage | null {
  const ofTurn = transcript.messages.filter((message) => message.turn === turn);
  const asked = ofTurn.find((message) => message.role === "user");
  const reply = ofTurn.find((message) => message.role === "assistant" && message.error === undefined);
  if (asked === undefined || reply === undefined) return null;
  return branchId === undefined || branchId === (asked.branch_id ?? MAIN_BRANCH) ? reply : null;
}

function examine(
  { probe, wanted, outdated }: PlacedProbe,
  reply: TranscriptMessage,
): Pick<ProbeOutcome, "hit" | "matched" | "reason"> {
  const { content } = reply;
  const mode = probe.match ?? "fuzzy";
  const search = fuzzySearchIn(content);
  const wordsOf = (values: readonly string[], how: "exact" | "fuzzy") => {
    for (const value of values) {
      const range = search(value, how);
      if (range !== null) return content.slice(range.start, range.end);
    }
    return undefined;
  };
  // A misspelt word must not be read as one that was forbidden.
  const forbidden = wordsOf(probe.forbidden ?? [], "exact");
  if (forbidden !== undefined) return { hit: false, matched: forbidden, reason: "forbidden" };

  const matched = wordsOf(wanted, "exact") ?? (mode === "fuzzy" ? wordsOf(wanted, "fuzzy") : undefined);
  if (matched !== undefined) return { hit: true, matched };
  if (reply.truncated) return { hit: null, reason: "truncated" };
  const stale = wordsOf(outdated, mode);
  return stale === undefined
    ? { hit: false, reason: "absent" }
    : { hit: false, matched: stale, reason: "outdated" };
}
