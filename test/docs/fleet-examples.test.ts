import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import * as z from "zod";
import { runCli } from "../e2e/cli.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";

const examples = new URL("../../docs/examples/fleet/", import.meta.url);
const read = (name: string) => readFileSync(fileURLToPath(new URL(name, examples)), "utf8");
const BY_DIGEST = /^registry\.example\/invisiblebench@sha256:[0-9a-f]{64}$/;
const NOBODY_ANSWERS = "postgresql://127.0.0.1:9/ib";

const Container = z.object({
  name: z.string(),
  image: z.string().regex(BY_DIGEST),
  args: z.array(z.string()),
});
const Pod = z.object({
  terminationGracePeriodSeconds: z.number(),
  initContainers: z.array(Container).default([]),
  containers: z.array(Container),
});
const Kubernetes = z.array(
  z.looseObject({ kind: z.string(), spec: z.looseObject({ template: z.object({ spec: Pod }).optional() }) }),
);
const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      command: z.array(z.string()),
      stop_grace_period: z
        .string()
        .regex(/^\d+s$/)
        .optional(),
    }),
  ),
});

function readAll<Shape>(name: string, shape: z.ZodType<Shape>): readonly Shape[] {
  return parseAllDocuments(read(name)).map((document) => {
    if ("errors" in document) expect(document.errors).toEqual([]);
    return shape.parse(document.toJSON());
  });
}

const [compose] = readAll("compose.yml", Compose);
const services = Object.entries(compose?.services ?? {}).filter(([name]) => name !== "db");
const pods = Kubernetes.parse(readAll("kubernetes.yml", z.unknown())).flatMap(
  ({ spec }) => spec.template?.spec ?? [],
);
const commands = [
  ...services.map(([name, { command }]) => ({ name: `compose ${name}`, args: command })),
  ...pods.flatMap(({ initContainers, containers }) =>
    [...initContainers, ...containers].map(({ name, args }) => ({ name: `kubernetes ${name}`, args })),
  ),
];

test("the examples have a coordinator, workers and the tables' migration", () => {
  const begin = commands.map(({ args }) => args.slice(0, 2).join(" "));
  expect([...new Set(begin)].toSorted()).toEqual(["queue migrate", "run --queue", "worker --concurrency"]);
  for (const [, { image }] of services) expect(image).toMatch(BY_DIGEST);
});

test.each(commands)("what $name is told is a command of ours, down to its flags", async ({ args }) => {
  await using folder = await temporaryFolder();
  const here = args.map((word) => (word === "/results" ? folder.path : word));
  const asked = await runCli(here, { env: { INVISIBLEBENCH_QUEUE_URL: NOBODY_ANSWERS } });
  expect(asked.stderr).toContain("IB_QUEUE_UNREACHABLE");
});

test("whoever stops a worker gives it longer than it drains", () => {
  const drains = (args: readonly string[]) => Number(args[args.indexOf("--drain-seconds") + 1]);
  const worker = compose?.services["worker"];
  expect(Number.parseInt(worker?.stop_grace_period ?? "", 10)).toBeGreaterThan(
    drains(worker?.command ?? []) + 5,
  );
  const pod = pods.find(({ containers }) => containers[0]?.args[0] === "worker");
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(drains(pod?.containers[0]?.args ?? []) + 5);
});

test("the image has the packages of a queue, in the versions that are tested", async () => {
  const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
  const installed = read("Dockerfile")
    .match(/(?<=install --global ).*/)?.[0]
    .split(" ");
  const peers = Object.entries(manifest.peerDependencies).map(([name, version]) => `${name}@${version}`);
  expect(installed).toEqual([manifest.name, ...peers]);
});
