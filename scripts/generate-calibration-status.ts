/**
 * Writes `benchmark/calibration/status.json` from people's labels (`labels/*.jsonl`), the annotators
 * (`annotators.yaml`), the draws of the items (`keys/*.jsonl`) and the judge's verdicts (`judged.json`). Without labels
 * the file says that every check is uncalibrated.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type * as z from "zod";
import { collectLabels } from "../src/calibrate/collect-labels.ts";
import { measureCheck } from "../src/calibrate/measure-check.ts";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import {
  AnnotatorList,
  CALIBRATION_STATUS_VERSION,
  CalibrationStatus,
  JudgedSet,
} from "../src/schema/review/calibration-status.ts";
import { SampledVerdict } from "../src/schema/review/review-key.ts";
import { ADJUDICATED, HumanLabel } from "../src/schema/review/review-label.ts";

const root = fileURLToPath(new URL("../benchmark", import.meta.url));
const folder = join(root, "calibration");
const corpus = await loadCorpus(root);

const { annotators } = AnnotatorList.parse(parse(readFileSync(join(folder, "annotators.yaml"), "utf8")));
const people = new Set(
  annotators.flatMap(({ annotator, kind, independent }) =>
    kind === "person" && independent ? [annotator] : [],
  ),
);
const rows = readLines(join(folder, "labels"), HumanLabel);
const key = readLines(join(folder, "keys"), SampledVerdict).map(({ row }) => row);
const known = new Set(annotators.map(({ annotator }) => annotator));
for (const { row, place } of rows) {
  if (!known.has(row.annotator))
    throw new Error(`${place}: annotators.yaml does not say who ${row.annotator} is`);
}
const labels = collectLabels(rows);

const judgedFile = join(folder, "judged.json");
const judged = existsSync(judgedFile) ? JudgedSet.parse(JSON.parse(readFileSync(judgedFile, "utf8"))) : null;
const input = {
  people,
  decisionsCount: annotators.some(({ annotator, kind }) => annotator === ADJUDICATED && kind === "person"),
  judge: judged?.judge ?? null,
  verdicts: new Map(judged?.verdicts.map(({ item, verdict }) => [item, verdict])),
  key,
};
const status = CalibrationStatus.parse({
  schema_version: CALIBRATION_STATUS_VERSION,
  corpus_version: corpus.version,
  judge: input.judge,
  checks: Object.fromEntries(
    [...corpus.checks.keys()].map((id) => [
      id,
      measureCheck(
        labels.filter(({ axis }) => axis === id),
        input,
      ),
    ]),
  ),
});
writeFileSync(join(folder, "status.json"), `${JSON.stringify(status, null, 2)}\n`);

function readLines<Row>(path: string, shape: z.ZodType<Row>) {
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(".jsonl")) : [];
  return files.sort().flatMap((name) =>
    readFileSync(join(path, name), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        line === ""
          ? []
          : [{ row: shape.parse(JSON.parse(line)), place: `${basename(path)}/${name}:${index + 1}` }],
      ),
  );
}
