import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../src/kernel/clock.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import { createRandom, type Random } from "../../src/kernel/random.ts";
import { atMostUsd } from "../../src/measure/journal-totals.ts";
import { worstCaseUsd } from "../../src/providers/chain/call-cost.ts";
import { CostLedger } from "../../src/providers/cost-ledger.ts";
import { CostCeilingError } from "../../src/providers/errors.ts";
import type { ModelRequest } from "../../src/providers/model-client.ts";
import { createLimiterPool } from "../../src/providers/provider-context.ts";
import { type RecordedModel, recordCalls } from "../../src/providers/recorded-model.ts";
import { ModelPrice } from "../../src/schema/corpus/model-catalog.ts";
import { RunId } from "../../src/schema/ids.ts";
import { type JournalFile, openJournalFile } from "../../src/store/journal/group-commit.ts";
import { openJournal, readJournalIndex, withInvocation } from "../../src/store/journal.ts";
import { type BillingServer, type Fate, type Format, startBillingServer } from "./billing-server.fixture.ts";
import { requestFor, servedModel } from "./served-model.fixture.ts";

const MODELS: Readonly<Record<Format, string>> = {
  chat: "acme/one",
  openrouter: "openrouter/acme/one",
  anthropic: "anthropic/one",
  gemini: "google/one",
};
const UNBILLED = ["status-500", "status-429", "status-502", "status-400", "status-401"] as const;
const TOLD = ["told-502", "told-no-reply"] as const;
const MUTE = ["mute-502", "mute-truncated", "mute-reset-before", "mute-reset-within", "mute-hang"] as const;
const MOST_LEGS = 6;
const MOST_TOKENS = 40;

/** Random choices derived from one number. */
export interface World {
  readonly seed: string;
  readonly format: Format;
  readonly price: ModelPrice;
  readonly ceilingUsd: number | null;
  readonly requests: readonly ModelRequest[];
  readonly connections: number;
  readonly faultShare: number;
  readonly hasCache: boolean;
  /** Whether some billed failures do not report their tokens. */
  readonly hasMute: boolean;
  /** Number of invocations that end by a kill. */
  readonly kills: number;
}

export function drawWorld(number: number): World {
  const seed = `ledger ${number}`;
  const random = createRandom(seed);
  const format = random.pick(["chat", "openrouter", "anthropic", "gemini"] as const);
  const rate = () => random.pick([0, 0.1, 1, random.next() * 20]);
  const input = rate();
  const price = ModelPrice.parse({
    model: MODELS[format],
    family: "any",
    input,
    output: rate(),
    ...(random.below(2) === 0 ? {} : { cached_input: input * random.pick([0, 0.1, 0.5, 1]) }),
    ...(random.below(2) === 0 ? {} : { cache_write: input * 1.25 }),
    as_of: "2026-01-01",
    source: "made for tests",
  });
  const hasCache = random.below(3) === 0;
  const requests = Array.from({ length: 2 + random.below(9) }, (_, call) => requestOf(call, hasCache));
  const worstUsd = Math.max(...requests.map((request) => worstCaseUsd(MODELS[format], request, price)));
  return {
    seed,
    format,
    price,
    hasCache,
    requests,
    ceilingUsd: random.below(4) === 0 ? null : worstUsd * (0.5 + random.next() * requests.length * 2) || 1,
    connections: 1 + random.below(6),
    faultShare: random.pick([0, 0.2, 0.5, 0.7]),
    hasMute: random.below(2) === 0,
    kills: random.pick([0, 0, 1, 2, 3]),
  };
}

/** With a cache, every other call repeats the request before it, and both share one answer. */
function requestOf(call: number, hasTwins: boolean): ModelRequest {
  const text = hasTwins ? call - (call % 2) : call;
  return requestFor(`Call ${text}`, {
    sampling: { temperature: 0.5, max_tokens: MOST_TOKENS, seed: null },
    origin: { stage: "target", scenario_id: "safety_crisis_test_001", repeat: 1, turn: call + 1 },
  });
}

