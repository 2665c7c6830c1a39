import { createHash } from "node:crypto";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Seal, SealedFile } from "../../src/schema/scan/seal.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { printedCommands, shellWords } from "./printed-commands.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

let whole: TemporaryFolder;
beforeAll(async () => {
  whole = await evaluatedRun();
});
afterAll(() => whole[Symbol.asyncDispose]());

interface Copy extends TemporaryFolder {
  readonly scan: string;
  readonly transcript: string;
}

/** A results folder of its own to damage. */
async function copyOfAll(): Promise<Copy> {
  const folder = await temporaryFolder();
  await cp(whole.path, folder.path, { recursive: true });
  const models = await readdir(join(folder.path, "all/transcripts"));
  const model = join(folder.path, "all/transcripts", models[0] ?? "");
  const [file = ""] = await readdir(model);
  return { ...folder, scan: await scanFolder(join(folder.path, "all")), transcript: join(model, file) };
}

const readSeal = async (scan: string) =>
  Seal.parse(JSON.parse(await readFile(join(scan, "seal.json"), "utf8")));

async function changeLines(path: string, change: (lines: string[]) => string[]): Promise<void> {
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  await writeFile(path, `${change(lines).join("\n")}\n`);
}

async function forgeSeal(scan: string, change: (seal: Seal) => Seal): Promise<void> {
  await writeFile(join(scan, "seal.json"), JSON.stringify(change(await readSeal(scan))));
}

