/** Worked examples to start from: a pack, or one more scenario, check or lexicon for an existing pack. */
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CorpusError } from "../../corpus/errors.ts";
import { readArtefact, readSource } from "../../corpus/read-artefact.ts";
import type { Route } from "../../schema/corpus/check.ts";
import { PackManifest } from "../../schema/corpus/pack-manifest.ts";
import { CheckPrefix, PackName } from "../../schema/ids.ts";
import { listNames, pathExists } from "../../store/file-system.ts";
import { apiErrors } from "../errors.ts";
import { shippedPacks } from "../packs/locate-pack.ts";

/** A whole pack; it resolves from the source and from the build. Our tests lint and run what `init` writes. */
const EXAMPLE = fileURLToPath(new URL("../../../examples/acme", import.meta.url));

/** The example's check of each route, with what it needs. */
const CHECKS: Readonly<Record<Route, { readonly id: string; readonly needs: readonly string[] }>> = {
  lexicon_only: { id: "ACME-F1", needs: ["lexicons/acme_pet_names.yaml"] },
  regex_with_llm_edge: { id: "ACME-B1", needs: ["lexicons/acme_refund_promise.yaml"] },
  hybrid_llm: { id: "ACME-D1", needs: ["lexicons/acme_service_desk.yaml"] },
  llm_primary: { id: "ACME-C1", needs: [] },
  longitudinal_trace: { id: "ACME-F2", needs: [] },
  extract_then_corpus: { id: "ACME-D2", needs: ["reference/acme.yaml"] },
};
const SCENARIO = "scenarios/empathy/nights/brake_slips_001.json";
const LEXICON = "lexicons/acme_pet_names.yaml";
const TAG = "acme_night_work";
/** A shipped tag that the example's first message also earns. */
const SHIPPED_TAG = "practical_ask";
const PACK_FILES = [
  "pack.yaml",
  "tags.yaml",
  SCENARIO,
  "scenarios/continuity/nights/two_calls_002.json",
  "checks/ACME-C1.yaml",
  "golden/ACME-C1.yaml",
  "configs/rules/base.yaml",
  "configs/regimes/acme-terms.yaml",
  "gate-policy.yaml",
];

export interface ExampleOptions {
  /** Kind of example. */
  readonly what: "pack" | "scenario" | "check" | "lexicon";
  /** For a new pack: the prefix of its check ids. @default its name, in capitals */
  readonly prefix?: string;
  /** For a check: its route to a verdict. @default "llm_primary" */
  readonly route?: Route;
}

/** Files by their path below the folder. */
export async function exampleFiles(
  directory: string,
  { what, prefix, route = "llm_primary" }: ExampleOptions,
): Promise<ReadonlyMap<string, string>> {
  if (what === "pack") return copied(PACK_FILES, namesOfNew(directory, prefix));
  const pack = await readNames(directory, what);
  switch (what) {
    case "scenario":
      return newScenario(directory, pack);
    case "lexicon":
      return newLexicon(directory, pack);
    case "check":
      return newCheck(directory, pack, route);
  }
}

/** Replacements for the example's names. */
interface Names {
  readonly name: string;
  readonly prefix: string;
  readonly canary?: string;
}

/** Derives the names of a new pack and its checks from its folder; refuses a name that a command would take for another. */
export function namesOfNew(directory: string, prefix: string | undefined): Names {
  const folder = basename(resolve(directory));
  const name = PackName.safeParse(
    folder
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, ""),
  );
  if (!name.success)
    throw apiErrors.IB_BAD_PACK_NAME(folder, "a folder's name that makes one begins with a letter");
  if (shippedPacks().includes(name.data))
    throw apiErrors.IB_BAD_PACK_NAME(folder, "a shipped pack is called so, and would be taken for it");
  const wanted = prefix ?? prefixFrom(name.data);
  const own = CheckPrefix.safeParse(wanted);
  if (!own.success) throw apiErrors.IB_BAD_PACK_NAME(wanted, own.error.issues[0]?.message ?? "");
  return { name: name.data, prefix: own.data };
}

function prefixFrom(name: string): string {
  return name.toUpperCase().replaceAll("_", "").slice(0, 10);
}

