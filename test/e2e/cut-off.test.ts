import { join } from "node:path";
import { expect, test } from "vitest";
import { openBenchContext } from "../../src/api/bench-context.ts";
import { evaluate } from "../../src/api/eval.ts";
import { type JournalFile, openJournalFile } from "../../src/store/journal/group-commit.ts";
import { openJournal } from "../../src/store/journal.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { describeJournals, expectNothingAskedTwice } from "./journal-lines.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const RUN = "cut";
const OPTIONS = {
  models: ["sim/brittle"],
  profile: "publish",
  // A reply that is found in the cache would hide a call that is made again.
  cache: false,
} as const;
const control = {
  signal: new AbortController().signal,
  follow: () => undefined,
  began: () => undefined,
};

/** A power failure after so many lines, whatever journals they are in: nothing reaches the disk any more. */
class PowerFailure {
  #linesLeft: number;
  readonly #tearsTheNext: boolean;
  #isDark = false;

  constructor(linesLeft: number, tearsTheNext: boolean) {
    this.#linesLeft = linesLeft;
    this.#tearsTheNext = tearsTheNext;
  }

  readonly open = async (path: string): Promise<JournalFile> => {
    const file = await openJournalFile(path);
    return { ...file, write: (bytes) => this.#write(file, bytes) };
  };

  async #write(file: JournalFile, bytes: Uint8Array): Promise<void> {
    const lines = Buffer.from(bytes)
      .toString("utf8")
      .split(/(?<=\n)/);
    const kept = this.#isDark ? [] : lines.splice(0, this.#linesLeft);
    this.#linesLeft -= kept.length;
    const [next] = lines;
    const torn =
      next !== undefined && this.#tearsTheNext && !this.#isDark ? next.slice(0, next.length / 2) : "";
    await file.write(Buffer.from(kept.join("") + torn, "utf8"));
    if (next === undefined) return;
    this.#isDark = true;
    throw Object.assign(new Error("EIO: the power failed"), { code: "EIO" });
  }
}

async function evaluated(results: string, concurrency: number, failure?: PowerFailure) {
  const context = await openBenchContext({ results, corpus: VALID_CORPUS });
  const parallel = { scenarioParallel: concurrency, maxConnections: concurrency };
  const way = failure === undefined ? { resume: RUN } : { runId: RUN };
  return evaluate(
    failure === undefined
      ? context
      : {
          ...context,
          openJournal: (path, options) => openJournal(path, { ...options, openFile: failure.open }),
        },
    { ...OPTIONS, ...parallel, ...way },
    control,
  );
}

test.for([1, 4])(
  "an eval with %d calls at a time, cut off after any line of its journals and resumed, gives the bytes of one that was left alone",
  async (concurrency, { annotate }) => {
    await using folder = await temporaryFolder();
    const whole = join(folder.path, "whole");
    await evaluated(whole, concurrency, new PowerFailure(Number.POSITIVE_INFINITY, false));
    const expected = await artefactHashes(join(whole, RUN));

    let lost = 0;
    for (let lines = 0; ; lines++) {
      const results = join(folder.path, String(lines));
      // Every other time half of the next line reaches the disk.
      const cut = await evaluated(results, concurrency, new PowerFailure(lines, lines % 2 === 1)).then(
        () => null,
        (error: unknown) => error,
      );
      if (cut === null) {
        await annotate(`cut off after each of ${lines} lines; ${lost} calls lost in flight`);
        // Otherwise the test has shown nothing.
        expect(lines).toBeGreaterThan(20);
        expect(lost).toBeGreaterThan(10);
        return;
      }
      expect(cut).toMatchObject({ code: "IB_CANNOT_WRITE" });
      await evaluated(results, concurrency);
      expect(await artefactHashes(join(results, RUN))).toEqual(expected);
      const journals = await describeJournals(join(results, RUN));
      expectNothingAskedTwice(journals);
      lost += journals.reduce((sum, journal) => sum + journal.lost, 0);
    }
  },
);
