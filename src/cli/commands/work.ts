/** Commands that ask models: eval, run, scan. Their texts are in `render/work.ts`, which is loaded on use. */
import type { EvaluatedPart, EvaluateResult, FinishedRun, ScanResult } from "../../index.ts";
import { ExitCode } from "../../kernel/errors.ts";
import { arg, type CommandCall, command } from "../command.ts";
import { commandLine } from "../command-line.ts";
import { continuable } from "../exit.ts";
import {
  byPackFlags,
  byWorkersFlags,
  planToFlags,
  runFlags,
  scanFlags,
  workersFlags,
  workFlags,
} from "../flags.ts";

const render = () => import("../render/work.ts");
const followCall = async () => (await import("../progress-control.ts")).followCall;

/** Lists the failed judge calls, and the command that retries them. */
async function failedCallsIn({ context }: Pick<CommandCall<object>, "context">, { plan, seal }: ScanResult) {
  return (await import("../lost-call-lines.ts")).lostCallLines(context, { plan, lost: seal?.lost });
}

export const evalCommand = command({
  brief: "Run, scan, score and report in one go",
  about:
    "The main job. Without a model it runs the simulated world: free, offline, and marked as simulated.\n" +
    "The profile is `publish` unless you say otherwise.\n" +
    "With --pack the core's conversations are had as ever, and the pack's in a run of its own beside them: one price, one ceiling, no number in common. --scenario selects from both, a twin also by its original's name; a part of which nothing is selected is left out.",
  examples: [
    ["", "Every simulated assistant on every active scenario"],
    ["--model sim/brittle --scenario 'safety_*' --profile dev", "One assistant, some scenarios"],
    ["--pack plain", "And the twins of a shipped pack, in a run of its own"],
    ["--resume 20261115-101500-1a2b", "Continue after Ctrl-C"],
  ],
  within: continuable,
  flags: { ...runFlags, ...scanFlags, ...workersFlags, ...workFlags, ...planToFlags, ...byWorkersFlags },
  async run(call) {
    const [options, control] = (await followCall())(call);
    const evaluated = await call.bench.evaluate(options, control);
    const { lines, ...again } =
      evaluated.scan === null ? { lines: [] } : await failedCallsIn(call, evaluated.scan);
    return { evaluated, lines, again };
  },
  exitCode({ evaluated }) {
    const parts = [evaluated, ...evaluated.packs];
    const scans = parts.flatMap(({ scan, own }) => [scan ?? [], own?.scan ?? []].flat());
    return scans.some(isIncomplete) ? ExitCode.incomplete : undefined;
  },
  json: ({ evaluated, again }) =>
    evaluated.scan?.summary == null
      ? plansAsJson(evaluated)
      : evaluatedAsJson(evaluated, evaluated.scan, again),
  text: async ({ evaluated, lines }, call) => (await render()).renderEvaluated(evaluated, lines, call),
});

function isIncomplete({ summary }: ScanResult): boolean {
  return summary?.models.some((model) => model.incomplete > 0) ?? false;
}

function plansAsJson({ packs, estimate, ...core }: EvaluateResult) {
  const plansOf = ({ run: { plan }, judging, own }: EvaluatedPart) => ({
    run_plan: plan,
    judging_plan: judging,
    ...(own && { own_judging_plan: own.judging }),
  });
  return { ...plansOf(core), ...(packs.length > 0 && { packs: packs.map(plansOf) }), estimate };
}

function evaluatedAsJson(evaluated: EvaluateResult, scan: ScanResult, again: object) {
  const { estimate, spent, packs } = evaluated;
  const whole = (made: ScanResult) => ({ ...placeOf(made), summary: made.summary, seal: made.seal });
  const byOwn = ({ own }: EvaluatedPart) => (own?.scan == null ? {} : { own_checks: whole(own.scan) });
  const beside = packs.flatMap((part) =>
    part.scan === null
      ? []
      : [{ pack: part.pack, ...whole(part.scan), ...byOwn(part), contrast: part.contrast }],
  );
  const { summary, seal } = scan;
  const ofPacks = { ...byOwn(evaluated), ...(packs.length > 0 && { packs: beside }) };
  return { ...placeOf(scan), estimate, spent, summary, seal, ...again, ...ofPacks };
}