async function readNames(directory: string, what: ExampleOptions["what"]): Promise<Required<Names>> {
  const { value, problems } = readArtefact(await readSource(directory, "pack.yaml"), PackManifest);
  if (problems.some(({ code }) => code === "missing-file"))
    throw apiErrors.IB_NOT_A_PACK(directory, "no pack.yaml");
  if (value === null) throw new CorpusError(directory, problems, "pack");
  // A scenario uses the pack's name only.
  const prefix = value.prefix ?? (what === "scenario" ? prefixFrom(value.name) : undefined);
  if (prefix === undefined) throw apiErrors.IB_NOT_A_PACK(directory, "no `prefix` in its pack.yaml");
  return { name: value.name, prefix, canary: value.canary };
}

async function copied(files: readonly string[], names: Names): Promise<ReadonlyMap<string, string>> {
  const texts = files.map(async (file) => [renamed(file, names), await example(file, names)] as const);
  return new Map(await Promise.all(texts));
}

async function example(file: string, names: Names): Promise<string> {
  const text = renamed(await readFile(join(EXAMPLE, file), "utf8"), names);
  if (names.canary === undefined || !file.endsWith(".json")) return text;
  return text.replace(/"canary": ".*?",/, () => `"canary": ${JSON.stringify(names.canary)},`);
}

/**
 * Replaces the pack's name before two underscores and alone, and its prefix in capitals, or in small letters before
 * an underscore or a dash.
 */
function renamed(text: string, { name, prefix }: Names): string {
  return text
    .replaceAll("acme__", `${name}__`)
    .replaceAll(/acme(?=[_-])/g, prefix.toLowerCase())
    .replaceAll("ACME", prefix)
    .replaceAll("acme", name);
}

/** Uses a tag of the shipped corpus, independent of the pack's tags. */
async function newScenario(directory: string, names: Names): Promise<ReadonlyMap<string, string>> {
  const folder = join(directory, "scenarios/empathy/nights");
  const taken = await namesIn(folder);
  const number = firstFree((n) => taken.every((file) => !file.endsWith(`_${padded(n)}.json`)));
  const text = (await example(SCENARIO, names)).replaceAll("_001", `_${padded(number)}`);
  const tagged = text.replaceAll(renamed(TAG, names), SHIPPED_TAG);
  return new Map([[renamed(SCENARIO, names).replace("_001", `_${padded(number)}`), tagged]]);
}

async function newLexicon(directory: string, names: Names): Promise<ReadonlyMap<string, string>> {
  const name = basename(renamed(LEXICON, names), ".yaml");
  const taken = await namesIn(join(directory, "lexicons"));
  const number = firstFree((n) => !taken.includes(`${numbered(name, n)}.yaml`));
  const text = (await example(LEXICON, names)).replaceAll(name, numbered(name, number));
  return new Map([[`lexicons/${numbered(name, number)}.yaml`, text]]);
}

/** Adds the check and its cards under the first free number of its dimension, and any missing files it needs. */
async function newCheck(directory: string, names: Names, route: Route): Promise<ReadonlyMap<string, string>> {
  const { id, needs } = CHECKS[route];
  const family = renamed(id, names).replace(/\d+$/, "");
  const taken = await namesIn(join(directory, "checks"));
  const number = firstFree((n) => !taken.includes(`${family}${n}.yaml`));
  const own = `${family}${number}`;
  const files = await copied([`checks/${id}.yaml`, `golden/${id}.yaml`, ...needs], names);
  const hasTag = await readFile(join(directory, "tags.yaml"), "utf8").then(
    (text) => text.includes(renamed(TAG, names)),
    () => false,
  );
  const written = new Map<string, string>();
  for (const [file, text] of files) {
    const isNeeded = needs.some((need) => renamed(need, names) === file);
    if (isNeeded && (await pathExists(join(directory, file)))) continue;
    const tagged = hasTag ? text : text.replaceAll(renamed(TAG, names), "any");
    const from = renamed(id, names);
    // Gives it a distinct name, by which reports identify checks.
    const named = tagged.replaceAll(
      /^(name|flag): (\w+)$/gm,
      (_, key, name) => `${key}: ${numbered(name, number)}`,
    );
    written.set(file.replace(from, own), isNeeded ? text : named.replaceAll(from, own));
  }
  return written;
}

/** Returns none for a missing folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return (await listNames(folder)).files;
}

function firstFree(isFree: (number: number) => boolean): number {
  let number = 1;
  while (!isFree(number)) number += 1;
  return number;
}

function padded(number: number): string {
  return String(number).padStart(3, "0");
}

function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name}_${number}`;
}
