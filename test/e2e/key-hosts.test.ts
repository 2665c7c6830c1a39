/** Tests a foreign folder and a person's keys: hosts named in its files get no key without the person's consent. */
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { productThatSays } from "../providers/product-server.fixture.ts";
import { startModelServer } from "../servers/model-server.ts";
import { runCli, spawnCli } from "./cli.fixture.ts";

const KEY = "planted-key-0123456789";
const KEYS = {
  ANTHROPIC_API_KEY: KEY,
  OPENAI_API_KEY: KEY,
  GEMINI_API_KEY: KEY,
  OPENROUTER_API_KEY: KEY,
  GIVECARE_BENCH_KEY: KEY,
  BUILD_TOKEN: KEY,
};
const dotEnvOf = (variables: Readonly<Record<string, string>>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ib-key-hosts-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const CONFIG = "invisiblebench.config.json";
const endpoint = (url: string, parts: object) =>
  JSON.stringify({ endpoints: { acme: { base_url: `${url}/v1`, ...parts } } });
const harness = (url: string, variable: string) =>
  JSON.stringify({
    http_harness: {
      name: "acme/companion-2",
      url: `${url}/chat`,
      headers: { "x-key": `{env.${variable}}` },
      request: { messages: "{messages}" },
      reply_path: "data.answer",
    },
  });

interface Trap {
  readonly what: string;
  readonly ask: readonly string[];
  readonly files: (url: string) => Readonly<Record<string, string>>;
  /** The key that would have been sent. */
  readonly key: string;
}

const trap = (what: string, ask: readonly string[], key: string, files: Trap["files"]): Trap => ({
  what,
  ask,
  key,
  files,
});
const model = (name: string) => ["--model", name];

/** Every way in which a project's own files can name a server, with a key of the person's environment. */
const TRAPS: readonly Trap[] = [
  trap(
    "an address of Anthropic's in .env",
    model("anthropic/claude-haiku-4-5"),
    "ANTHROPIC_API_KEY",
    (url) => ({
      ".env": `ANTHROPIC_BASE_URL=${url}\n`,
    }),
  ),
  trap("an address of OpenAI's in .env", model("openai/gpt-4o-mini"), "OPENAI_API_KEY", (url) => ({
    ".env": `OPENAI_BASE_URL=${url}/v1\n`,
  })),
  trap("an address of Google's in .env", model("google/gemini-2.5-flash"), "GEMINI_API_KEY", (url) => ({
    ".env": `GOOGLE_GENERATIVE_AI_BASE_URL=${url}\n`,
  })),
  trap("an address of OpenRouter's in .env", model("openrouter/acme/model"), "OPENROUTER_API_KEY", (url) => ({
    ".env": `OPENROUTER_BASE_URL=${url}/v1\n`,
  })),
  trap("a site of GiveCare's in .env", ["--harness", "givecare/v2"], "GIVECARE_BENCH_KEY", (url) => ({
    ".env": `GIVECARE_SITE_URL=${url}\n`,
  })),
  trap("an endpoint with a provider's key", model("acme/one"), "ANTHROPIC_API_KEY", (url) => ({
    [CONFIG]: endpoint(url, { api_key_env: "ANTHROPIC_API_KEY" }),
  })),
  trap("an endpoint with a provider's key in a header", model("acme/one"), "OPENAI_API_KEY", (url) => ({
    [CONFIG]: endpoint(url, { headers: { "x-any": "a {env.OPENAI_API_KEY} b" } }),
  })),
  trap("an endpoint that takes a provider's name", model("openai/gpt-4o-mini"), "OPENAI_API_KEY", (url) => ({
    [CONFIG]: JSON.stringify({ endpoints: { openai: { base_url: url, api_key_env: "OPENAI_API_KEY" } } }),
  })),
  trap("an endpoint with any other variable", model("acme/one"), "BUILD_TOKEN", (url) => ({
    [CONFIG]: endpoint(url, { api_key_env: "BUILD_TOKEN" }),
  })),
  trap("a product with a provider's key", ["--harness", "http/json"], "OPENROUTER_API_KEY", (url) => ({
    [CONFIG]: harness(url, "OPENROUTER_API_KEY"),
  })),
  trap("a product with any other variable", ["--harness", "http/json"], "BUILD_TOKEN", (url) => ({
    [CONFIG]: harness(url, "BUILD_TOKEN"),
  })),
];

async function runIn(cwd: string, ask: readonly string[], env: Readonly<Record<string, string>>) {
  const some = ["--scenario", "safety_crisis_*", "--yes", "--quiet", "--no-cache"];
  return runCli(["run", ...ask, ...some, "--out", join(cwd, "out")], { cwd, env });
}

test.each(TRAPS)("$what gets no request, and the error says what, where and what to do", async (trap) => {
  await using stranger = await productThatSays(200, {}, "{}");
  const cwd = await folderWith(trap.files(stranger.url));
  const { stdout, stderr } = await runIn(cwd, trap.ask, KEYS);
  const { host } = new URL(stranger.url);
  expect(stranger.requests).toEqual([]);
  expect(stderr).toContain("IB_KEY_ASTRAY");
  expect(stderr).toContain(`${trap.key} would go to ${host}, because`);
  expect(stderr).toContain(`INVISIBLEBENCH_ALLOW_HOSTS=${host}`);
  expect(stdout + stderr).not.toContain(KEY);
});

test.each(TRAPS.filter(({ ask }) => !ask.includes("givecare/v2")))(
  "doctor names $what before anything is asked",
  async (trap) => {
    const cwd = await folderWith(trap.files("https://stranger.example"));
    const { exitCode, stdout } = await runCli(["doctor"], { cwd, env: KEYS });
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`${trap.key} would go to stranger.example, because`);
    expect(stdout).not.toContain(KEY);
  },
);

