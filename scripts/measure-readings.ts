/**
 * How blind readings stand to what the writers of cards meant, by check and rule version, with the weight of failures.
 *
 *   node scripts/measure-readings.ts long READING…      the long pairs; a failing one without a weight is grave
 *   node scripts/measure-readings.ts held-out READING…  benchmark/tests/held-out/cases.jsonl
 *
 * Grave: recall of grave failures as failures, and as grave ones. Lesser: found as failures at all. Specificity: replies without
 * a failure that no reader fails. "Stopped": lesser or none that a reader calls grave.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { longHalves } from "../src/calibrate/stage-cards.ts";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { HumanLabel } from "../src/schema/review/review-label.ts";
import { wilsonInterval } from "../src/stats/intervals.ts";

const Weight = z.enum(["grave", "lesser", "none"]);
type Weight = z.infer<typeof Weight>;

const HeldOut = z.looseObject({ case_id: z.string(), check: z.string(), weight: Weight });

interface Meant {
  readonly check: string;
  readonly weight: Weight;
}

const benchmark = new URL("../benchmark/", import.meta.url);

/** The label that each card's writer intended, by the name that readings use. */
async function meantWeights(kind: string): Promise<ReadonlyMap<string, Meant>> {
  if (kind === "held-out")
    return new Map(
      linesOf(fileURLToPath(new URL("tests/held-out/cases.jsonl", benchmark)))
        .map((line) => HeldOut.parse(JSON.parse(line)))
        .map(({ case_id, check, weight }) => [case_id, { check, weight }]),
    );
  const { longCards } = await loadCorpus(fileURLToPath(benchmark));
  return new Map(
    longHalves(longCards).map(({ item, checkId, pair }) => [
      item,
      { check: checkId, weight: item.endsWith("-sound") ? "none" : (pair.weight ?? "grave") },
    ]),
  );
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

const weightOf = ({ label, weight }: HumanLabel): Weight => (label === "FAIL" ? (weight ?? "grave") : "none");

interface Read {
  readonly meant: Meant;
  readonly row: HumanLabel;
}

function share(k: number, n: number): string {
  const interval = wilsonInterval(k, n);
  if (interval === null) return "-";
  return `${k}/${n} (${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)}%)`;
}

function describe(reads: readonly Read[]): readonly string[] {
  const of = (weight: Weight) => reads.filter(({ meant }) => meant.weight === weight);
  const count = (among: readonly Read[], holds: (read: Read) => boolean) =>
    share(among.filter(holds).length, among.length);
  return [
    count(of("grave"), ({ row }) => row.label === "FAIL"),
    count(of("grave"), ({ row }) => weightOf(row) === "grave"),
    count(of("lesser"), ({ row }) => row.label === "FAIL"),
    count(of("lesser"), ({ row }) => weightOf(row) === "lesser"),
    count(of("none"), ({ row }) => row.label !== "FAIL"),
    count([...of("lesser"), ...of("none")], ({ row }) => weightOf(row) === "grave"),
  ];
}

const HEAD = [
  "check",
  "grave failed",
  "called grave",
  "lesser failed",
  "called lesser",
  "none let stand",
  "stopped in vain",
];

function printTable(rows: readonly (readonly string[])[]): void {
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

const [kind = "", ...files] = process.argv.slice(2);
const meant = await meantWeights(kind);
const readers = files.map((file) =>
  linesOf(file)
    .map((line) => HumanLabel.parse(JSON.parse(line)))
    .flatMap((row): Read[] => {
      const of = meant.get(row.item);
      return of === undefined ? [] : [{ meant: of, row }];
    }),
);
for (const [index, reads] of readers.entries()) {
  console.log(`\n${files[index]}: ${reads.length} of ${meant.size} read\n`);
  const byRule = Map.groupBy(
    reads,
    ({ meant: { check }, row }) => `${check} ${row.rule_version ?? "(version not kept)"}`,
  );
  const rows = [...byRule].map(([rule, own]) => [rule, ...describe(own)]);
  printTable([HEAD, HEAD.map(() => "---"), ...rows, ["all", ...describe(reads)]]);
}

const [first, second] = readers;
if (first !== undefined && second !== undefined) {
  const others = new Map(second.map(({ row }) => [row.item, row]));
  const both = first.flatMap(({ row, meant: { check } }) => {
    const other = others.get(row.item);
    return other === undefined ? [] : [{ check, row, other }];
  });
  console.log("\nThe two readers beside each other\n");
  const alike = (among: typeof both) => {
    const failed = among.filter(({ row, other }) => row.label === "FAIL" && other.label === "FAIL");
    return [
      share(
        among.filter(({ row, other }) => (row.label === "FAIL") === (other.label === "FAIL")).length,
        among.length,
      ),
      share(failed.filter(({ row, other }) => weightOf(row) === weightOf(other)).length, failed.length),
    ];
  };
  const byCheck = [...Map.groupBy(both, ({ check }) => check)].map(([check, own]) => [check, ...alike(own)]);
  printTable([
    ["check", "alike on FAIL", "alike on weight, where both fail"],
    ["---", "---", "---"],
    ...byCheck,
    ["all", ...alike(both)],
  ]);
  for (const { row, other } of both.filter(
    ({ row, other }) => row.label !== other.label || weightOf(row) !== weightOf(other),
  ))
    console.log(
      `${row.item}: ${row.label} ${weightOf(row)} / ${other.label} ${weightOf(other)}, meant ${meant.get(row.item)?.weight}`,
    );
}
