/** Calibrations that ask a judge, or a simulated one. */
import { numberParser } from "@stricli/core";
import { ExitCode } from "../../../kernel/errors.ts";
import type { ScanPlan } from "../../../schema/scan/scan-plan.ts";
import type { Losses } from "../../../schema/scan/seal.ts";
import { arg, as, type CommandCall, command, flag, required } from "../../command.ts";
import { commandLine } from "../../command-line.ts";
import { continuable } from "../../exit.ts";
import { commonFlags, resultsFlags, scanFlags, workFlags } from "../../flags.ts";
import { inSnakeCase } from "../../format-hint.ts";

const followCall = async () => (await import("../../progress-control.ts")).followCall;
const renderCards = () => import("../../render/calibrate/cards.ts");
const renderJudge = () => import("../../render/calibrate/judge.ts");

type Call = Pick<CommandCall<object>, "context">;

/** Sets the resume command: the same settings continue the same scan. */
function goesOnAlike({ context }: Call): void {
  context.setResumeCommand(typed({ context }));
}

function typed({ context }: Call): string {
  return commandLine(context.program, context.args);
}

/** Adds the judge's failed calls to a result, and the command that retries them. */
async function withLosses<Result extends { readonly plan: ScanPlan; readonly lost: Losses | null }>(
  { context }: Call,
  result: Result,
  command?: string,
) {
  const { lines, ...again } = (await import("../../lost-call-lines.ts")).lostCallLines(
    context,
    result,
    command,
  );
  return { result, lines, again };
}

const asJson = ({ result, again }: { readonly result: object; readonly again: object }) =>
  inSnakeCase({ ...result, ...again });

const judge = flag.text("model", "Judge to put them to");

export const golden = command({
  brief: "Each check's word list, or a judge, against the golden cards",
  about:
    "Without a judge: what the word lists find, and no model is asked. With one: every card as a conversation of its own, through the same votes and evidence as a scan. The cards are authored, with AI assistance: this tests against their authors' intent, and is no validation by people.",
  examples: [
    ["--check 'IB-F*'", "The boundary checks only"],
    ["--judge openai/gpt-5-mini --dry-run", "What a judge would cost"],
    ["--long --judge files/answers", "A reader who answers in files, on the long cards"],
  ],
  within: continuable,
  flags: {
    ...scanFlags,
    ...workFlags,
    judge,
    long: flag.on("The long cards: recall and specificity on replies of full length"),
    readings: {
      ...flag.text("file", "With --long: label files of readers, who are measured instead; repeatable"),
      variadic: true,
    },
  },
  async run(call) {
    const { long, readings, ...options } = call.options;
    const { calibrate } = call.bench;
    if (!long && options.judge === undefined)
      return { kind: "words" as const, result: await calibrate.golden(options.checks), again: {} };
    const [wanted, control] = (await followCall())({ ...call, options });
    const { judge } = wanted;
    if (judge !== undefined) goesOnAlike(call);
    if (!long && judge !== undefined) {
      const result = await calibrate.judge({ ...wanted, judge }, control);
      return { kind: "judge" as const, ...(await withLosses(call, result)) };
    }
    const result = await calibrate.long({ ...wanted, readings: readings ?? [] }, control);
    const told = result.asked === null ? { lines: [], again: {} } : await withLosses(call, result.asked);
    return { kind: "long" as const, ...told, result };
  },
  json: (told) => asJson(told),
  async text(calibrated, { context, options }) {
    const { renderGolden, renderGoldenJudge } = await renderCards();
    if (calibrated.kind === "words") return renderGolden(calibrated.result, context.width);
    const { lines } = calibrated;
    if (calibrated.kind === "judge")
      return renderGoldenJudge(calibrated.result, lines, context.width, options.maxCostUsd);
    const { renderLongCards } = await import("../../render/calibrate/long-cards.ts");
    return renderLongCards(calibrated.result, lines, context.width, options.maxCostUsd);
  },
});

