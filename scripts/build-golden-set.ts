/**
 * A sample of a scan's verdicts, to be labelled by people or other readers who must not know them.
 *
 *   node scripts/build-golden-set.ts sample SCAN --out DIR [--per-stratum 10 | --per-check N] [--seed 0] [--check GLOB] [--results DIR]
 *   node scripts/build-golden-set.ts collect ANNOTATOR --key DIR/key.jsonl --out FILE ANSWERS…
 *
 * `sample` draws up to so many verdicts of each check and outcome (FAIL, PASS, UNCLEAR), or with `--per-check` of each check
 * whatever the outcome, which `calibrate labels --corrected` can take for a random sample. It writes three files, the same
 * bytes for the same scan and seed:
 *
 *   items.jsonl   for annotators: { item, axis, question?, pass_rule, fail_rule, not_a_failure, windows }, shuffled; the
 *                 item is opaque, and neither model, scenario nor verdict is told
 *   facts.jsonl   the reference facts, where a sampled check is decided by them
 *   key.jsonl     not for annotators: what each item is, its verdict, and the size of its stratum
 *
 * An answer is a line { "item", "label", "quote"?, "note"? }. `collect` turns an annotator's answers into label rows whose
 * item is `<transcript_id>#<mode_id>`, for `invisiblebench calibrate labels`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { openBenchContext } from "../src/api/bench-context.ts";
import { openScan } from "../src/api/open-scan.ts";
import { blindItem, sampleForLabelling } from "../src/calibrate/sample-for-labelling.ts";
import type { PartHashes } from "../src/corpus/corpus.ts";
import { BenchError } from "../src/kernel/errors.ts";
import { fingerprintOf } from "../src/kernel/hash.ts";
import { CheckId, TranscriptId } from "../src/schema/ids.ts";
import { HumanLabel } from "../src/schema/review/review-label.ts";
import type { ScanPlan } from "../src/schema/scan/scan-plan.ts";
import { Verdict } from "../src/schema/scan/verdict.ts";
import { globToRegExp } from "../src/text/match/compile-pattern.ts";

const USAGE = `node scripts/build-golden-set.ts sample SCAN --out DIR [--per-stratum 10 | --per-check N] [--seed 0] [--check GLOB] [--results DIR]
node scripts/build-golden-set.ts collect ANNOTATOR --key KEY --out FILE ANSWERS…
`;
const Answer = z.strictObject({
  item: z.string(),
  label: Verdict,
  quote: z.string().optional(),
  note: z.string().optional(),
});
const Key = z.object({ item: z.string(), verdict_item: z.string(), axis: CheckId });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string" },
    "per-stratum": { type: "string", default: "10" },
    "per-check": { type: "string" },
    seed: { type: "string", default: "0" },
    check: { type: "string", default: "*" },
    results: { type: "string" },
    key: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const [task, subject, ...files] = positionals;
try {
  if (values.help) process.stdout.write(USAGE);
  else if (task === "sample" && subject && values.out) await sample(subject, values.out);
  else if (task === "collect" && subject && values.out && values.key && files.length > 0)
    collect(subject, values.out, values.key);
  else {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = error.exitCode;
}

async function sample(path: string, directory: string): Promise<void> {
  const context = await openBenchContext(values.results === undefined ? {} : { results: values.results });
  const corpus = await context.corpus();
  const matcher = await context.matcher();
  const { run, scan } = await openScan(context, path);
  refuseOtherCorpus(await scan.readPlan(), corpus.partHashes);

  const wanted = globToRegExp(values.check);
  const rows = (await Array.fromAsync(scan.readVerdicts())).filter(({ mode_id }) => wanted.test(mode_id));
  const key = sampleForLabelling(rows, {
    ...(values["per-check"] === undefined
      ? { perStratum: wholeNumber("per-stratum", 1) }
      : { perCheck: wholeNumber("per-check", 1) }),
    seed: wholeNumber("seed", 0),
  });
  const items = [];
  for (const { item, verdict_item, axis } of key) {
    const transcript = await run.readTranscript(TranscriptId.parse(verdict_item.replace(/#.*$/, "")));
    const scenario = corpus.scenarios.get(transcript.header.scenario_id) ?? null;
    const check = corpus.checks.get(axis);
    if (check === undefined) throw new Error(`the corpus has no ${axis}`);
    items.push(blindItem({ item, check, scenario, transcript, lexicons: corpus.lexicons, matcher }));
  }
  mkdirSync(directory, { recursive: true });
  writeRows(join(directory, "items.jsonl"), items);
  writeRows(join(directory, "key.jsonl"), key);
  if (key.some(({ axis }) => corpus.checks.get(axis)?.routing.corpus_required)) {
    const facts = corpus.facts.map(({ id, claim, common_misstatements, jurisdiction, checked }) => ({
      id,
      claim,
      common_misstatements,
      jurisdiction,
      checked,
    }));
    writeRows(join(directory, "facts.jsonl"), facts);
  }
  process.stdout.write(`${items.length} items of ${rows.length} verdicts in ${directory}\n`);
}

function wholeNumber(name: "per-stratum" | "per-check" | "seed", least: number): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < least)
    throw new Error(`--${name} is a whole number from ${least}`);
  return number;
}

/** Windows and questions come from the corpus, so it must be the scanned one. */
function refuseOtherCorpus(plan: ScanPlan, { scenarios, checks, lexicons }: PartHashes): void {
  const mine = fingerprintOf({ scenarios, checks, lexicons }).parts;
  const changed = Object.keys(mine).filter((part) => plan.fingerprints.scoring.parts[part] !== mine[part]);
  if (changed.length > 0) throw new Error(`${changed.join(", ")} changed since this scan: scan again first`);
}

function collect(annotator: string, out: string, keyFile: string): void {
  const byItem = new Map(readRows(keyFile, Key).map((row) => [row.item, row]));
  const answers = files.flatMap((file) => readRows(file, Answer));
  const labels = answers.map(({ item, ...answer }) => {
    const found = byItem.get(item);
    if (found === undefined) throw new Error(`the key has no item ${item}`);
    return HumanLabel.parse({ item: found.verdict_item, axis: found.axis, annotator, ...answer });
  });
  if (new Set(labels.map(({ item }) => item)).size < labels.length)
    throw new Error("an item was answered twice");
  writeRows(out, labels);
  process.stdout.write(`${labels.length} labels for ${byItem.size} items in ${out}\n`);
}

function writeRows(path: string, rows: readonly object[]): void {
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

function readRows<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema>[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (cause) {
      throw new Error(`${path}:${index + 1} is not a row of its kind`, { cause });
    }
  });
}
