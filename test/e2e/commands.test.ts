import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { evaluatedRun, succeed } from "./evaluated-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

const ESCAPE = "\u001b";
let evaluated: Awaited<ReturnType<typeof evaluatedRun>>;

beforeAll(async () => {
  evaluated = await evaluatedRun();
});
afterAll(() => evaluated[Symbol.asyncDispose]());

test.for([
  ["scenarios", "safety_crisis_bin_days_001"],
  ["checks", "IB-A1"],
  ["tags", "practical_ask"],
  ["lexicons", "passive_ideation"],
  ["rules", "federal"],
  ["duties", "NY-GBL-1702-START"],
  ["regimes", "ny-companion"],
  ["models", "sim/noisy-judge"],
  ["runs", "all"],
] as const)("list %s names what there is, as a table and as JSON", async ([kind, name]) => {
  const { stdout: table } = await runCli(["list", kind, "--out", evaluated.path], { width: 1000 });
  const rows = JSON.parse(await succeed("list", kind, "--out", evaluated.path, "--json"));
  expect(table).toContain(name);
  // A title, a rule and the rows; a sentence may follow.
  const [listed = ""] = table.trimEnd().split("\n\n");
  expect(listed.split("\n")).toHaveLength(rows.length + 2);
  expect(rows.map((row: object) => Object.values(row)[0])).toContain(name);
});

test("list runs of a folder that is not there says that there are none", async () => {
  expect(await succeed("list", "runs", "--out", join(evaluated.path, "nothing"))).toBe(
    "There are no runs.\n",
  );
});

test.for([
  ["scenario", "safety_crisis_night_001", "scenario_id: safety_crisis_night_001"],
  ["check", "IB-A1", "fail_rule:"],
  ["lexicon", "passive_ideation", "role: user"],
  ["rules", "federal", "forbidden_titles:"],
  ["tag", "venting", "read_by:"],
  ["regime", "process", "practices:"],
  ["card", "IB-B1-001", "kind: clear_fail"],
  ["fact", "TEST-LINE", "claim:"],
] as const)("show prints a whole %s", async ([kind, id, said]) => {
  expect(await succeed("show", id, "--corpus", VALID_CORPUS)).toContain(said);
  expect(JSON.parse(await succeed("show", id, "--corpus", VALID_CORPUS, "--json"))).toMatchObject({ kind });
});

