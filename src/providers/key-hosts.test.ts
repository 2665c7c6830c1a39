import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hasCode } from "../kernel/errors.ts";

import { allowedHostsIn, assertCollected, type NamedBy, PROVIDER_KEYS } from "./key-hosts.ts";

const STRANGER = "https://stranger.example/v1";
const BY_CONFIG: NamedBy = { configKey: "endpoints.acme.base_url" };
const BY_VARIABLE: NamedBy = { variable: "OPENAI_BASE_URL" };

interface Case {
  readonly variable: string;
  readonly namedBy: NamedBy;
  readonly address?: string;
  readonly fromDotEnv?: readonly string[];
  readonly isConfigVouchedFor?: boolean;
  readonly allowed?: string;
}

function mayGo({ variable, namedBy, address = STRANGER, ...more }: Case): boolean {
  const provenance = {
    fromDotEnv: new Set(more.fromDotEnv ?? []),
    isConfigVouchedFor: more.isConfigVouchedFor ?? false,
    allowedHosts: allowedHostsIn({ INVISIBLEBENCH_ALLOW_HOSTS: more.allowed }),
  };
  try {
    assertCollected({ modelId: "acme/one", variables: [variable], address, namedBy }, provenance);
    return true;
  } catch (error) {
    if (hasCode(error, "IB_KEY_ASTRAY")) return false;
    throw error;
  }
}

const aCase = fc.record({
  variable: fc.constantFrom(...PROVIDER_KEYS, "GIVECARE_BENCH_KEY", "BUILD_TOKEN"),
  namedBy: fc.constantFrom(BY_CONFIG, BY_VARIABLE),
  fromDotEnv: fc.subarray([...PROVIDER_KEYS, "GIVECARE_BENCH_KEY", "BUILD_TOKEN", "OPENAI_BASE_URL"]),
  isConfigVouchedFor: fc.boolean(),
});

test("no provider's key goes to a config's server, whoever vouches for the config and wherever the key stands", async () => {
  await fc.assert(
    fc.property(aCase, (any) => {
      fc.pre(any.variable !== "BUILD_TOKEN");
      expect(mayGo({ ...any, namedBy: BY_CONFIG })).toBe(false);
    }),
  );
});

test("nothing of the person's own goes to what a project's files name", async () => {
  await fc.assert(
    fc.property(aCase, ({ variable, namedBy, fromDotEnv }) => {
      const project = [...fromDotEnv.filter((name) => name !== variable), "OPENAI_BASE_URL"];
      expect(mayGo({ variable, namedBy, fromDotEnv: project })).toBe(false);
    }),
  );
});

test("an allowed host gets everything, and allows no other", async () => {
  await fc.assert(
    fc.property(aCase, (any) => {
      expect(mayGo({ ...any, allowed: "stranger.example" })).toBe(true);
      const allowed = "example, r.example, stranger.example.org, stranger.example:8443";
      expect(mayGo({ ...any, allowed })).toBe(mayGo(any));
    }),
  );
});

test("a host is allowed on every port, or on one alone", () => {
  const at = (address: string, allowed: string) =>
    mayGo({ variable: "BUILD_TOKEN", namedBy: BY_CONFIG, address, allowed });
  expect(at("http://box:8080/v1", "BOX")).toBe(true);
  expect(at("http://box:8080/v1", "box:8080")).toBe(true);
  expect(at("http://box:8081/v1", "box:8080")).toBe(false);
});

test("a key is at home at its provider, over https", () => {
  const at = (address: string) => mayGo({ variable: "OPENAI_API_KEY", namedBy: BY_CONFIG, address });
  expect(at("https://api.openai.com/v1")).toBe(true);
  expect(at("http://api.openai.com/v1")).toBe(false);
  expect(at("https://api.openai.com.stranger.example/v1")).toBe(false);
  expect(at("https://api.anthropic.com/v1")).toBe(false);
});
