/** Addresses that hold passwords and keys: no command uses one, and none shows what it holds. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { formatError } from "../../src/cli/exit.ts";
import { productThatSays } from "../providers/product-server.fixture.ts";
import { runCli } from "./cli.fixture.ts";

const PASSWORD = "hunter2secret";
const QUERY_KEY = "QUERYSECRET99";

async function projectWith(config: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ib-address-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "invisiblebench.config.yaml"), config);
  return folder;
}

const run = (model: string) => ["run", "--model", model, "--scenario", "safety_crisis_*", "--yes"];

test.each([
  `http://user:${PASSWORD}@127.0.0.1:9/v1`,
  `http://127.0.0.1:9/v1?api_key=${QUERY_KEY}`,
  `http://user:${PASSWORD}${"x".repeat(90)}@127.0.0.1:9/v1?api_key=${QUERY_KEY}`,
])("an endpoint at %s is refused with its place, by doctor as by run", async (address) => {
  const cwd = await projectWith(`endpoints:\n  acme:\n    base_url: ${address}\n`);
  for (const args of [["doctor"], ["doctor", "--json"], run("acme/companion-2")]) {
    const { exitCode, stdout, stderr } = await runCli(args, { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("invisiblebench.config.yaml:3:15");
    expect(stderr).toContain("does not belong in an address");
    expect(stdout + stderr).not.toContain(PASSWORD);
    expect(stdout + stderr).not.toContain(QUERY_KEY);
  }
});

test.each([
  ["openai/gpt-4o-mini", "OPENAI_BASE_URL"],
  ["anthropic/claude-haiku-4-5", "ANTHROPIC_BASE_URL"],
  ["google/gemini-2.5-flash", "GOOGLE_GENERATIVE_AI_BASE_URL"],
  ["openrouter/acme/model", "OPENROUTER_BASE_URL"],
  ["ollama/llama3", "OLLAMA_HOST"],
])("%s is not asked at an address in %s that holds a password", async (model, variable) => {
  const cwd = await projectWith("{}\n");
  const keys = ["OPENAI", "ANTHROPIC", "GEMINI", "OPENROUTER"].map((name) => [
    `${name}_API_KEY`,
    "planted-0123",
  ]);
  const env = { ...Object.fromEntries(keys), [variable]: `http://user:${PASSWORD}@127.0.0.1:9/v1` };
  const { exitCode, stdout, stderr } = await runCli(run(model), { cwd, env });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`IB_BAD_ADDRESS: ${variable} holds a password or a key`);
  expect(stdout + stderr).not.toContain(PASSWORD);
});

test("an address that a server speaks of is written down without its password", async () => {
  const said = `upstream http://user:${PASSWORD}@db.internal/?token=${QUERY_KEY} is down`;
  await using server = await productThatSays(400, {}, JSON.stringify({ error: { message: said } }));
  const cwd = await projectWith(`endpoints:\n  acme:\n    base_url: ${server.url}/v1\n`);
  const { stdout, stderr } = await runCli([...run("acme/companion-2"), "--out", join(cwd, "out")], { cwd });
  const files = await readdir(join(cwd, "out"), { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), "utf8")),
  );
  const written = [stdout, stderr, ...texts].join("\n");
  expect(written).toContain("upstream http://[redacted]@db.internal/?token=[redacted] is down");
  expect(written).not.toContain(PASSWORD);
  expect(written).not.toContain(QUERY_KEY);
});

test("the stack of a bug shows no password of an address", () => {
  const shown = formatError(
    new TypeError(`Failed to parse http://user:${PASSWORD}@h/?key=${QUERY_KEY}`),
    "invisiblebench",
  );
  expect(shown).toContain("Failed to parse http://[redacted]@h/?key=[redacted]");
  expect(shown).not.toContain(PASSWORD);
});
