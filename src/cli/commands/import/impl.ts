import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags, ResultsFlags } from "../../flags.ts";
import { whereabouts } from "../../follow-work.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

interface ImportFlags extends CommonFlags, ResultsFlags {
  readonly from: "chat-jsonl" | "openai" | "inspect" | "promptfoo";
  readonly tags?: readonly string[];
  readonly model?: string;
  readonly runId?: string;
}

export async function importFiles(
  this: BenchContext,
  flags: ImportFlags,
  ...files: readonly string[]
): Promise<void> {
  const { from, tags, model, runId } = flags;
  const options = {
    from,
    ...(tags === undefined ? {} : { tags }),
    ...(model === undefined ? {} : { model }),
    ...(runId === undefined ? {} : { runId }),
  };
  const imported = await openBench(this, flags).import(files, options, this.signal);
  const { plan, directory, incomplete, untagged, changes } = imported;
  if (flags.json) {
    printJson(this, { run_id: imported.runId, directory, incomplete, untagged, changes, run_plan: plan });
    return;
  }
  const { conversations, turns } = plan.totals;
  const notes = [
    [changes.joined, "message was joined", "messages were joined", "to the one before: the same side spoke"],
    [changes.toolMessages, "tool call or result was", "tool calls or results were", "left out"],
    [changes.reasoningParts, "reasoning part was", "reasoning parts were", "left out"],
    [incomplete, "conversation stops", "conversations stop", "before its scenario ends: in no rate"],
    [untagged, "conversation has", "conversations have", "no scenario and no tag: few checks apply"],
  ] as const;
  const scan = `invisiblebench scan ${imported.runId}`;
  print(
    this,
    [
      `Imported ${formatQuantity(conversations, "conversation")} with ${formatQuantity(turns, "turn")} of ${plan.models.map((known) => known.model_id).join(", ")}`,
      ...notes.flatMap(([count, one, many, rest]) =>
        count === 0 ? [] : [`${formatQuantity(count, one, many)} ${rest}.`],
      ),
      `Run ${imported.runId}, written to ${directory}`,
      "",
      `Next: ${scan} --profile smoke${whereabouts(flags)}`,
      `  or: ${scan} --judge <model>${whereabouts(flags)}`,
    ].join("\n"),
  );
}
