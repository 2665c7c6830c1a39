import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import type { Corpus } from "../corpus/corpus.ts";
import { corpusCacheIn } from "../corpus/corpus-cache.ts";
import { loadBenchConfig } from "../corpus/load-bench-config.ts";
import { rememberedCorpus } from "../corpus/remembered-corpus.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { BenchError } from "../kernel/errors.ts";
import { LruCache } from "../kernel/lru-cache.ts";
import { allowedHostsIn, type Provenance } from "../providers/key-hosts.ts";
import type { BenchConfig } from "../schema/corpus/bench-config.ts";
import type { Journal, JournalOptions } from "../store/journal.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import type { BenchOptions, TakingOver } from "./bench-options.ts";
import { apiErrors } from "./errors.ts";
import { locatePack, type PackPlace } from "./packs/locate-pack.ts";

/** Beside the source and beside the build alike. */
export const SHIPPED_CORPUS = fileURLToPath(new URL("../../benchmark", import.meta.url));

/** What the commands of one bench share: where things are, and the corpus, read once and only when needed. */
export interface BenchContext {
  readonly corpusRoot: string;
  /** What a foreign corpus is added to, or stands instead of; absent for the shipped one itself. */
  readonly corpusBase?: string;
  /** Who says which corpus it is, for whoever has to be told that it is another one. */
  readonly corpusSaid: string;
  /** What stands beside the corpus. */
  readonly packs: readonly PackPlace[];
  /** Where the corpus is a pack's: that pack. */
  readonly pack?: PackPlace;
  /** Where a pack is looked for that a command names. */
  readonly project: string;
  readonly results: string;
  readonly clock: Clock;
  readonly config: BenchConfig;
  /** Its file, as a person calls it; absent where there is none. */
  readonly configFile?: string;
  /** Keys, addresses and proxies; what is in the environment wins over `.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Which of these, and of the config, are the person's own. */
  readonly provenance: Provenance;
  readonly simulation: { readonly latencyMs: number; readonly errorShare: number };
  /** Told what was put right on the way, a sentence each. */
  onNotice(sentence: string): void;
  /** A path that the config names. */
  fromConfig(path: string): string;
  corpus(): Promise<Corpus>;
  /** The corpus's lexicons, compiled once. */
  matcher(): Promise<LexiconMatcher>;
  /** Of a run and of its scans. */
  openJournal(path: string, options: JournalOptions): Promise<Journal>;
}

export async function openBenchContext(options: BenchOptions): Promise<BenchContext> {
  const { project } = options;
  const own = options.environment ?? {};
  const { config, directory, file, isVouchedFor } = await loadBenchConfig({
    directory: project,
    file: options.config,
    // What a project's own `.env` says about it does not count.
    isCodeAllowed: own["INVISIBLEBENCH_ALLOW_CONFIG_CODE"] === "1",
  });
  const fromConfig = (path: string) => resolve(directory, path);
  const ownCorpus = options.corpus ?? (config.corpus && fromConfig(config.corpus));
  const ownPack = ownCorpus !== undefined && (await isPackFolder(ownCorpus)) ? ownCorpus : undefined;
  const corpusRoot = ownPack === undefined ? (ownCorpus ?? SHIPPED_CORPUS) : SHIPPED_CORPUS;
  const isShipped = resolve(corpusRoot) === resolve(SHIPPED_CORPUS);
  const named =
    options.packs?.map((pack) => ({ pack, from: resolve(project ?? "") })) ??
    (config.packs ?? []).map((pack) => ({ pack, from: directory }));
  const packs = [
    ...(ownPack === undefined ? [] : [{ root: ownPack, isShipped: false }]),
    ...named.map(({ pack, from }) => locatePack(pack, from)),
  ];
  if (packs.length > 0 && !isShipped) throw apiErrors.IB_PACK_BESIDE_OWN_CORPUS(corpusRoot);

  const dotEnv = await readDotEnv(project);
  const environment = { ...dotEnv, ...own };
  const provenance = {
    fromDotEnv: new Set(Object.keys(dotEnv).filter((name) => !Object.hasOwn(own, name))),
    isEnvironmentGiven: options.environment !== undefined,
    isConfigVouchedFor: isVouchedFor,
    allowedHosts: allowedHostsIn(own),
  };

  let loading: Promise<Corpus> | undefined;
  const corpus = () => {
    loading ??= rememberedCorpus(
      corpusRoot,
      isShipped ? { cache: corpusCacheIn(own) } : { base: SHIPPED_CORPUS },
    );
    return loading;
  };
  const matcher = async () => matcherOf(await corpus());
  return {
    corpusRoot,
    ...(isShipped ? {} : { corpusBase: SHIPPED_CORPUS }),
    corpusSaid:
      ownPack !== undefined || ownCorpus === undefined
        ? "it is the one that came with this package"
        : options.corpus === undefined
          ? `the config file sets corpus: ${config.corpus}`
          : `${options.corpus} was named`,
    packs,
    project: resolve(project ?? ""),
    results: options.results ?? (config.out && fromConfig(config.out)) ?? resolve(project ?? "", "results"),
    clock: options.clock ?? systemClock,
    config,
    ...(file === undefined ? {} : { configFile: file }),
    environment,
    provenance,
    simulation: { latencyMs: options.simLatencyMs ?? 0, errorShare: options.simErrorShare ?? 0 },
    onNotice: options.onNotice ?? (() => undefined),
    fromConfig,
    corpus,
    matcher,
    openJournal: async (path, journal) => (await import("../store/journal.ts")).openJournal(path, journal),
  };
}

/** The same bench with a pack in the place of the corpus: its scenarios, and the core's checks, words and rules. */
export function packContext(context: BenchContext, pack: PackPlace): BenchContext {
  const { root, isShipped: isShippedPack } = pack;
  let loading: Promise<Corpus> | undefined;
  const corpus = () => {
    loading ??= rememberedCorpus(root, { base: SHIPPED_CORPUS, isShippedPack });
    return loading;
  };
  const matcher = async () => matcherOf(await corpus());
  return { ...context, packs: [], pack, corpus, matcher };
}

/** A folder that is not there, or cannot be read, is refused by whoever needs it. */
async function isPackFolder(folder: string): Promise<boolean> {
  const draft = await import("../corpus/corpus-draft.ts");
  return draft.isPackFolder(folder).catch((error: unknown) => {
    if (error instanceof BenchError) return false;
    throw error;
  });
}

/** How a folder's lock is taken, and who is told where it is taken from another. */
export function lockOptions(
  { onNotice }: BenchContext,
  { takeOver = false }: TakingOver,
): Required<TakingOver> & Pick<BenchContext, "onNotice"> {
  return { takeOver, onNotice };
}

/** By what they were compiled from: a pack has the lexicons of its core. */
const matchers = new LruCache<LexiconMatcher>(3);

export async function matcherOf({ lexicons, words, partHashes }: Corpus): Promise<LexiconMatcher> {
  const { compileLexicons } = await import("../text/match/lexicon-matcher.ts");
  return matchers.get(partHashes.lexicons, () => compileLexicons([...lexicons.values()], words));
}

async function readDotEnv(project: string | undefined): Promise<NodeJS.Dict<string>> {
  if (project === undefined) return {};
  try {
    return parseEnv(await readFile(join(project, ".env"), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}
