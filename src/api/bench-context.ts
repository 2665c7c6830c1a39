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

/** Resolves to the same folder from the source and from the build. */
export const SHIPPED_CORPUS = fileURLToPath(new URL("../../benchmark", import.meta.url));

/** Shared state of one bench's commands: places, settings, and the corpus, which is read once on first use. */
export interface BenchContext {
  readonly corpusRoot: string;
  /** Corpus that a foreign corpus extends or replaces; absent for the shipped one itself. */
  readonly corpusBase?: string;
  /** Origin of the corpus choice, for messages about a corpus that differs. */
  readonly corpusSaid: string;
  /** Packs loaded beside the corpus. */
  readonly packs: readonly PackPlace[];
  /** Set if the corpus is a pack's. */
  readonly pack?: PackPlace;
  /** Start folder for the lookup of packs that a command names. */
  readonly project: string;
  readonly results: string;
  readonly clock: Clock;
  readonly config: BenchConfig;
  /** Path of the config file as a person would type it; absent without one. */
  readonly configFile?: string;
  /** Keys, addresses and proxies; the environment takes precedence over `.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Marks which of these settings, and of the config's, come from the user. */
  readonly provenance: Provenance;
  readonly simulation: { readonly latencyMs: number; readonly errorShare: number };
  /** Called with one sentence for each repair. */
  onNotice(sentence: string): void;
  /** Resolves a path that the config names. */
  fromConfig(path: string): string;
  corpus(): Promise<Corpus>;
  /** The corpus's lexicons, compiled once. */
  matcher(): Promise<LexiconMatcher>;
  /** Opens the journal of a run or of a scan. */
  openJournal(path: string, options: JournalOptions): Promise<Journal>;
}

export async function openBenchContext(options: BenchOptions): Promise<BenchContext> {
  const { project } = options;
  const own = options.environment ?? {};
  const { config, directory, file, isVouchedFor } = await loadBenchConfig({
    directory: project,
    file: options.config,
    // Ignores a value from the project's own `.env`.
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

/** Returns the same bench with a pack as its corpus: the pack's scenarios, and the core's checks, words and rules. */
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

/** Returns false for a missing or unreadable folder; the caller that needs it throws. */
async function isPackFolder(folder: string): Promise<boolean> {
  const draft = await import("../corpus/corpus-draft.ts");
  return draft.isPackFolder(folder).catch((error: unknown) => {
    if (error instanceof BenchError) return false;
    throw error;
  });
}

/** Settings for locking a folder, with the callback for a lock that is taken over. */
export function lockOptions(
  { onNotice }: BenchContext,
  { takeOver = false }: TakingOver,
): Required<TakingOver> & Pick<BenchContext, "onNotice"> {
  return { takeOver, onNotice };
}

/** Cached by the lexicons compiled: a pack has the lexicons of its core. */
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
