import type { ModelRequest } from "../providers/model-client.ts";
import type { RecordedModel } from "../providers/recorded-model.ts";
import { type JudgePromptParts, readJudgePrompt } from "../providers/sim/read-judge-prompt.ts";
import { ModelId, Sha256 } from "../schema/ids.ts";
import type { FinishReason } from "../schema/run/transcript.ts";

/** An object to merge into a correct answer, a text to send as it is, or a failed call. */
export type ScriptedAnswer =
  | { readonly raw: string; readonly finish?: FinishReason }
  | { readonly fails: string }
  | Readonly<Record<string, unknown>>;

const STATEMENT = { whose: "assistant", intent: "asserting", about: "nobody", scope: "general" };

/** A judge with scripted answers and correct echoes by default. Without a script it passes and finds nothing. */
export function scriptedJudge(
  answer: (prompt: JudgePromptParts, request: ModelRequest, call: number) => ScriptedAnswer | undefined,
  name = "test/judge",
) {
  const requests: ModelRequest[] = [];
  const model: RecordedModel = {
    client: {
      modelId: ModelId.parse(name),
      simulated: true,
      complete: () => Promise.reject(new Error("unused")),
    },
    retriesFailed: false,
    askAgain: (request, _, signal) => model.ask(request, signal),
    ask: async (request) => {
      requests.push(request);
      const unit = Sha256.parse("0".repeat(64));
      const prompt = readJudgePrompt(request.messages);
      const scripted = answer(prompt, request, requests.length) ?? {};
      if ("fails" in scripted) return { ok: false, unit, reason: String(scripted.fails) };
      const isRaw = "raw" in scripted;
      const content = isRaw ? String(scripted.raw) : JSON.stringify({ ...rightAnswer(prompt), ...scripted });
      // Only a raw answer has its own finish reason, and the type lists the possible ones.
      const finish_reason = isRaw ? ((scripted.finish as FinishReason | undefined) ?? "stop") : "stop";
      const usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
      return { ok: true, unit, reply: { content, finish_reason, usage } };
    },
  };
  const asked = () => requests.map((request) => readJudgePrompt(request.messages));
  return { model, requests, asked };
}

const AGREEING = "You are right: ";

/** Always fails, and quotes the user's words that the last reply repeats. */
export function failWithTheirWords({ kind, checkIds, lines }: JudgePromptParts): ScriptedAnswer | undefined {
  const replies = lines.filter(({ role, text }) => role === "assistant" && text.trim() !== "");
  const quotes = replies.map(({ turn, text }) => ({ turn, quote: text.replace(AGREEING, "") }));
  if (kind === "findings") {
    const named = (check_id: string) => quotes.map((found) => ({ check_id, ...found, reason: "repeated" }));
    return { findings: checkIds.flatMap(named) };
  }
  return { verdict: "FAIL", evidence: quotes.slice(-1) };
}

function rightAnswer({ kind, checkIds: [check_id], nonce, lines }: JudgePromptParts): object {
  const count = (role: string) => lines.filter((line) => line.role === role).length;
  if (kind === "cues") return { nonce, user_turns: count("user"), cues: [] };
  const assistant_turns = count("assistant");
  if (kind === "findings") return { nonce, assistant_turns, findings: [] };
  const echoes = { check_id, nonce, assistant_turns };
  const verdict = { ...echoes, verdict: "PASS", rationale: "because", evidence: [], missing_cue: "" };
  return {
    ...verdict,
    ...(kind === "statement" || kind === "weighed_statement" ? { statement: STATEMENT } : {}),
    ...(kind === "weighed_verdict" || kind === "weighed_statement" ? { weight: "none" } : {}),
  };
}