/** The journal's totals after an invocation, the server's bill, and the spending of the in-memory ledger. */
export interface Account {
  readonly knownUsd: number;
  readonly atMostUsd: number;
  readonly billUsd: number;
  /** Set for an invocation that was not killed, with any outcome. */
  readonly ledgerUsd: number | null;
  /** The invocation's own total, before its file was read again. */
  readonly atMostUsdInMemory: number | null;
}

/** Result of a world. */
export interface Story {
  readonly accounts: readonly Account[];
  readonly attempts: number;
  readonly kills: number;
  readonly refusals: number;
  readonly retries: number;
  readonly lost: number;
  readonly reachedCeiling: boolean;
}

/** Works through a world, invocation by invocation, like a run that is killed and resumed. */
export async function live(world: World, folder: string): Promise<Story> {
  await using server = await startBillingServer({
    ...world,
    mostTokens: MOST_TOKENS,
    fateOf: fatesOf(world),
  });
  const random = createRandom(`${world.seed} legs`);
  const accounts: Account[] = [];
  let [kills, refusals, reachedCeiling] = [0, 0, false];
  for (let leg = 1; leg <= MOST_LEGS; leg += 1) {
    const failure = kills < world.kills ? new PowerFailure(random) : null;
    const ended = await workOneLeg(world, server, { folder, random, failure, isFirst: leg === 1 });
    accounts.push(ended.account);
    if (ended.by === "kill") kills += 1;
    if (ended.by === "refusal") refusals += 1;
    reachedCeiling ||= ended.by === "ceiling";
    if (ended.by === "end" || ended.by === "ceiling") break;
  }
  const { retries, lostInFlight: lost } = (await readJournalIndex(journalAt(folder))).totals;
  return { accounts, attempts: server.attempts, kills, refusals, retries, lost, reachedCeiling };
}

const journalAt = (folder: string) => join(folder, "journal.jsonl");

function fatesOf({ faultShare, hasMute }: World) {
  return (_: number, random: Random): Fate => {
    if (random.next() >= faultShare) return "answered";
    return random.pick([...UNBILLED, ...TOLD, ...(hasMute ? MUTE : [])]);
  };
}

async function workOneLeg(
  world: World,
  server: BillingServer,
  leg: {
    readonly folder: string;
    readonly random: Random;
    readonly failure: PowerFailure | null;
    readonly isFirst: boolean;
  },
): Promise<{ readonly by: "end" | "kill" | "refusal" | "ceiling"; readonly account: Account }> {
  const { folder, random, failure } = leg;
  const clock = hurriedClock(world.hasMute ? 60 : null);
  const path = journalAt(folder);
  const journal = await openJournal(path, { openFile: failure?.open ?? openWithoutSync });
  // As in the pipeline.
  const ledger = new CostLedger({ ceilingUsd: world.ceilingUsd });
  ledger.addEarlierSpending(path, atMostUsd(journal.totals));
  const client = await servedModel(MODELS[world.format], server.url, {
    ledger,
    clock,
    prices: () => world.price,
    limiterFor: createLimiterPool({ maxConnections: world.connections, clock }),
    cacheDirectory: world.hasCache ? join(folder, "cache") : null,
    timeoutMs: 2 * LONG_MS,
  });
  const model = recordCalls(client, journal, clock);
  const stop = new AbortController();
  failure?.strikes.then(
    () => stop.abort(new Error("killed")),
    () => undefined,
  );
  const work = async () => {
    const asked = await Promise.allSettled(
      world.requests.map(async (request) => {
        const isAgain = !leg.isFirst && random.below(3) === 0;
        await ask(model, request, isAgain, stop);
      }),
    );
    const first = asked.find((outcome) => outcome.status === "rejected");
    if (first !== undefined) throw first.reason;
  };
  const id = RunId.parse("one");
  const problem = await withInvocation(journal, { id, planHash: sha256("plan"), clock }, work).then(
    () => null,
    (error: unknown) => error,
  );
  const isKilled = failure?.isDark ?? false;
  const atMostUsdInMemory = isKilled ? null : atMostUsd(journal.totals);
  await journal.close().catch(() => undefined);
  const by =
    problem === null
      ? "end"
      : isKilled
        ? "kill"
        : problem instanceof CostCeilingError
          ? "ceiling"
          : "refusal";
  const onDisk = (await readJournalIndex(path)).totals;
  const account = {
    knownUsd: onDisk.costUsd,
    atMostUsd: atMostUsd(onDisk),
    billUsd: server.billUsd,
    ledgerUsd: isKilled ? null : ledger.spentUsd,
    atMostUsdInMemory,
  };
  return { by, account };
}

