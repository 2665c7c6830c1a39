import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../src/kernel/clock.ts";
import { hashOf } from "../../src/kernel/hash.ts";
import { corpus } from "../../src/providers/sim/shipped-world.fixture.ts";
import { createSimJudge, JUDGE_PROFILES } from "../../src/providers/sim/sim-judge.ts";
import type { LogEntry } from "../servers/log-entry.ts";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";
import type { WireRequest } from "../servers/wire-request.ts";
import { type CliResult, runCli } from "./cli.fixture.ts";
import { hurriedClock } from "./hurried-clock.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

/** The fault of a question during trouble. */
export type Trouble = "500" | "garbage" | "wrong echo" | "cut off" | "bad quote" | "refusal";

/** Questions that meet trouble: chosen when they first arrive, and in trouble until the outage is over. */
export interface Outage {
  readonly trouble: Trouble;
  /** Selects questions by their order of arrival. */
  readonly hits: (number: number) => boolean;
}

export interface ServedJudge extends AsyncDisposable {
  readonly log: readonly LogEntry[];
  begin(outage: Outage): void;
  end(): void;
  /** Requests since the last time it was asked. */
  takeLog(): readonly LogEntry[];
  /** The question of every request that met trouble; attempts at one, and reminders, stand for themselves. */
  readonly troubled: readonly string[];
  /** A command in a project whose config names the server. */
  run(...args: readonly string[]): Promise<CliResult>;
  readonly path: string;
}

/** Contract, excerpt and question: a reminder is about the question it follows. Later votes on it look alike on the wire. */
export function questionOf({ messages, temperature }: Pick<WireRequest, "messages" | "temperature">): string {
  return hashOf([messages.slice(0, 3), temperature]);
}

/** Answers the requests of a real judge with those of the simulated one. */
export function judgeBehindWire(): (request: WireRequest) => Promise<string> {
  const [profile] = JUDGE_PROFILES;
  if (profile === undefined) throw new Error("there is no simulated judge");
  const judge = createSimJudge({ profile, world: corpus, clock: systemClock, latencyMs: 0 });
  return async (request) => {
    const messages = request.messages.map(({ role, text }) => ({
      role: role === "system" ? ("system" as const) : ("user" as const),
      content: text,
    }));
    const { content } = await judge.complete(
      {
        messages: messages.slice(0, 3),
        sampling: { temperature: 0, max_tokens: 100, seed: null },
        origin: { stage: "judge", transcript_id: "t", subject: "s", window: 0, repetition: 1, attempt: 1 },
      },
      new AbortController().signal,
    );
    return content;
  };
}

/** The simulated judge behind the wire of a real one, priced, and conversations of a simulated assistant to judge. */
export async function serveJudge(from?: ServedJudge): Promise<ServedJudge> {
  const answer = judgeBehindWire();
  const folder = await temporaryFolder();
  const numbers = new Map<string, number>();
  const troubled: string[] = [];
  let outage: Outage | null = null;
  let taken = 0;

  const troubleOf = (request: WireRequest): Trouble | null => {
    const question = questionOf(request);
    const number = numbers.get(question) ?? numbers.size + 1;
    numbers.set(question, number);
    return outage?.hits(number) ? outage.trouble : null;
  };
  const server: ModelServer = await startModelServer({
    keyless: true,
    faults: (request) => {
      const trouble = troubleOf(request);
      if (trouble !== null) troubled.push(questionOf(request));
      if (trouble === "500") return "status-500";
      if (trouble === "refusal") return "refusal";
      return trouble === "cut off" ? "length" : null;
    },
    reply: async (request) => {
      const said = await answer(request);
      const trouble = troubleOf(request);
      if (trouble === "garbage") return "I would rather tell you about my holidays.";
      if (trouble === "wrong echo") return JSON.stringify({ ...JSON.parse(said), nonce: "feedfacefeedface" });
      if (trouble === "bad quote" && "verdict" in JSON.parse(said))
        return JSON.stringify({
          ...JSON.parse(said),
          verdict: "FAIL",
          evidence: [{ turn: 1, quote: "words that nobody in this conversation ever said" }],
        });
      return said;
    },
  });
  const config = {
    endpoints: { lab: { base_url: `${server.url}/v1` } },
    prices: [
      {
        model: "lab/judge",
        family: "lab",
        input: 1,
        output: 4,
        as_of: "2026-11-01",
        source: "our contract",
      },
    ],
  };
  await writeFile(join(folder.path, "invisiblebench.config.json"), JSON.stringify(config));
  const run = (...args: readonly string[]) =>
    runCli([...args, "--out", join(folder.path, "out")], { cwd: folder.path, clock: hurriedClock() });
  if (from === undefined)
    await run("run", "--model", "sim/brittle", "--run-id", "r", "--quiet", ...THREE_SCENARIOS);
  else await cp(join(from.path, "out", "r"), join(folder.path, "out", "r"), { recursive: true });
  return {
    log: server.log,
    path: folder.path,
    troubled,
    run,
    begin: (next) => {
      outage = next;
    },
    end: () => {
      outage = null;
    },
    takeLog: () => {
      const since = server.log.slice(taken);
      taken = server.log.length;
      return since;
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
