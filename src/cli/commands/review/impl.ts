import { formatQuantity } from "../../../domain/number-words.ts";
import type { AppliedReview } from "../../../index.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { locationFlags, shellQuote } from "../../command-line.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { CommonFlags, ReadFlags, TakingOverFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { renderMergedReview } from "../../render/merged-review.ts";

interface ExportFlags extends CommonFlags {
  readonly check?: readonly string[];
  readonly perStratum?: number;
  readonly perCheck?: number;
  readonly design?: "by-verdict" | "two-phase";
  readonly labels?: number;
  readonly verdict?: readonly string[];
  readonly seed: number;
  readonly out?: string;
}

export async function runReviewExport(this: CliContext, flags: ExportFlags, scan: string): Promise<void> {
  const { out, check, perStratum, perCheck, design, labels, verdict, seed, ...common } = flags;
  const { batchId, directory, keyFile, items, checks, verdicts } = await openBench(
    this,
    common,
  ).review.export(scan, {
    seed,
    ...(perStratum === undefined ? {} : { perStratum }),
    ...(perCheck === undefined ? {} : { perCheck }),
    ...(design === undefined ? {} : { design }),
    ...(labels === undefined ? {} : { labels }),
    ...(verdict === undefined ? {} : { verdicts: verdict }),
    ...(check === undefined ? {} : { checks: check }),
    ...(out === undefined ? {} : { directory: out }),
    signal: this.signal,
  });
  if (flags.json) {
    printJson(this, { batch_id: batchId, directory, key_file: keyFile, items, checks, verdicts });
    return;
  }
  print(
    this,
    [
      `${formatQuantity(items, "item")} on ${formatQuantity(checks, "check")}, ${verdict === undefined ? "drawn" : "chosen"} from ${formatQuantity(verdicts, "verdict")}.`,
      ...([verdict, perCheck, design].some((way) => way !== undefined) || items === verdicts
        ? []
        : [
            `${verdicts - items} of them were not drawn. To be sure of a certain one, draw all of its check: --per-check ${verdicts}.`,
          ]),
      `Batch: ${directory}`,
      `Key:   ${keyFile} (not for annotators: it has the verdicts and the models)`,
      `Next:  ${this.program} review serve ${shellQuote(directory)} --annotators anna,ben`,
    ].join("\n"),
  );
}

interface ServeFlags extends CommonFlags, TakingOverFlags {
  readonly annotators?: readonly string[];
  readonly host?: string;
  readonly port?: number;
}

type Mode = "label" | "adjudicate";

export async function runReviewServe(this: CliContext, flags: ServeFlags, batch: string): Promise<void> {
  await serve(this, flags, batch, "label");
}

export async function runReviewAdjudicate(this: CliContext, flags: ServeFlags, batch: string): Promise<void> {
  await serve(this, flags, batch, "adjudicate");
}

async function serve(context: CliContext, flags: ServeFlags, batch: string, mode: Mode): Promise<void> {
  const { annotators, host, port, takeOver, ...common } = flags;
  const served = await openBench(context, common).review.serve(batch, {
    mode,
    takeOver,
    ...(annotators === undefined ? {} : { annotators }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    signal: context.signal,
  });
  const { batchId, items, links, beyondLoopback } = served;
  if (flags.json) {
    printJson(context, { batch_id: batchId, mode, items, links, beyond_loopback: beyondLoopback });
  } else {
    const width = Math.max(...links.map(({ annotator }) => annotator.length));
    const what = mode === "label" ? "to label" : "that annotators disagree on";
    print(
      context,
      [
        `${batchId}: ${formatQuantity(items, "item")} ${what}.`,
        ...links.map(({ annotator, url }) => `  ${annotator.padEnd(width)}  ${url}`),
        ...(beyondLoopback
          ? [
              "Other machines can reach this. A link's token is all that is asked for: whoever has it labels under that name.",
              "Nothing is encrypted on the way: use it in a network you trust, or behind a proxy that encrypts.",
            ]
          : ["Only this machine can reach this. Give each person their own link."]),
        "Labels are saved as they are made. Ctrl-C ends it.",
      ].join("\n"),
    );
  }
  await served.closed;
}

interface MergeFlags extends CommonFlags {
  readonly key?: string;
  readonly out?: string;
  readonly watch: boolean;
}

const LOOK_EVERY_MS = 1_000;

export async function runReviewMerge(this: CliContext, flags: MergeFlags, batch: string): Promise<void> {
  const { key, out, watch, ...common } = flags;
  const bench = openBench(this, common);
  const options = {
    ...(key === undefined ? {} : { keyFile: key }),
    ...(out === undefined ? {} : { out }),
  };
  let shown = "";
  do {
    const merged = await bench.review.merge(batch, options);
    const isScanHere = await bench.openScan(merged.scan).then(
      () => true,
      () => false,
    );
    const text = flags.json
      ? JSON.stringify(merged)
      : renderMergedReview(merged, batch, {
          program: this.program,
          isScanHere,
          where: locationFlags(common),
          width: this.width,
        });
    if (text !== shown) {
      if (flags.json) printJson(this, merged);
      else print(this, text);
      shown = text;
    }
  } while (watch && (await waitToLookAgain(this.signal)));
}

interface ApplyFlags extends ReadFlags, TakingOverFlags {
  readonly labels: readonly string[];
  readonly key?: readonly string[];
  readonly name?: string;
}

export async function runReviewApply(this: CliContext, flags: ApplyFlags, scan: string): Promise<void> {
  const { labels, key, name, takeOver, ...common } = flags;
  const applied = await openBench(this, common).review.apply(scan, {
    labels,
    takeOver,
    ...(key === undefined ? {} : { keyFiles: key }),
    ...(name === undefined ? {} : { name }),
    signal: this.signal,
  });
  if (flags.json) {
    const { summary: _, ...made } = applied;
    printJson(this, made);
    return;
  }
  print(this, renderApplied(applied, this.program, flags.out));
}

function renderApplied(applied: AppliedReview, program: string, out?: string): string {
  const { scan, source, report, people, adjudicated, unquoted } = applied;
  const { decided, alone, disputed } = people;
  const count = decided.reduce((sum, { verdicts }) => sum + verdicts, 0);
  const results = out === undefined ? "" : ` --out ${shellQuote(out)}`;
  return [
    `${people.annotators.join(", ")} decided ${formatQuantity(count, "verdict")} of ${source}:`,
    ...decided.map(({ judge, people: said, verdicts }) =>
      judge === said ? `  ${judge} stays: ${verdicts}` : `  ${judge} → ${said}: ${verdicts}`,
    ),
    ...(adjudicated === 0 ? [] : [`On ${adjudicated} of them they differ, and an adjudicator decided.`]),
    ...(unquoted.length === 0
      ? []
      : [
          `A failure needs the assistant's words. Nobody quoted any here, so that these are open: ${unquoted.join(", ")}`,
        ]),
    ...(decided.some(({ judge }) => judge === "PASS")
      ? []
      : ["No PASS of the judge was among them: failures that it missed stay missed."]),
    ...(alone + disputed === 0
      ? []
      : [
          `Left as they were: ${alone} with one person's label, ${disputed} on which people differ and nobody decided.`,
        ]),
    "",
    `Scan:   ${scan}`,
    `Report: ${report}`,
    `Next:   ${program} compare ${shellQuote(source)} ${shellQuote(scan)}${results}`,
  ].join("\n");
}

/** False after Ctrl-C, which is how watching ends. */
function waitToLookAgain(signal: AbortSignal): Promise<boolean> {
  return systemClock.sleep(LOOK_EVERY_MS, signal).then(
    () => true,
    () => false,
  );
}
