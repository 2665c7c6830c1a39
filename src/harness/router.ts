/**
 * Lets a model choose branches: one fixed question per branch point. The answer counts only if it is exactly one id.
 */
import { hashOf, sha256 } from "../kernel/hash.ts";
import type { ModelReply, ModelRequest } from "../providers/model-client.ts";
import type { CallOutcome, RecordedModel } from "../providers/recorded-model.ts";
import type { RouterConfig } from "../schema/corpus/judge-config.ts";
import { MAIN_BRANCH, type Turn, UNSURE_BRANCH } from "../schema/corpus/scenario.ts";
import type { TranscriptId } from "../schema/ids.ts";
import type { TranscriptMessage } from "../schema/run/transcript.ts";
import { type ExcerptLine, excerptBegin, excerptEnd, excerptMark } from "../schema/scan/judge-protocol.ts";
import type { BranchChoice } from "./select-branch.ts";

const LAYOUT_VERSION = "router/1";
const NONCE_DIGITS = 16;
const TRIES = [1, 2] as const;

/** Router of one conversation. */
export interface Router {
  readonly model: RecordedModel;
  readonly config: RouterConfig;
  readonly transcriptId: TranscriptId;
}

/** A point where a conversation can take one of several ways. */
export interface BranchPoint {
  readonly turn: Turn;
  /** The person's last message and the reply to it. */
  readonly exchange: readonly TranscriptMessage[];
}

/** A failed or invalid answer ends the conversation. Neither the word rules nor the turn's own message replace it. */
export type RoutedWay =
  | { readonly ok: true; readonly choice: BranchChoice }
  | { readonly ok: false; readonly reason: string };

/** Part of the fingerprint: another question may lead to other choices. */
export function routerTemplateHash({ version: _, ...config }: RouterConfig): string {
  return hashOf({ layout: LAYOUT_VERSION, config });
}

/**
 * Asks the router, at most twice: an invalid answer is retried once. When failed calls are retried, a branch point
 * without an answer from an earlier session is asked again.
 */
export async function routeBranch(
  router: Router,
  point: BranchPoint,
  signal: AbortSignal,
): Promise<RoutedWay> {
  const before = await askRouter(router, point, false, signal);
  return before.ok || !router.model.retriesFailed ? before : askRouter(router, point, true, signal);
}

async function askRouter(
  router: Router,
  point: BranchPoint,
  asksAgain: boolean,
  signal: AbortSignal,
): Promise<RoutedWay> {
  const { model, config } = router;
  const ways = waysOf(point.turn, config);
  const ids = ways.map(({ id }) => id);
  let why = "";
  for (const attempt of TRIES) {
    const request = routerRequest(router, point, ways, attempt);
    let outcome = await model.ask(request, signal);
    if (asksAgain && wayIn(outcome, ids) === null)
      outcome = await model.askAgain(request, whyNone(outcome), signal);
    const id = wayIn(outcome, ids);
    if (id !== null) return { ok: true, choice: choiceOf(point.turn, id) };
    why = whyNone(outcome);
    if (!outcome.ok) break;
  }
  return { ok: false, reason: `The router ${model.client.modelId} chose no way: ${why}` };
}

interface Way {
  readonly id: string;
  readonly means: string;
}

/**
 * Lists the ways in the turn's order, the branches first, then the turn's own message. The plan ensures that each has a
 * meaning.
 */
function waysOf(turn: Turn, config: RouterConfig): readonly Way[] {
  return [
    ...(turn.branches ?? []).map(({ branch_id, means = "" }) => ({ id: branch_id, means })),
    { id: MAIN_BRANCH, means: turn.means ?? "" },
    { id: UNSURE_BRANCH, means: config.unsure },
  ];
}

/**
 * Frames the exchange as data: each message is one JSON line behind its own mark, so no message can close the frame.
 */
function routerRequest(
  { config, transcriptId }: Router,
  { turn, exchange }: BranchPoint,
  ways: readonly Way[],
  attempt: (typeof TRIES)[number],
): ModelRequest {
  const lines = exchange.map(
    (message): ExcerptLine => ({ turn: message.turn, role: message.role, text: message.content }),
  );
  const nonce = sha256(`${LAYOUT_VERSION}${hashOf(lines)}`).slice(0, NONCE_DIGITS);
  const asked = [
    excerptBegin(nonce),
    ...lines.map((line) => excerptMark(nonce) + JSON.stringify(line)),
    excerptEnd(nonce),
    "",
    config.question,
    ...ways.map((way) => JSON.stringify(way)),
    ...(attempt === 1 ? [] : ["", config.format_reminder]),
  ];
  const ids = ways.map(({ id }) => id);
  return {
    messages: [
      { role: "system", content: config.contract },
      { role: "user", content: asked.join("\n") },
    ],
    sampling: { temperature: config.temperature, max_tokens: config.max_tokens, seed: null },
    origin: { stage: "router", transcript_id: transcriptId, turn: turn.t, attempt },
    isOfUse: (reply) => idIn(reply, ids) !== null,
  };
}

function wayIn(outcome: CallOutcome, ids: readonly string[]): string | null {
  return outcome.ok ? idIn(outcome.reply, ids) : null;
}

/** Returns the id if the answer is one id and nothing else. An answer that only contains an id is invalid. */
function idIn({ content, finish_reason }: ModelReply, ids: readonly string[]): string | null {
  if (finish_reason !== "stop" && finish_reason !== "other") return null;
  return ids.find((id) => id === content.trim()) ?? null;
}

function whyNone(outcome: CallOutcome): string {
  if (!outcome.ok) return outcome.reason;
  const { finish_reason, content } = outcome.reply;
  if (finish_reason === "length") return "its answer was cut by the token cap.";
  if (finish_reason === "refusal" || finish_reason === "content_filter") return "it refused to answer.";
  return content.trim() === "" ? "its answer was empty." : "its answer was none of the ways.";
}

function choiceOf(turn: Turn, id: string): BranchChoice {
  const branch = turn.branches?.find(({ branch_id }) => branch_id === id);
  if (branch !== undefined) return { branch, branchId: id };
  if (id === UNSURE_BRANCH && turn.unsure !== undefined) return { branch: turn.unsure, branchId: id };
  return { branch: turn, branchId: MAIN_BRANCH };
}