/** A model that refuses gets no more calls; calls in flight finish. */
async function ask(
  model: RecordedModel,
  request: ModelRequest,
  isAgain: boolean,
  stop: AbortController,
): Promise<void> {
  if (stop.signal.aborted) return;
  if (isAgain) await model.askAgain(request, "it was lost", stop.signal);
  else await model.ask(request, stop.signal);
}

/** Longer than any wait except a timeout. */
const LONG_MS = 10_000_000;

/** Waits only for a timeout, and only as long as given; `null` waits forever. */
function hurriedClock(timeoutMs: number | null): Clock {
  let nowMs = Date.parse("2026-11-16T00:00:00Z");
  return {
    now: () => Math.floor(nowMs),
    monotonicMs: () => nowMs,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      const wakesAtMs = nowMs + ms;
      if (ms < LONG_MS) await nextTurn();
      else await sleepLong(timeoutMs, signal);
      signal.throwIfAborted();
      nowMs = Math.max(nowMs, wakesAtMs);
    },
  };
}

function sleepLong(timeoutMs: number | null, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = timeoutMs === null ? undefined : setTimeout(resolve, timeoutMs);
  signal.addEventListener(
    "abort",
    () => {
      clearTimeout(timer);
      reject(signal.reason);
    },
    { once: true },
  );
  return promise;
}

/** Skips syncs, because durability is not tested here. */
const openWithoutSync = async (path: string): Promise<JournalFile> => ({
  ...(await openJournalFile(path)),
  sync: async () => undefined,
});

/** Ends a process after a number of lines: with half of the next line on disk, or with all of it but without a confirmation. */
class PowerFailure {
  readonly #struck = Promise.withResolvers<void>();
  readonly strikes = this.#struck.promise;
  readonly #ending: "between" | "torn" | "unheard";
  #linesLeft: number;
  isDark = false;

  constructor(random: Random) {
    this.#linesLeft = 1 + random.below(30);
    this.#ending = random.pick(["between", "torn", "unheard"]);
  }

  readonly open = async (path: string): Promise<JournalFile> => {
    const file = await openWithoutSync(path);
    return { ...file, write: (bytes) => this.#write(file, bytes) };
  };

  async #write(file: JournalFile, bytes: Uint8Array): Promise<void> {
    const lines = this.isDark
      ? []
      : Buffer.from(bytes)
          .toString("utf8")
          .split(/(?<=\n)/)
          .filter((line) => line !== "");
    const kept = lines.splice(0, this.#linesLeft);
    this.#linesLeft -= kept.length;
    const [next] = lines;
    if (!this.isDark && next === undefined) return file.write(bytes);
    const more = next === undefined || this.#ending === "between" ? "" : next;
    const last = this.#ending === "torn" ? more.slice(0, more.length / 2) : more;
    if (!this.isDark) await file.write(Buffer.from(kept.join("") + last, "utf8"));
    this.isDark = true;
    this.#struck.resolve();
    throw Object.assign(new Error("EIO: gone"), { code: "EIO" });
  }
}