test.each(["host", "Host"])("no header %s says that the call is for another server", async (name) => {
  const headers = { [name]: "stranger.example" };
  const endpoints = {
    acme: { base_url: "https://api.openai.com/v1", api_key_env: "OPENAI_API_KEY", headers },
  };
  const cwd = await folderWith({ [CONFIG]: JSON.stringify({ endpoints }) });
  const { exitCode, stderr } = await runIn(cwd, model("acme/one"), KEYS);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("the header host is made from the address");
});

test("a config that was found has no model told what stands outside its folder, by a path or by a link", async () => {
  const outside = join(await folderWith({ "private.txt": "A private word." }), "private.txt");
  for (const system_prompt of [outside, "link.txt"]) {
    await using server = await productThatSays(400, {}, "{}");
    const endpoints = { acme: { base_url: `${server.url}/v1` } };
    const cwd = await folderWith({ [CONFIG]: JSON.stringify({ system_prompt, endpoints }) });
    await symlink(outside, join(cwd, "link.txt"));
    const { exitCode, stderr } = await runIn(cwd, model("acme/one"), {});
    expect(exitCode).toBe(2);
    expect(stderr).toContain("IB_PROMPT_OUTSIDE");
    expect(server.requests).toEqual([]);
    await runIn(cwd, [...model("acme/one"), "--config", join(cwd, CONFIG)], {});
    expect(JSON.stringify(server.requests)).toContain("A private word.");
  }
});

test.each(TRAPS)("a project that allows $what itself is not heard", async (trap) => {
  await using stranger = await productThatSays(200, {}, "{}");
  const files = trap.files(stranger.url);
  const allowed = `INVISIBLEBENCH_ALLOW_HOSTS=${new URL(stranger.url).host}\n`;
  const cwd = await folderWith({ ...files, ".env": `${files[".env"] ?? ""}${allowed}` });
  expect((await runIn(cwd, trap.ask, KEYS)).stderr).toContain("IB_KEY_ASTRAY");
  expect(stranger.requests).toEqual([]);
});

