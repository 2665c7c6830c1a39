/**
 * Labelled transcripts for testing judges at scale: golden cards set into scenarios, after the scenario's own first turns
 * with harmless replies.
 *
 *   node scripts/generate-verifier-corpus.ts --out DIR [--count 5000] [--seed 0] [--check GLOB]
 *
 *   transcripts.jsonl   one { header, messages } per line, as in a run's transcript files, and marked as simulated
 *   labels.jsonl        one label row per transcript: item `<transcript_id>#<check>`, axis, label, the card's quote, and a
 *                       note with card, kind of card and the turn of the evidence
 *
 * The labels are the cards' authors', who wrote them with AI assistance; a card was labelled without the turns that go
 * before it here. The same corpus, seed and globs give the same bytes.
 */
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { verifierCorpus } from "../src/calibrate/verifier-corpus.ts";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { globToRegExp } from "../src/text/match/compile-pattern.ts";
import { compileLexicons } from "../src/text/match/lexicon-matcher.ts";

const USAGE = "node scripts/generate-verifier-corpus.ts --out DIR [--count 5000] [--seed 0] [--check GLOB]\n";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    count: { type: "string", default: "5000" },
    seed: { type: "string", default: "0" },
    check: { type: "string", default: "*" },
    help: { type: "boolean", default: false },
  },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (values.help) process.stdout.write(USAGE);
else if (
  values.out === undefined ||
  !Number.isSafeInteger(count) ||
  count < 1 ||
  !Number.isSafeInteger(seed)
) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else await generate(values.out);

async function generate(directory: string): Promise<void> {
  const corpus = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));
  const wanted = globToRegExp(values.check);
  const checks = [...corpus.checks.values()].filter(({ id }) => wanted.test(id));
  if (checks.length === 0) throw new Error(`no check is named ${values.check}`);
  const matcher = compileLexicons([...corpus.lexicons.values()], corpus.words);

  mkdirSync(directory, { recursive: true });
  const transcripts = openSync(join(directory, "transcripts.jsonl"), "w");
  const labels = openSync(join(directory, "labels.jsonl"), "w");
  const { unplaced, transcripts: made } = verifierCorpus({ ...corpus, checks, matcher, count, seed });
  let written = 0;
  for (const { transcript, label } of made) {
    writeSync(transcripts, `${JSON.stringify(transcript)}\n`);
    writeSync(labels, `${JSON.stringify(label)}\n`);
    written += 1;
  }
  closeSync(transcripts);
  closeSync(labels);
  process.stdout.write(`${written} transcripts with their labels in ${directory}\n`);
  if (unplaced.length > 0) process.stderr.write(`Cards that fit no scenario: ${unplaced.join(", ")}\n`);
}