function placeOf({ runId: run_id, scanId: scan_id, directory, report }: ScanResult) {
  return { run_id, scan_id, directory, report };
}

export const runCommand = command({
  brief: "Have the conversations; write transcripts only",
  examples: [
    ["--model sim/careful --repeat 2", "Two conversations per scenario"],
    ["--model sim/careful --dry-run", "Plan only"],
  ],
  within: continuable,
  flags: { ...runFlags, ...workFlags, ...byWorkersFlags },
  async run(call) {
    const [options, control] = (await followCall())(call);
    return call.bench.run(options, control);
  },
  exitCode: (ran) =>
    ran.conversations !== null && [ran, ...ran.packs].some((part) => part.incomplete > 0)
      ? ExitCode.incomplete
      : undefined,
  json: ranAsJson,
  text: async (ran, call) => (await render()).renderRan(ran, call),
});

function ranAsJson({ packs, ...ran }: FinishedRun) {
  const { estimate, spent, conversations } = ran;
  if (conversations === null) {
    const ofPacks = packs.map(({ plan }) => plan);
    return { run_plan: ran.plan, ...(packs.length > 0 && { pack_plans: ofPacks }), estimate };
  }
  const lostOf = ({ incomplete, lostBecause }: Pick<FinishedRun, "incomplete" | "lostBecause">) => ({
    incomplete,
    lost_because: lostBecause,
  });
  const beside = packs.map((part) => ({
    run_id: part.runId,
    pack: part.pack,
    directory: part.directory,
    ...lostOf(part),
    conversations: part.conversations,
    run_plan: part.plan,
  }));
  return {
    run_id: ran.runId,
    directory: ran.directory,
    ...lostOf(ran),
    conversations,
    estimate,
    spent,
    run_plan: ran.plan,
    ...(packs.length > 0 && { packs: beside }),
  };
}

export const scanCommand = command({
  brief: "Judge the transcripts of a run, or of several",
  about:
    "The profile is `dev` unless you say otherwise. The same settings continue the same scan. Runs that differ in their models and repeats alone can be judged as one; such a scan lies in `scans`, beside the runs.\n" +
    "With --by-pack the checks of a pack judge, alone and in a scan of their own, which is then called RUN/PACK: the core's scan of the same run stays as it is.",
  examples: [
    ["20261115-101500-1a2b --profile smoke", "Word lists only, no judge"],
    ["results/my-run --judge sim/noisy-judge --profile publish", "All checks, repeated votes"],
    ["20261115-101500-1a2b --by-pack ./ours", "By the checks of a pack of your own"],
  ],
  rest: arg("run", "A run's directory, or its name below the results; several are judged as one"),
  within: continuable,
  flags: {
    ...scanFlags,
    ...byPackFlags,
    ...workersFlags,
    ...workFlags,
    ...planToFlags,
    ...byWorkersFlags,
  },
  async run(call, ...runs) {
    const [options, control] = (await followCall())(call);
    // The same settings continue the same scan.
    call.context.setResumeCommand(commandLine(call.context.program, call.context.args));
    const scan = await call.bench.scan(runs, options, control);
    const { lines, ...again } = await failedCallsIn(call, scan);
    return { scan, runs, lines, again };
  },
  exitCode: ({ scan }) => (isIncomplete(scan) ? ExitCode.incomplete : undefined),
  json({ scan, again }) {
    const { plan, estimate, spent, summary, seal } = scan;
    return summary === null
      ? { run_id: scan.runId, scan_plan: plan, estimate }
      : { ...placeOf(scan), scan_plan: plan, estimate, spent, summary, seal, ...again };
  },
  text: async ({ scan, runs, lines }, call) => (await render()).renderScanned(scan, runs, lines, call),
});