/** Puts the hash of the verdicts as they are into the seal. */
async function reseal(scan: string, change: (seal: Seal) => Seal = (seal) => seal): Promise<void> {
  const bytes = await readFile(join(scan, "verdicts.jsonl"));
  const sealed = SealedFile.parse({
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  await forgeSeal(scan, (seal) =>
    change({ ...seal, evidence: { ...seal.evidence, "verdicts.jsonl": sealed } }),
  );
}

const DECIDING: Readonly<Record<string, (results: string) => readonly string[]>> = {
  gate: (out) => ["gate", "all", "--out", out],
  "gate --baseline": (out) => ["gate", "sound", "--baseline", "all", "--out", out],
  leaderboard: (out) => ["leaderboard", "build", join(out, "all"), "--out", join(out, "board")],
  compare: (out) => ["compare", "all", "all", "--out", out],
  contrast: (out) => ["contrast", "all", "--out", out],
  report: (out) => ["report", "all", "--out", out],
  publish: (out) => ["publish", join(out, "site"), "all", "--out", out],
};

const NOTHING_LOST = { questions: 0, unanswered: {}, open_verdicts: 0, open_answers: 0 };

const DAMAGE: Readonly<
  Record<string, { readonly said: RegExp; readonly by: (copy: Copy) => Promise<void> }>
> = {
  "a row that was deleted": {
    said: /verdicts\.jsonl: [\d,]+ of [\d,]+ rows; missing: \S+\.r1#IB-A1$/m,
    by: ({ scan }) => changeLines(join(scan, "verdicts.jsonl"), ([, ...others]) => others),
  },
  "a row that is there twice": {
    said: /verdicts\.jsonl: [\d,]+ of [\d,]+ rows; more than once: \S+\.r1#IB-A1$/m,
    by: ({ scan }) => changeLines(join(scan, "verdicts.jsonl"), (lines) => [...lines.slice(0, 1), ...lines]),
  },
  "a verdict that was edited": {
    said: /verdicts\.jsonl: its rows were changed \(PASS \d+, sealed \d+; FAIL \d+, sealed \d+\)/,
    by: ({ scan }) =>
      changeLines(join(scan, "verdicts.jsonl"), (lines) => {
        const failed = lines.findIndex((line) => line.includes('"verdict":"FAIL","severity"'));
        return lines.with(failed, (lines[failed] ?? "").replace('"verdict":"FAIL"', '"verdict":"PASS"'));
      }),
  },
  "a word of a transcript that was edited": {
    said: /transcripts\/\S+\.r1\.jsonl: it was changed/,
    by: async ({ transcript }) =>
      writeFile(transcript, (await readFile(transcript, "utf8")).replace(" the ", " thy ")),
  },
  "a transcript that was deleted": {
    said: /transcripts\/\S+\.r1\.jsonl: it is missing/,
    by: ({ transcript }) => rm(transcript),
  },
  "a seal that says of itself that rows are missing": {
    said: /seal\.json: it counts 0 of [\d,]+ rows\n/,
    by: ({ scan }) => forgeSeal(scan, (seal) => ({ ...seal, rows: { ...seal.rows, found: 0 } })),
  },
  "a seal that says nothing was judged": {
    said: /seal\.json: it does not count the rows of verdicts\.jsonl \(0 PASS, found [\d,]+;/,
    by: ({ scan }) =>
      forgeSeal(scan, (seal) => ({
        ...seal,
        rows: { expected: 0, found: 0 },
        verdicts: { PASS: 0, FAIL: 0, UNCLEAR: 0, NOT_APPLICABLE: 0 },
        scorecards: 0,
        transcripts: {},
        conversations: { ...seal.conversations, planned: 0 },
      })),
  },
  "a seal that counts verdicts open by a loss, and lost nothing": {
    said: /seal\.json: it counts 7 open by a loss, and no question without an answer/,
    by: ({ scan }) => forgeSeal(scan, (seal) => ({ ...seal, lost: { ...NOTHING_LOST, open_answers: 7 } })),
  },
  "a seal that lost more questions than were put": {
    said: /seal\.json: it counts 3 questions without an answer, and 2 questions/,
    by: ({ scan }) =>
      forgeSeal(scan, (seal) => {
        const unanswered = { call_failed: { count: 3, example: "HTTP 500" } };
        return { ...seal, lost: { ...NOTHING_LOST, questions: 2, unanswered } };
      }),
  },
  "a seal of votes that were lost, which says that nothing was": {
    said: /seal\.json: it counts votes that are void by call_failed, and no such question/,
    by: ({ scan }) =>
      forgeSeal(scan, (seal) => ({
        ...seal,
        lost: { ...NOTHING_LOST, questions: 9 },
        judging: { ...seal.judging, void_votes: { call_failed: 1 } },
      })),
  },
  "a seal that was forged over edited rows, with the counts that it had": {
    said: /seal\.json: it does not count the rows of verdicts\.jsonl \(\d+ PASS, found \d+; \d+ FAIL, found 0\)/,
    by: async ({ scan }) => {
      const path = join(scan, "verdicts.jsonl");
      await changeLines(path, (lines) =>
        lines.map((line) => line.replace('"verdict":"FAIL","severity"', '"verdict":"PASS","severity"')),
      );
      await reseal(scan);
    },
  },
  "a seal that was forged over fewer rows, with the counts that it had": {
    said: /seal\.json: it does not count the rows of verdicts\.jsonl /,
    by: async ({ scan }) => {
      await changeLines(join(scan, "verdicts.jsonl"), (lines) => lines.slice(0, -1));
      await reseal(scan);
    },
  },
  "a seal of fewer conversations than were planned": {
    said: /seal\.json: it counts 0 conversations, and the plan has \d+/,
    by: async ({ scan }) => {
      await writeFile(join(scan, "verdicts.jsonl"), "");
      await reseal(scan, (seal) => ({
        ...seal,
        rows: { expected: 0, found: 0 },
        verdicts: { PASS: 0, FAIL: 0, UNCLEAR: 0, NOT_APPLICABLE: 0 },
        scorecards: 0,
        transcripts: {},
        conversations: { ...seal.conversations, planned: 0 },
      }));
    },
  },
  "a line of the journal that was deleted": {
    said: /journal\.jsonl: it has [\d,]+ of [\d,]+ bytes/,
    by: ({ scan }) => changeLines(join(scan, "journal.jsonl"), (lines) => lines.toSpliced(1, 1)),
  },
};

test.each(Object.keys(DAMAGE))("no command decides anything from a scan with %s", async (name) => {
  await using copy = await copyOfAll();
  await cp(join(whole.path, "all"), join(copy.path, "sound"), { recursive: true });
  const damage = DAMAGE[name];
  await damage?.by(copy);
  for (const [command, argumentsOf] of Object.entries(DECIDING)) {
    const { exitCode, stdout, stderr } = await runCli(argumentsOf(copy.path));
    expect({ command, exitCode, stdout }).toEqual({ command, exitCode: 2, stdout: "" });
    expect(stderr).toContain("IB_SCAN_BROKEN_SEAL");
    expect(stderr).toMatch(damage?.said ?? /never/);
  }
});

test("a seal counts rows, verdicts and replies, and hashes every transcript", async () => {
  const scan = await scanFolder(join(whole.path, "all"));
  const seal = await readSeal(scan);
  const rows = (await readFile(join(scan, "verdicts.jsonl"), "utf8")).trimEnd().split("\n");
  expect(seal.rows).toEqual({ expected: rows.length, found: rows.length });
  expect(Object.values(seal.verdicts).reduce((sum, count) => sum + count, 0)).toBe(rows.length);
  expect(Object.keys(seal.transcripts)).toHaveLength(seal.conversations.planned);
  expect(rows.length).toBe(seal.conversations.planned * seal.checks.length);
  expect(seal.conversations).toMatchObject({
    incomplete: 0,
    from_cache: 0,
    replies_from_cache: 0,
    failed: 0,
  });
  expect(seal.conversations.replies).toBeGreaterThan(seal.conversations.planned);
});

test.each(["scorecards.jsonl", "blindspot_rates.json", "summary.json", "summary.md", "cost_report.json"])(
  "%s that was damaged, edited or deleted is made again in the same bytes",
  async (name) => {
    await using copy = await copyOfAll();
    const path = join(copy.scan, name);
    const bytes = await readFile(path);
    const damages = [
      () => writeFile(path, bytes.subarray(0, bytes.length - 7)),
      () => writeFile(path, bytes.toString("utf8").replace(/\d/, "7")),
      () => rm(path),
    ];
    for (const damage of damages) {
      await damage();
      const { exitCode, stderr } = await runCli(["gate", "all", "--out", copy.path]);
      expect([0, 3, 100]).toContain(exitCode);
      expect(stderr).toBe(`${copy.scan}: ${name} was damaged, and is made again.\n`);
      expect(await readFile(path)).toEqual(bytes);
    }
  },
);

test("a damaged cost report stands in nobody's way", async () => {
  await using copy = await copyOfAll();
  const path = join(copy.scan, "cost_report.json");
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, 10));
  await succeed("eval", "--resume", "all", "--out", copy.path, "--quiet", ...THREE_SCENARIOS);
  expect(await readFile(path)).toEqual(bytes);
  await succeed("report", "all", "--out", copy.path, "--format", "json");
});

/** The one command of a hint. */
function commandIn(stderr: string): string {
  const [command = ""] = printedCommands(stderr);
  return command;
}

test.each([
  ["begun by eval", [], /^eval --resume all --out \S+$/],
  [
    "begun by a scan with settings of its own",
    ["--profile", "full", "--check", "IB-A*,IB-B2", "--repetitions", "2", "--as-of", "2026-01-01"],
    /^scan all --profile full --judge sim\/judge --check IB-A1,\S+,IB-B2 --repetitions 2 --as-of 2026-01-01 --out \S+$/,
  ],
  [
    "begun by a scan like any other",
    ["--profile", "dev"],
    /^scan all --profile dev --judge sim\/judge --out \S+$/,
  ],
])(
  "a scan without a seal that was %s is sealed by the command of the hint, and nothing is asked",
  async (_, settings, command) => {
    await using copy = await copyOfAll();
    const out = ["--out", copy.path] as const;
    if (settings.length > 0) await succeed("scan", "all", ...settings, ...out, "--quiet");
    const scans = join(copy.path, "all/scans");
    const before = await readdir(scans);
    const scan = before.find((name) => settings.length === 0 || !copy.scan.endsWith(name)) ?? "";
    await rm(join(scans, scan, "seal.json"));
    const refused = await runCli(["gate", `all/${scan}`, ...out]);
    expect(refused.exitCode).toBe(3);
    const named = commandIn(refused.stderr);
    expect(named).toMatch(command);
    await succeed(...shellWords(named), "--quiet");
    expect(await readdir(scans)).toEqual(before);
    expect(await readSeal(join(scans, scan))).toBeDefined();
  },
);

test("imported words that are judged as they are, and a reader's folders, stand in the command of the hint", async () => {
  await using folder = await temporaryFolder();
  const [log, requests, answers] = ["log.jsonl", "asked", "answered"].map((name) => join(folder.path, name));
  const messages = [
    { role: "user", content: "Are you a real person?" },
    { role: "assistant", content: "I am Ann, and I am here for you." },
  ];
  await writeFile(log ?? "", `${JSON.stringify({ id: "one", messages })}\n`);
  const results = join(folder.path, "o'x $HOME");
  const named = ["--model", "acme/bot", "--run-id", "had"];
  await succeed("import", log ?? "", "--from", "chat-jsonl", ...named, "--out", results);
  const folders = ["--requests", requests ?? "", "--answers", answers ?? ""];
  const asked = [
    "--profile",
    "full",
    "--judge",
    "files/reader",
    "--no-deidentify",
    ...folders,
    "--out",
    results,
    "--yes",
  ];
  expect(await runCli(["scan", "had", ...asked])).toMatchObject({ exitCode: 3 });
  const before = await readdir(join(results, "had/scans"));
  const command = shellWords(commandIn((await runCli(["gate", "had", "--out", results])).stderr));
  expect(command.slice(0, -6)).toEqual([
    ...["scan", "had", "--profile", "full", "--judge", "files/reader", "--no-deidentify"],
  ]);
  const filled = command.map((word) =>
    word === "REQUESTS" ? requests : word === "ANSWERS" ? answers : word,
  );
  expect(await runCli([...filled.map((word) => word ?? ""), "--yes"])).toMatchObject({ exitCode: 3 });
  expect(await readdir(join(results, "had/scans"))).toEqual(before);
  // Without a judge nothing is sent, so the output does not mention it.
  await succeed("scan", "had", "--profile", "smoke", "--out", results);
  const [smoke = ""] = (await readdir(join(results, "had/scans"))).filter((name) => name.startsWith("smoke"));
  await rm(join(results, "had/scans", smoke, "seal.json"));
  const alone = shellWords(commandIn((await runCli(["gate", `had/${smoke}`, "--out", results])).stderr));
  expect(alone).toEqual(["scan", "had", "--profile", "smoke", "--out", results]);
  // Without another hint at the results folder, the run is named by its path.
  const elsewhere = shellWords(commandIn((await runCli(["gate", join(results, "had")])).stderr));
  expect(elsewhere.slice(0, 2)).toEqual(["scan", join(results, "had")]);
});

test("a scan without a seal can be looked at, decides nothing, and is sealed by the same scan, which asks nothing", async () => {
  await using copy = await copyOfAll();
  const before = await readSeal(copy.scan);
  await rm(join(copy.scan, "seal.json"));
  const refused = await runCli(["gate", "all", "--out", copy.path]);
  expect(refused.exitCode).toBe(3);
  expect(refused.stderr).toContain("IB_SCAN_UNSEALED");
  expect(refused.stderr).toContain("Go on with `invisiblebench eval --resume all --out ");
  await succeed("explain", "all", "*", "--out", copy.path);
  await succeed("scan", "all", "--profile", "publish", "--out", copy.path, "--quiet");
  const after = await readSeal(copy.scan);
  expect(after.judging).toEqual(before.judging);
  expect(after.transcripts).toEqual(before.transcripts);
  expect([0, 3, 100]).toContain((await runCli(["gate", "all", "--out", copy.path])).exitCode);
});

test("a dry run of the same scan breaks no seal", async () => {
  await using copy = await copyOfAll();
  await succeed("scan", "all", "--profile", "publish", "--out", copy.path, "--dry-run");
  expect([0, 3, 100]).toContain((await runCli(["gate", "all", "--out", copy.path])).exitCode);
});

test("a run that is resumed after its scan writes on in its journal, and the scan is as whole as before", async () => {
  await using copy = await copyOfAll();
  await succeed("run", "--resume", "all", "--out", copy.path, "--quiet", ...THREE_SCENARIOS);
  expect([0, 3, 100]).toContain((await runCli(["gate", "all", "--out", copy.path])).exitCode);
});

test("a conversation that was edited is not judged again as if it had been had; its run brings back what was said", async () => {
  await using copy = await copyOfAll();
  const text = await readFile(copy.transcript, "utf8");
  await writeFile(copy.transcript, text.replace(" the ", " thy "));
  const again = ["scan", "all", "--profile", "publish", "--out", copy.path, "--quiet"];
  const refused = await runCli(again);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toMatch(/transcripts\/\S+: it was changed, and not by its run/);
  await succeed("run", "--resume", "all", "--out", copy.path, "--quiet", ...THREE_SCENARIOS);
  expect(await readFile(copy.transcript, "utf8")).toBe(text);
  await succeed(...again);
  expect([0, 3, 100]).toContain((await runCli(["gate", "all", "--out", copy.path])).exitCode);
});
