import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { explainOpenGates } from "./measure/open-gates.ts";
import { reportData } from "./report/report-data.fixture.ts";
import { collectRows, createScanCollector, factsOf } from "./scan-collector.ts";
import { RunId } from "./schema/ids.ts";
import { openScansFolder } from "./store/scan-store.ts";
import { checkRows, judgedLines } from "./store/verdict-places.ts";

test("what is collected while rows are judged is what their files say", async () => {
  const directory = await mkdtemp(join(tmpdir(), "ib-collected-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const folder = await openScansFolder(directory, "write");
  onTestFinished(() => folder.close());
  const scan = folder.scan(RunId.parse("collected"));
  const { scorecards, verdicts } = reportData;
  const collector = createScanCollector(scan);
  async function* judged() {
    for (const card of scorecards) {
      const rows = verdicts.filter(({ transcript_id }) => transcript_id === card.transcript_id);
      const checked = checkRows(rows, [card], []);
      const lines = judgedLines(checked);
      // Cloned, as if sent from a thread without shared memory.
      collector.add(structuredClone(factsOf(checked)), lines);
      yield lines;
    }
  }
  await scan.writeJudged(judged());
  const { rows, openGates, counted, ...collected } = collector.collected();

  const { rows: onDisk, ...read } = await collectRows(scan);
  expect(collected).toEqual(read);
  expect(read.verdicts.failures.length).toBeGreaterThan(0);
  for (const { transcript_id } of scorecards)
    expect(await rows.read(transcript_id)).toEqual(await onDisk.read(transcript_id));
  expect(openGates).toEqual(await explainOpenGates(scan.readScorecards(), scan.readVerdicts()));
  expect(openGates.length).toBeGreaterThan(0);

  const ofVerdict = Object.groupBy(verdicts, ({ verdict }) => verdict);
  expect(counted).toMatchObject({
    rows: verdicts.length,
    distinct: verdicts.length,
    scorecards: scorecards.length,
    scorerRows: 0,
    verdicts: { FAIL: ofVerdict.FAIL?.length ?? 0, UNCLEAR: ofVerdict.UNCLEAR?.length ?? 0 },
  });
});
