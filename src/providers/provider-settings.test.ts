import { expect, test } from "vitest";
import { ALL_OWN } from "./key-hosts.fixture.ts";
import { assertKey, providerSettings } from "./provider-settings.ts";

const nowhere = { environment: {}, endpoints: {}, provenance: ALL_OWN };

test("a model's name may hold slashes of its own", () => {
  expect(providerSettings("openrouter/meta-llama/llama-3.3", nowhere)).toMatchObject({
    provider: "openrouter",
    model: "meta-llama/llama-3.3",
    baseUrl: "https://openrouter.ai/api/v1",
  });
});

test("each provider has its address, and the environment may name another", () => {
  const environment = {
    OPENAI_BASE_URL: "http://localhost:1/v1/",
    ANTHROPIC_BASE_URL: "http://localhost:2",
    GOOGLE_GENERATIVE_AI_BASE_URL: "http://localhost:3/v1beta",
    OPENROUTER_BASE_URL: "http://localhost:4/api/v1",
  };
  const addressOf = (modelId: string, places: typeof nowhere) => providerSettings(modelId, places)?.baseUrl;
  const models = ["openai/m", "anthropic/m", "google/m", "openrouter/m"];
  expect(models.map((modelId) => addressOf(modelId, nowhere))).toEqual([
    "https://api.openai.com/v1",
    "https://api.anthropic.com/v1",
    "https://generativelanguage.googleapis.com/v1beta",
    "https://openrouter.ai/api/v1",
  ]);
  expect(
    models.map((modelId) => addressOf(modelId, { environment, endpoints: {}, provenance: ALL_OWN })),
  ).toEqual([
    "http://localhost:1/v1",
    "http://localhost:2/v1",
    "http://localhost:3/v1beta",
    "http://localhost:4/api/v1",
  ]);
});

test.each([
  [undefined, "http://127.0.0.1:11434/v1"],
  ["0.0.0.0", "http://127.0.0.1:11434/v1"],
  ["box:8080", "http://box:8080/v1"],
  ["http://box", "http://box:11434/v1"],
  ["https://ollama.example.org", "https://ollama.example.org/v1"],
])("OLLAMA_HOST %s leads to %s", (host, address) => {
  const environment = { OLLAMA_HOST: host };
  expect(
    providerSettings("ollama/llama3", { environment, endpoints: {}, provenance: ALL_OWN }),
  ).toMatchObject({
    baseUrl: address,
    missing: [],
  });
});

test.each(["localhost", "localhost:8080"])(
  "%s is refused as an address by the name of its variable",
  (address) => {
    const environment = { OPENAI_BASE_URL: address };
    expect(() => providerSettings("openai/m", { environment, endpoints: {}, provenance: ALL_OWN })).toThrow(
      expect.objectContaining({
        code: "IB_BAD_ADDRESS",
        message: expect.stringContaining("OPENAI_BASE_URL"),
      }),
    );
  },
);

test("a missing key is named, an empty one is missing, and either of two will do", () => {
  for (const environment of [{}, { OPENAI_API_KEY: "" }]) {
    expect(() => assertKey("openai/m", { environment, endpoints: {}, provenance: ALL_OWN })).toThrow(
      expect.objectContaining({ code: "IB_NO_KEY", message: expect.stringContaining("OPENAI_API_KEY") }),
    );
  }
  for (const name of ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"]) {
    expect(() =>
      assertKey("google/m", { environment: { [name]: "key-012345" }, endpoints: {}, provenance: ALL_OWN }),
    ).not.toThrow();
  }
});

test.each(["ollama/llama3", "sim/careful", "replay/run-1"])("%s needs no key", (modelId) => {
  expect(() => assertKey(modelId, nowhere)).not.toThrow();
});

test("an endpoint's headers are filled from the environment, and what is filled in is secret", () => {
  const endpoints = {
    acme: {
      base_url: "https://acme.example/v1",
      api_key_env: "ACME_KEY",
      headers: { "x-team": "{env.ACME_TEAM}", Authorization: "Bearer fixed-token-1", "x-plain": "plain" },
    },
  };
  const environment = { ACME_KEY: "acme-key-012345", ACME_TEAM: "acme-team-9" };
  const settings = providerSettings("acme/one", { environment, endpoints, provenance: ALL_OWN });
  expect(settings).toMatchObject({
    protocol: "endpoint",
    apiKey: "acme-key-012345",
    headers: { "x-team": "acme-team-9", Authorization: "Bearer fixed-token-1", "x-plain": "plain" },
    missing: [],
  });
  expect(settings?.secrets).toEqual(
    expect.arrayContaining(["acme-key-012345", "acme-team-9", "fixed-token-1"]),
  );
  expect(settings?.secrets).not.toContain("plain");
  expect(() => assertKey("acme/one", { environment: {}, endpoints, provenance: ALL_OWN })).toThrow(
    expect.objectContaining({ code: "IB_NO_KEY", message: expect.stringContaining("ACME_KEY") }),
  );
});

test("an endpoint may take the name of a built-in provider", () => {
  const endpoints = { openai: { base_url: "https://gateway.example/v1" } };
  expect(providerSettings("openai/m", { environment: {}, endpoints, provenance: ALL_OWN })).toMatchObject({
    protocol: "endpoint",
    baseUrl: "https://gateway.example/v1",
  });
});
