import { globSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { hasCode } from "../../src/kernel/errors.ts";
import { Leaderboard } from "../../src/schema/board/leaderboard.ts";
import { chunkPath } from "../../src/schema/site-paths.ts";
import { answerAsJudge } from "./batch-scan.fixture.ts";
import { fetchChunk, publishedChunk } from "./chunk.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { succeed } from "./evaluated-run.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

const repository = resolve(import.meta.dirname, "../..");
const RECORDED = join(repository, "data/recorded");
const SENTENCE = "Two unnamed recordings, judged by language models through files.";
const NOTE = `${SENTENCE} Not claim-ready, not canonical.`;
const NAMES = ["first", "second"] as const;

interface Request {
  readonly custom_id: string;
  readonly body: { readonly messages: readonly { readonly role: string; readonly content: string }[] };
}

/** Answers whatever is asked in a folder. */
async function answerAll(asked: string, answered: string): Promise<void> {
  const texts = await Promise.all(
    globSync("*.jsonl", { cwd: asked }).map((file) => readFile(join(asked, file), "utf8")),
  );
  const lines = texts.flatMap((text) => text.trim().split("\n"));
  const answers = lines.map((line) => {
    // Our own files, of one kind.
    const { custom_id, body } = JSON.parse(line) as Request;
    const content = answerAsJudge(body.messages.map((message) => ({ ...message, text: message.content })));
    return JSON.stringify({ custom_id, content });
  });
  await mkdir(answered, { recursive: true });
  await writeFile(join(answered, "all.jsonl"), `${answers.join("\n")}\n`);
}

/** A recording re-had through a replay and judged by files, as `scripts/build-recorded.ts` does it. */
async function judgeRecording(results: string, name: string, lines: readonly string[]): Promise<string> {
  const bench = createBench({ results });
  const file = join(results, `${name}.jsonl`);
  await mkdir(results, { recursive: true });
  await writeFile(file, lines.join("\n"));
  const scenarios = lines.map((line) => String(JSON.parse(line).scenario_id));
  await bench.import([file], { from: "chat-jsonl", runId: name });
  await bench.run({ models: [`replay/${name}`], runId: `had-${name}`, scenarios });
  const [requests, answers] = [join(results, `${name}-asked`), join(results, `${name}-answered`)];
  for (;;) {
    try {
      const options = { profile: "full", judge: "files/reader", requests, answers, cache: false } as const;
      return (await bench.scan(`had-${name}`, options)).directory;
    } catch (error) {
      if (!hasCode(error, "IB_ANSWERS_AWAITED")) throw error;
      await answerAll(requests, answers);
    }
  }
}

let folder: TemporaryFolder;
const scans: string[] = [];
beforeAll(async () => {
  folder = await temporaryFolder();
  const lines = (await readFile(join(RECORDED, "conversations.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .slice(0, 2);
  for (const name of NAMES) scans.push(await judgeRecording(join(folder.path, "results"), name, lines));
});
afterAll(() => folder[Symbol.asyncDispose]());

describe("an example board of recordings", () => {
  test("is refused as a board of results, and marked in every file, on every page and on the terminal", async () => {
    const board = join(folder.path, "board");
    const refused = await runCli(["leaderboard", "build", ...scans, "--out", board]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("judged_by_files");

    expect(await succeed("leaderboard", "build", ...scans, "--out", board, "--example", SENTENCE)).toContain(
      `Example: ${NOTE}`,
    );
    const json = Leaderboard.parse(JSON.parse(await readFile(join(board, "leaderboard.json"), "utf8")));
    expect(json).toMatchObject({ example: NOTE, models: [{ judge_of_own_family: true }, {}] });
    expect(json.models.map(({ model_id }) => model_id).toSorted()).toEqual(["replay/first", "replay/second"]);
    const rows = (await readFile(join(board, "leaderboard.csv"), "utf8")).trimEnd().split("\r\n");
    expect(rows.slice(1).every((row) => row.endsWith(`"${NOTE}"`))).toBe(true);
    expect((await readFile(join(board, "leaderboard.parquet"))).includes(NOTE)).toBe(true);
    for (const page of globSync("models/*.md", { cwd: board }))
      expect(await readFile(join(board, page), "utf8")).toContain(`> **Example:** ${NOTE}`);

    expect(await succeed("leaderboard", "check", board)).toContain("is what its scans give");
    const strict = await runCli(["leaderboard", "check", board, "--strict"]);
    expect(strict.exitCode).toBe(1);
    expect(strict.stdout).toContain(`it is an example and no result: ${NOTE}`);

    const site = join(folder.path, "site");
    const published = await succeed("publish", site, ...scans, "--board", join(board, "leaderboard.json"));
    expect(published).toContain(`Marked on every page as an example: ${NOTE}`);
    const index = await publishedChunk(site, chunkPath.index());
    expect(index.example).toBe(NOTE);
  });

  test("whose mark was taken off is found", async () => {
    const board = join(folder.path, "unmarked");
    await succeed("leaderboard", "build", ...scans, "--out", board, "--example", SENTENCE);
    const file = join(board, "leaderboard.json");
    await writeFile(file, (await readFile(file, "utf8")).replace(/^"example": .*\n/m, ""));
    const { exitCode, stdout } = await runCli(["leaderboard", "check", board]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("judged_by_files");
  });
});

describe("when the corpus has moved on", () => {
  test("the parts are named, what can be proved is, and reports, views and boards still open", async () => {
    await using corpus = await temporaryFolder();
    await cp(join(repository, "benchmark"), corpus.path, { recursive: true });
    const check = join(corpus.path, "checks/IB-A1.yaml");
    await writeFile(check, (await readFile(check, "utf8")).replace(/^name: .*$/m, "name: called_otherwise"));
    const [scan = ""] = scans;

    const verified = await runCli(["verify", scan, "--corpus", corpus.path]);
    expect(verified.exitCode).toBe(3);
    expect(verified.stdout).toContain("differs in checks");
    expect(verified.stdout).toContain("The scores follow from the verdicts.");

    // Their readers also missed cues of an author, which is read as unclear.
    const recorded = await createBench({ corpus: corpus.path }).verifyScan(
      join(RECORDED, "runs/language-model"),
    );
    expect(recorded).toMatchObject({
      differences: [],
      otherCorpus: { parts: ["checks"], scoresFollow: true },
    });

    const report = await runCli(["report", scan, "--corpus", corpus.path]);
    expect(report.exitCode).toBe(0);
    expect(report.stderr).toContain("it differs in checks");

    const stop = new AbortController();
    const bench = createBench({ corpus: corpus.path });
    const { url, closed } = await bench.view({ directory: scan, signal: stop.signal });
    const index = await fetchChunk(url, chunkPath.index());
    expect(index.scans[0]?.evidence?.join(" ")).toContain("it differs in checks");
    // A copy is as old as what was copied.
    const sealed = JSON.parse(await readFile(join(scan, "seal.json"), "utf8"));
    expect(index.scans[0]?.created_at).toBe(sealed.sealed_at);
    stop.abort();
    await closed;

    const board = join(folder.path, "of-then");
    await succeed("leaderboard", "build", ...scans, "--out", board, "--example", SENTENCE);
    const checked = await bench.board.check(board);
    expect(checked).toMatchObject({ problems: [], otherParts: ["checks"] });
    const told = await runCli(["leaderboard", "check", board, "--corpus", corpus.path]);
    expect(told.exitCode).toBe(3);
    expect(told.stdout).toContain("not recomputed, because what is here differs in checks");
  });
});

/** Made by `scripts/build-recorded.ts`. */
describe("the recordings of this repository", () => {
  const bench = createBench();

  test.each(["language-model", "badly-prompted"])(
    "%s is proved offline, from what lies there",
    async (run) => {
      const { differences, transcripts, votes } = await bench.verifyScan(join(RECORDED, "runs", run));
      expect(differences).toEqual([]);
      expect(transcripts).toBe(63);
      expect(votes).toBeGreaterThan(500);
    },
    120_000,
  );

  test("the board is of both, and is an example", async () => {
    const { problems } = await bench.board.check(join(RECORDED, "board"));
    expect(problems).toEqual([]);
    const board = Leaderboard.parse(
      JSON.parse(await readFile(join(RECORDED, "board/leaderboard.json"), "utf8")),
    );
    expect(board.example).toBe(NOTE);
    expect(board.models).toHaveLength(2);
    // The two differ even if every undecided check favours the first and disfavours the second.
    const [bad, model] = ["badly-prompted", "language-model"].map((name) =>
      board.models.find(({ model_id }) => model_id === `replay/${name}-2026`),
    );
    expect(bad?.overall.range?.high).toBeLessThan(model?.overall.range?.low ?? 0);
  });
});