export const drift = command({
  brief: "Whether a judge still says what it said",
  about:
    "A frozen set of clear golden cards, half failures, judged with fresh votes. Against a baseline: the exact McNemar test of FAIL against everything else; below 0.05 the exit code is 100.",
  examples: [
    ["--judge openai/gpt-5-mini --write baseline.json", "Begin"],
    ["--judge openai/gpt-5-mini --baseline baseline.json", "Look again later"],
  ],
  flags: {
    ...workFlags,
    judge: required(judge),
    check: scanFlags.check,
    repetitions: scanFlags.repetitions,
    retryLost: scanFlags.retryLost,
    baseline: flag.text("file", "What the judge said before"),
    write: flag.text("file", "Keep what it says this time, as a baseline"),
    size: flag.number("n", "Cards of a new set [default: 40]"),
    seed: flag.number("s", "Draws them [default: 0]"),
  },
  async run(call) {
    const [options, control] = (await followCall())(call);
    return withLosses(call, await call.bench.calibrate.drift(options, control), typed(call));
  },
  // Missing answers cannot show whether the judge drifted.
  exitCode: ({ result, lines }) =>
    result.drift?.drifted && lines.length === 0 ? ExitCode.gateDidNotHold : undefined,
  json: (told) => asJson(told),
  text: async ({ result, lines }, { context, options }) =>
    (await renderJudge()).renderDrift(result, lines, context.width, options),
});

function shareOf(input: string): number {
  const share = numberParser(input);
  if (!(share > 0 && share <= 1)) throw new SyntaxError(`"${input}" is not a share above 0 and up to 1`);
  return share;
}

export const aa = command({
  brief: "How often verdicts flip when the same is asked again",
  about:
    "A sample of a scan's conversations is judged once more, alike but with fresh votes. What differs is the judge's chance. Refused where anything that decides a verdict has changed since.",
  examples: [["my-run --share 0.2", "A fifth of the conversations"]],
  args: [arg("scan", "A scan's directory, or its run")],
  flags: {
    ...workFlags,
    share: { ...flag.share("share", "Of each model's conversations [default: 0.1]"), parse: shareOf },
    retryLost: scanFlags.retryLost,
    seed: flag.number("s", "Draws them [default: 0]"),
  },
  async run(call, scan) {
    const [options, control] = (await followCall())(call);
    return withLosses(call, await call.bench.calibrate.repeat(scan, options, control), typed(call));
  },
  json: (told) => asJson(told),
  text: async ({ result, lines }, { context, options }) =>
    (await renderJudge()).renderFlips(result, lines, context.width, options.maxCostUsd),
});

export const attacks = command({
  brief: "How often replies written for a judge steer it",
  about:
    "45 families of payloads, each in the first, middle and last reply of a conversation that fails a check and of one that passes it. Without `--check`: one gate of safety and one of compliance. The conversations are authored.",
  examples: [
    ["--judge openai/gpt-5-mini --dry-run", "What it would cost"],
    ["--judge sim/judge", "A judge that reads no payloads"],
  ],
  within: continuable,
  flags: { ...scanFlags, ...workFlags },
  async run(call) {
    const [options, control] = (await followCall())(call);
    goesOnAlike(call);
    return withLosses(call, await call.bench.calibrate.attacks(options, control));
  },
  json: (told) => asJson(told),
  text: async ({ result, lines }, { context, options }) =>
    (await renderJudge()).renderAttacks(result, lines, context.width, options.maxCostUsd),
});

// Simulated work is free, so there is no price to limit.
const { progress, quiet, yes, cache } = workFlags;

export const bots = command({
  brief: "The bots that must fail: what each trick fails, and what it costs",
  about:
    "Simulated, offline and free. Every bot does what sim/careful does, with one trick in place of help; each has to fail a named check wherever it deserves to, and none may stand above sim/careful.",
  flags: {
    ...commonFlags,
    ...resultsFlags,
    progress,
    quiet,
    yes,
    cache,
    scenario: as("scenarios", { ...flag.text("glob", "Scenarios by id, repeatable"), variadic: true }),
    runId: flag.text("id", "Name of the run [default: a new one]"),
  },
  async run(call) {
    const [{ cache: _, ...options }, control] = (await followCall())(call);
    return call.bench.calibrate.bots(options, control);
  },
  text: async (result, { context }) =>
    (await import("../../render/calibrate/bots.ts")).renderBots(result, context.width),
});
