import { expect, test } from "vitest";
import { fillHeaders } from "./fill-headers.ts";
import { MissingVariablesError } from "./missing-variables-error.ts";
import { UnsendableHeaderError } from "./unsendable-header-error.ts";

const none = (placeholder: string) => `no ${placeholder}`;

test("variables of the environment are filled in, and are secrets from then on", () => {
  const templates = {
    authorization: "Bearer {env.ACME_KEY}",
    "x-team": "{env.TEAM}-bench",
    "x-thread": "{thread}",
  };
  const { headers, secrets } = fillHeaders(templates, { ACME_KEY: "k-123\n", TEAM: "care" }, () => "t-1");
  expect(headers).toEqual({ authorization: "Bearer k-123", "x-team": "care-bench", "x-thread": "t-1" });
  expect(new Set(secrets)).toEqual(new Set(["k-123", "care"]));
});

test("a key that someone wrote into the config file is a secret too, its scheme is not", () => {
  const { secrets } = fillHeaders(
    { Authorization: "Bearer k-456", "X-Api-Key": "k-789", accept: "a/b" },
    {},
    none,
  );
  expect(secrets).toEqual(["k-456", "k-789"]);
});

test("variables that are not set or empty are named, all of them, once", () => {
  const templates = { a: "{env.ONE} {env.TWO}", b: "{env.ONE}", c: "{env.THREE}" };
  const fill = () => fillHeaders(templates, { TWO: " ", THREE: "3" }, none);
  expect(fill).toThrow(MissingVariablesError);
  expect(fill).toThrow("The environment variables ONE, TWO are not set");
});

test("a key with a line break in it is refused without being shown", () => {
  const fill = () => fillHeaders({ "x-key": "{env.KEY}" }, { KEY: "planted\nkey" }, none);
  expect(fill).toThrow(UnsendableHeaderError);
  expect(fill).toThrow(/^The value of the header x-key has a line break/);
  expect(fill).not.toThrow(/planted/);
});
