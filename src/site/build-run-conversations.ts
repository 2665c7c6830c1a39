import { conversationKey } from "../domain/keys.ts";
import { type RunId, ScenarioId, type TranscriptId } from "../schema/ids.ts";
import { describeHeld } from "./pages/build-conversation.ts";
import type { SiteCorpus, UnjudgedConversations } from "./site-ports.ts";

export type RunConversations = NonNullable<Awaited<ReturnType<typeof buildRunConversations>>>;
/** A conversation before it is judged. */
export type RunConversation = NonNullable<Awaited<ReturnType<typeof buildRunConversation>>>;

/** The corpus of a scenario; `null` if no corpus has it. */
type HomeOf = (scenarioId: ScenarioId) => Promise<Pick<SiteCorpus, "scenarios"> | null>;

/** The readable conversations of a run, during the run and afterwards. */
export async function buildRunConversations(unjudged: UnjudgedConversations, runId: RunId, homeOf: HomeOf) {
  const listed = await unjudged.list(runId);
  if (listed === null) return null;
  const named = [...listed].map(async ([model_id, ids]) => ({
    model_id,
    conversations: (await Promise.all(ids.map((id) => nameOf(id, homeOf)))).flat(),
  }));
  const models = (await Promise.all(named)).filter(({ conversations }) => conversations.length > 0);
  return { run_id: runId, models };
}

/** One of them, without a verdict; `null` if no conversation has that name. */
export async function buildRunConversation(
  unjudged: UnjudgedConversations,
  runId: RunId,
  key: string,
  homeOf: HomeOf,
) {
  // Looks the name up among the existing ones, so that it never leads to another file.
  const ids = [...((await unjudged.list(runId))?.values() ?? [])].flat();
  const id = ids.find((candidate) => conversationKey(candidate) === key);
  if (id === undefined) return null;
  const transcript = await unjudged.read(runId, id);
  const home = (await homeOf(transcript.header.scenario_id)) ?? { scenarios: new Map() };
  return { run_id: runId, ...describeHeld(home, transcript, null) };
}

/** Null for a file whose name the harness did not make. */
async function nameOf(id: TranscriptId, homeOf: HomeOf) {
  const [, name = "", repeat = "1"] = /^[^/]+\/(.+)\.r(\d+)$/.exec(id) ?? [];
  const { data: scenario_id } = ScenarioId.safeParse(name);
  if (scenario_id === undefined) return [];
  const title = (await homeOf(scenario_id))?.scenarios.get(scenario_id)?.title ?? scenario_id;
  return [{ conversation: conversationKey(id), scenario_id, title, repeat: Number(repeat) }];
}