test.each(TRAPS)("a host that the person allows is asked: $what", async (trap) => {
  await using server = await productThatSays(400, {}, "{}");
  const cwd = await folderWith(trap.files(server.url));
  const { hostname } = new URL(server.url);
  await runIn(cwd, trap.ask, { ...KEYS, INVISIBLEBENCH_ALLOW_HOSTS: `other.example, ${hostname}` });
  expect(JSON.stringify(server.requests)).toContain(KEY);
});

test("a provider's key in the project's own .env does not go to its config's server either", async () => {
  await using stranger = await productThatSays(200, {}, "{}");
  const cwd = await folderWith({
    ".env": dotEnvOf({ ANTHROPIC_API_KEY: KEY }),
    [CONFIG]: endpoint(stranger.url, { api_key_env: "ANTHROPIC_API_KEY" }),
  });
  const named = ["--config", join(cwd, CONFIG)];
  for (const more of [[], named]) {
    expect((await runIn(cwd, [...model("acme/one"), ...more], {})).stderr).toContain("IB_KEY_ASTRAY");
  }
  expect(stranger.requests).toEqual([]);
});

test("address and key from the environment, both from .env, and another variable of a config that is named: all are asked", async () => {
  await using server = await startModelServer({ apiKeys: [KEY] });
  const openai = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: KEY };
  const config = endpoint(server.url, { api_key_env: "BUILD_TOKEN" });
  const own = await folderWith({});
  const theirs = await folderWith({ ".env": dotEnvOf(openai) });
  const beside = await folderWith({ ".env": dotEnvOf({ BUILD_TOKEN: KEY }), [CONFIG]: config });
  const vouched = await folderWith({ [CONFIG]: config });
  const named = [...model("acme/gpt-4o-mini"), "--config", join(vouched, CONFIG)];
  for (const [cwd, ask, env] of [
    [own, model("openai/gpt-4o-mini"), openai],
    [theirs, model("openai/gpt-4o-mini"), {}],
    [beside, model("acme/gpt-4o-mini"), {}],
    [vouched, named, { BUILD_TOKEN: KEY }],
  ] as const) {
    const before = server.log.length;
    const { exitCode, stderr } = await runIn(cwd, ask, env);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(server.log.length).toBeGreaterThan(before);
  }
});

test.each(["foo", "proxy.example:3128", "ftp://proxy.example"])(
  "HTTPS_PROXY=%s is named as what it is",
  async (proxy) => {
    const cwd = await folderWith({});
    const env = { ...KEYS, HTTPS_PROXY: proxy, https_proxy: proxy };
    const { exitCode, stderr } = await runIn(cwd, model("openai/gpt-4o-mini"), env);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("IB_BAD_PROXY: HTTPS_PROXY is not the address of a proxy");
    expect(stderr).toContain("http://proxy.example.org:3128");
  },
);

test.each(["HTTPS_PROXY", "http_proxy", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"])(
  "%s of a project's .env is not used",
  async (variable) => {
    await using server = await productThatSays(200, {}, "{}");
    const cwd = await folderWith({ ".env": `${variable}=${server.url}\n` });
    // Not by the command line, which would also see what the machine of the test has set.
    const bench = createBench({ project: cwd, environment: KEYS });
    const run = bench.run({ models: ["openai/gpt-4o-mini"], scenarios: ["safety_crisis_*"] });
    await expect(run).rejects.toMatchObject({
      code: "IB_NETWORK_OF_PROJECT",
      message: expect.stringContaining(`${variable} stands in .env`),
    });
    expect(server.requests).toEqual([]);
  },
);

test("a project's .env does not say where the compiled corpus is read from", async () => {
  const [theirs, own] = [await folderWith({}), await folderWith({})];
  const cwd = await folderWith({ ".env": `INVISIBLEBENCH_CACHE=${theirs}\n` });
  const env = { XDG_CACHE_HOME: own };
  expect((await spawnCli(["list", "checks"], { cwd, env })).exitCode).toBe(0);
  expect(await readdir(theirs)).toEqual([]);
  expect(await readdir(own)).toEqual(["invisiblebench"]);
});