test.for([
  ["html", /\/report\/index\.html$/],
  ["md", /^#/],
  ["json", /^\{\n {2}"schema_version": 2,/],
  ["csv", /^[a-z_]+,/],
  ["junit", /^<\?xml/],
] as const)("report --format %s renders a finished scan again", async ([format, looks]) => {
  const before = await artefactHashes(evaluated.path);
  expect((await succeed("report", "all", "--out", evaluated.path, "--format", format)).trim()).toMatch(looks);
  expect(await artefactHashes(evaluated.path)).toEqual(before);
});

test("explain shows the conversation, the window, the votes, the quote and the rule of a failure", async () => {
  const text = await succeed(
    "explain",
    "all",
    "sim__brittle/*bin_days_001.r1",
    "IB-A1",
    "--out",
    evaluated.path,
  );
  expect(text).toMatch(/^sim__brittle\/safety_crisis_bin_days_001\.r1 {2}\(simulated\)\n/);
  expect(text).toMatch(/^IB-A1 Misses passive ideation {2}FAIL$/m);
  expect(text).toMatch(/^ {2}Fails when: /m);
  expect(text).toMatch(/^ {2}Window 0: event_window, turns 5 to 5, cue in turn 5 \(anchor\): FAIL$/m);
  expect(text).toMatch(/^ {2}Vote 1 on window 0: FAIL\. /m);
  const quote = /^ {2}Turn 5, assistant, exact: "(.+)"$/m.exec(text)?.[1] ?? "";
  expect(text.split("IB-A1 misses")[0]).toContain(quote);

  const unknown = await runCli(["explain", "all", "nobody*", "--out", evaluated.path]);
  expect(unknown.exitCode).toBe(2);
  expect(unknown.stderr).toContain("IB_NOTHING_TO_EXPLAIN");
  const misspelt = await runCli(["explain", "all", "sim__britle/*", "--out", evaluated.path]);
  expect(misspelt.stderr).toMatch(
    /Did you mean "sim__brittle\/\S+", "sim__brittle\/\S+" or "sim__brittle\/\S+"\? /,
  );
  expect(misspelt.stderr.length).toBeLessThan(500);
});

test("explain of many shows what failed of the gravest and counts the rest; --all shows it, --json is whole", async () => {
  const many = ["explain", "all", "*", "--out", evaluated.path];
  const text = await succeed(...many);
  const verdicts = Array.from(text.matchAll(/^IB-\S+ .+? {2}([A-Z_]+)/gm), ([, verdict]) => verdict);
  expect(new Set(verdicts).difference(new Set(["FAIL", "UNCLEAR"]))).toEqual(new Set());
  expect(verdicts).toContain("FAIL");
  expect(text.match(/^sim__\S+ {2}\(simulated\)$/gm)).toHaveLength(3);
  expect(text.match(/^\d+ passed.*: --all shows them\.$/gm)).toHaveLength(3);
  const whole = z
    .array(z.object({ rows: z.array(z.unknown()) }))
    .parse(JSON.parse(await succeed(...many, "--json")));
  expect(text).toContain(`These are the gravest; and ${whole.length - 3} more conversations: name one`);

  const all = await succeed(...many, "--all");
  expect(all.match(/^sim__\S+ {2}\(simulated\)$/gm)).toHaveLength(whole.length);
  expect(all.match(/^IB-\S+ .+? {2}[A-Z_]+/gm)).toHaveLength(whole.flatMap(({ rows }) => rows).length);
  const named = await succeed(
    "explain",
    "all",
    "sim__careful/*bin_days_001.r1",
    "IB-B7",
    "--out",
    evaluated.path,
  );
  expect(named).toMatch(/^IB-B7 Claims licence {2}PASS$/m);
});

test("what eval says to type next is the conversation that explain shows alone", async () => {
  const { stdout: text } = evaluated.printed;
  const [, named = "", check = ""] = /^Next: +.+ explain \S+ (\S+) (IB-\S+) --out /m.exec(text) ?? [];
  const model = named.split("/")[0]?.replace("__", "/");
  expect(text).toContain(`Read first: ${model} in ${named}\n  ${check} `);
  const alone = await succeed("explain", "all", "--out", evaluated.path);
  expect(alone.startsWith(`${named}  (simulated)\n`)).toBe(true);
  expect(/^(IB-\S+) .+ {2}FAIL$/m.exec(alone)?.[1]).toBe(check);
});

test("explain strips terminal escapes from what a model said", async () => {
  await using folder = await temporaryFolder();
  await cp(evaluated.path, folder.path, { recursive: true });
  const transcript = join(folder.path, "all/transcripts/sim__careful/safety_crisis_bin_days_001.r1.jsonl");
  const [header = "", ...lines] = (await readFile(transcript, "utf8")).split("\n");
  const planted = `${ESCAPE}]0;owned\u0007${ESCAPE}[2J${ESCAPE}[31mstill here\r\u009b1A`;
  const damaged = lines.map((line) =>
    line === "" ? line : JSON.stringify({ ...JSON.parse(line), content: planted }),
  );
  await writeFile(transcript, [header, ...damaged].join("\n"));
  const explain = ["explain", "all", "sim__careful/*bin_days*", "--out", folder.path];
  const text = await succeed(...explain);
  expect(text).toContain("still here");
  expect(text).not.toContain("owned");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through.
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
  expect(await succeed(...explain, "--json")).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test("doctor names the keys that the config asks for, and whether they are set", async () => {
  await using folder = await temporaryFolder();
  const config = {
    judge: "lab/judge",
    endpoints: { lab: { base_url: "https://lab.example/v1", api_key_env: "JUDGE_KEY" } },
    http_harness: {
      name: "acme/companion-2",
      url: "https://acme.example/chat",
      headers: { authorization: "Bearer {env.ACME_KEY}" },
      request: { message: "{message}", conversation: "{conversation_id}" },
      reply_path: "answer",
    },
  };
  await writeFile(join(folder.path, "invisiblebench.config.json"), JSON.stringify(config));
  const doctor = (env: Record<string, string>) =>
    runCli(["doctor", "--config", join(folder.path, "invisiblebench.config.json")], { env });
  const half = await doctor({ JUDGE_KEY: "not-a-real-value" });
  expect(half.stdout.replaceAll(/\s+/g, " ")).toContain(
    "keys problem the config asks for JUDGE_KEY set, ACME_KEY not set",
  );
  expect(half).toMatchObject({ exitCode: 1, stdout: expect.not.stringContaining("not-a-real-value") });
  expect((await doctor({ JUDGE_KEY: "a", ACME_KEY: "b" })).exitCode).toBe(0);
});

test("doctor finds nothing wrong here, names keys without their values, and finds a broken corpus", async () => {
  const secret = { env: { OPENAI_API_KEY: "not-a-real-value", HTTPS_PROXY: "" } };
  const healthy = await runCli(["doctor", "--out", evaluated.path], secret);
  expect(healthy.exitCode).toBe(0);
  expect(healthy.stdout).toMatch(/^corpus +ok +/m);
  expect(healthy.stdout).toMatch(/^keys +ok +OPENAI_API_KEY/m);
  expect(healthy.stdout).not.toContain("not-a-real-value");
  const broken = await runCli(["doctor", "--corpus", join(evaluated.path, "nothing"), "--json"]);
  expect(broken.exitCode).toBe(1);
  expect(JSON.parse(broken.stdout)).toContainEqual(
    expect.objectContaining({ topic: "corpus", state: "problem" }),
  );
});

test.for([
  ["eval", "--model", "sim/careful", ...THREE_SCENARIOS],
  ["eval", "--model", "sim/careful", "--dry-run"],
  ["run", "--model", "sim/careful", ...THREE_SCENARIOS],
  ["run", "--dry-run"],
  ["scan", "all"],
  ["scan", "all", "--dry-run"],
  ["report", "all", "--format", "md"],
  ["explain", "all", "*"],
  ["lint", "--corpus", VALID_CORPUS],
  ["list", "checks"],
  ["show", "IB-A1"],
  ["doctor"],
])("--json prints one document and nothing else: %s", async (args) => {
  await using folder = await temporaryFolder();
  const results = join(folder.path, "results");
  await cp(evaluated.path, results, { recursive: true });
  const { exitCode, stdout } = await runCli([...args, "--json"], { cwd: folder.path });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toBeTypeOf("object");
});

test("nothing is coloured or redrawn where nobody looks, even if colour is asked for", async () => {
  const env = { FORCE_COLOR: "1", NO_COLOR: "" };
  const commands = [
    ["--help"],
    ["eval", "--help"],
    ["lint", "--corpus", VALID_CORPUS],
    ["list", "checks"],
    ["explain", "all", "*", "--out", evaluated.path],
    ["report", "all", "--format", "md", "--out", evaluated.path],
    ["scan", "all", "--out", evaluated.path, "--profile", "publish"],
    ["scan", "missing"],
  ];
  for (const args of commands) {
    const { stdout, stderr } = await runCli(args, { env });
    expect(`${args}: ${stdout}${stderr}`).not.toContain(ESCAPE);
  }
  expect(`${evaluated.printed.stdout}${evaluated.printed.stderr}`).not.toContain(ESCAPE);
});

test("--quiet keeps stderr empty", async () => {
  await using folder = await temporaryFolder();
  const { exitCode, stderr } = await runCli([
    "eval",
    "--quiet",
    "--model",
    "sim/careful",
    "--corpus",
    VALID_CORPUS,
    "--out",
    folder.path,
  ]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
});
