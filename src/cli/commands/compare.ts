/** compare, gate, contrast: the commands that compare a scan with another, with a policy, and with itself. */
import { ExitCode } from "../../kernel/errors.ts";
import type { GateOutcome } from "../../schema/board/release-gate.ts";
import { arg, as, asIs, command, flag, scanArg } from "../command.ts";
import { commandLine } from "../command-line.ts";
import { resultsFlags } from "../flags.ts";

export const compareCommand = command({
  brief: "Paired differences between two scans, and the checks that flipped",
  about:
    "Models of the same name are compared; otherwise the only one of each scan, or those that --model-a and --model-b name. Scans whose fingerprints differ in more than the model are refused.",
  examples: [
    ["before after", "Two runs of one product"],
    ["all all --model-a sim/careful --model-b sim/eager", "Two models of one scan"],
  ],
  args: [arg("scan-a", scanArg.brief), arg("scan-b", scanArg.brief)],
  flags: {
    ...resultsFlags,
    anyway: flag.on("Compare also what was not made alike, and name the difference"),
    modelA: as("firstModel", flag.text("model", "A model of the first scan")),
    modelB: as("secondModel", flag.text("model", "A model of the second scan")),
  },
  run: ({ bench, options }, first, second) => bench.compare(first, second, options),
  json: asIs,
  async text(comparison, { context }) {
    const { renderComparison } = await import("../../report/render-comparison.ts");
    return renderComparison(comparison, context.width, "--json has them all");
  },
});

const GATE_EXIT_CODES: Readonly<Record<GateOutcome, ExitCode>> = {
  PASS: ExitCode.done,
  FAIL: ExitCode.gateDidNotHold,
  INCONCLUSIVE: ExitCode.incomplete,
};

export const gateCommand = command({
  brief: "Does a scan hold to a policy? For CI",
  about:
    "Exit 0 where it holds, 100 where it does not, 3 where the evidence does not decide. Writes gate.xml (JUnit) and gate.md beside the scan; on GitHub Actions it also annotates the run. docs/gate.md describes the policy file.",
  examples: [["release --policy gate-policy.yaml --baseline main", "A release against what is in use"]],
  args: [scanArg],
  flags: {
    ...resultsFlags,
    policy: flag.text("file", "What must hold: a YAML file, or strict [default: built in]"),
    baseline: flag.text("scan", "The scan to be no worse than"),
    calibration: flag.list(
      "file",
      "Labels of other conversations, which show how many failures the judge finds; repeatable",
    ),
    calibrationScan: flag.text("scan", "The scan that those are about"),
    calibrationKey: flag.text("file", "How those were drawn"),
    site: flag.text("url", "Site that shows both scans, for links [default: the command that shows them]"),
    format: flag.choice(
      ["text", "github"],
      "github prints workflow commands alone [default: text; on GitHub Actions both]",
    ),
  },
  async run({ bench, options: { format, ...options }, context, where }, scan) {
    const viewCommand = `${context.program} view`;
    const { result, ...written } = await bench.gate(scan, { ...options, viewCommand });
    const isGithub = format === "github";
    const { renderGateAnnotations } = await import("../../report/render-gate.ts");
    const annotations =
      isGithub || context.env["GITHUB_ACTIONS"] === "true" ? renderGateAnnotations(result) : "";
    // Standard output holds one JSON document; GitHub reads both streams.
    if (where.json && annotations !== "") context.process.stderr.write(`${annotations}\n`);
    return { scan, result, written, isGithub, annotations };
  },
  exitCode: ({ result }) => GATE_EXIT_CODES[result.outcome],
  json: ({ result, written }) => ({ ...result, ...written }),
  async text({ scan, result, written, isGithub, annotations }, { context }) {
    if (isGithub) return annotations || undefined;
    const { renderEvidence } = await import("../render/summary.ts");
    const { renderGate } = await import("../../report/render-gate.ts");
    const { evidence, junit, markdown } = written;
    const undecided = result.models.flatMap((model) => model.undecided ?? []);
    const checks = [...new Set(undecided.map(({ mode_id }) => mode_id))].join(",");
    const find = commandLine(context.program, ["find", scan, "--check", checks]);
    return [
      ...(annotations === "" ? [] : [annotations]),
      `${renderEvidence(evidence)}${renderGate(result, context.width)}`,
      "",
      ...(undecided.length === 0 ? [] : [`Undecided: ${find}`]),
      `JUnit:     ${junit}`,
      `Markdown:  ${markdown}`,
    ].join("\n");
  },
});

export const contrastCommand = command({
  brief: "Anchors against their variants, and packs: what framing and the person change",
  about:
    "Sets every scenario against the ones that differ from it in one thing: a cue removed or made plain, another framing, text messages instead of chat. Of a pack beside the scan, or of a pack's own scan: twins against their originals, or who the person is against the other half of the pair, with paired differences and their intervals.",
  examples: [["20261115-101500-1a2b", "What framing changes"]],
  args: [scanArg],
  flags: {
    ...resultsFlags,
    core: flag.text("scan", "The core's scan that a pack's twins are set against"),
  },
  run: ({ bench, options }, scan) => bench.contrast(scan, options),
  json: asIs,
  async text(report, { context }) {
    const { renderContrast } = await import("../../report/render-contrast.ts");
    return renderContrast(report, context.width);
  },
});
