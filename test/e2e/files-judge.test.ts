import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answerAsJudge,
  environmentOf,
  haveConversations,
  JUDGES,
  readScan,
  scanArgs,
  startJudge,
} from "./batch-scan.fixture.ts";
import { type CliResult, runCli, startCli } from "./cli.fixture.ts";
import { countEvents } from "./journal-lines.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

interface Request {
  readonly custom_id: string;
  readonly method: string;
  readonly url: string;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
}

let had: TemporaryFolder;
beforeAll(async () => {
  had = await temporaryFolder();
  await haveConversations(had.path);
});
afterAll(() => had[Symbol.asyncDispose]());

async function openDesk() {
  const folder = await temporaryFolder();
  const [requests, answers] = [join(folder.path, "requests"), join(folder.path, "answers")];
  await cp(join(had.path, "had"), join(folder.path, "had"), { recursive: true });
  const args = scanArgs(folder.path, "files/reader", "--requests", requests, "--answers", answers);
  const readRequests = async (): Promise<readonly Request[]> => {
    const names = (await readdir(requests)).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(join(requests, name), "utf8")));
    // Our own files, of one kind.
    return texts.flatMap((text) => text.trim().split("\n")).map((line) => JSON.parse(line) as Request);
  };
  return {
    ...folder,
    out: folder.path,
    args,
    requests,
    answers,
    readRequests,
    scan: (): Promise<CliResult> => runCli(args),
    write: async (name: string, lines: readonly (object | string)[]) => {
      await mkdir(answers, { recursive: true });
      const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
      await writeFile(join(answers, name), `${text}\n`);
    },
  };
}

const contentFor = ({ body }: Request) =>
  answerAsJudge(body.messages.map(({ role, content }) => ({ role, text: content })));

/** The judge's name is part of a row, and of the key of every call that it rests on. */
const withoutJudge = (rows: string) =>
  rows.replaceAll(/"(request_hash|judge|judge_id|model_id|judge_model)":"[^"]*"/g, '"$1":""');

/** An answer as a person would write it. */
const byHand = (request: Request) => ({ custom_id: request.custom_id, content: contentFor(request) });

/** An answer as a server's batch mode writes it. */
const byServer = (request: Request) => ({
  id: `batch_req_${request.custom_id.slice(0, 8)}`,
  custom_id: request.custom_id,
  response: {
    status_code: 200,
    request_id: "r",
    body: {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: request.body.model,
      choices: [
        { index: 0, message: { role: "assistant", content: contentFor(request) }, finish_reason: "stop" },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    },
  },
  error: null,
});

describe("a judge by files", () => {
  test("is asked in rounds, by a person's answers and by a server's, with the same verdicts", async () => {
    const verdicts: string[] = [];
    for (const answer of [byHand, byServer]) {
      await using desk = await openDesk();
      let rounds = 0;
      let result = await desk.scan();
      while (result.exitCode === 3 && rounds < 9) {
        rounds += 1;
        expect(result.stderr).toMatch(/IB_ANSWERS_AWAITED: \d+ (of \d+ )?requests? in .+\.jsonl waits? for/);
        expect(result.stderr).toContain("then go on with the same work");
        expect(result.stderr).toMatch(/Continue: .+ scan had .*--requests .+ --answers /);
        const all = await desk.readRequests();
        await desk.write(
          "all.jsonl",
          all.map((each) => answer(each)),
        );
        result = await desk.scan();
      }
      expect(result.stderr).toBe("");
      expect(result.exitCode).toBe(0);
      expect(rounds).toBeGreaterThan(1);
      const all = await desk.readRequests();
      expect(new Set(all.map(({ custom_id }) => custom_id)).size).toBe(all.length);
      expect(all[0]).toMatchObject({
        method: "POST",
        url: "/v1/chat/completions",
        body: { model: "reader", temperature: 0, max_tokens: 4000, response_format: { type: "json_schema" } },
      });
      const { verdicts: rows, cost } = await readScan(desk.out);
      expect(cost.actual?.cost_usd).toBe(0);
      verdicts.push(rows);
    }
    expect(verdicts[0]).toContain('"verdict":"FAIL"');
    expect(verdicts[1]).toBe(verdicts[0]);

    await using server = await startJudge();
    await using live = await openDesk();
    const asked = await runCli(scanArgs(live.out, JUDGES.openai), { env: environmentOf(server) });
    expect(asked.exitCode).toBe(0);
    expect(withoutJudge((await readScan(live.out)).verdicts)).toBe(withoutJudge(verdicts[0] ?? ""));
  });

  test("writes its requests once, whoever stops it in between", async () => {
    await using desk = await openDesk();
    const cli = startCli(desk.args);
    const isWritten = async () =>
      (await readdir(desk.requests).catch(() => [])).some((name) => name.endsWith(".jsonl"));
    while (!(await isWritten()));
    cli.kill("SIGKILL");
    await cli.finished;
    const first = await desk.readRequests();
    expect((await desk.scan()).exitCode).toBe(3);
    expect(await desk.readRequests()).toEqual(first);
    await desk.write("some.jsonl", first.slice(1).map(byHand));
    const { exitCode, stderr } = await desk.scan();
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`1 of ${first.length} requests in`);
  });

  test("has answers named that are unknown, malformed or contradict each other, and takes none of them", async () => {
    await using desk = await openDesk();
    await desk.scan();
    const [first, second, ...rest] = await desk.readRequests();
    if (first === undefined || second === undefined) throw new Error("two are needed");
    await desk.write("a.jsonl", [byHand(first), "not json", "", { custom_id: "of nobody", content: "yes" }]);
    await desk.write("b.jsonl", [
      byHand(first),
      { ...byHand(first), content: "otherwise" },
      { custom_id: second.custom_id },
      { custom_id: second.custom_id, content: "a", error: { message: "b" } },
      { content: "whose?" },
      ...rest.map(byHand),
    ]);
    const { exitCode, stderr } = await desk.scan();
    expect(exitCode).toBe(2);
    const [a, b] = [join(desk.answers, "a.jsonl"), join(desk.answers, "b.jsonl")];
    expect(stderr).toContain("IB_BAD_ANSWERS");
    expect(stderr).toContain(`${a}:2 is not JSON`);
    expect(stderr).toContain(`${a}:4 answers of nobody, which was not asked`);
    expect(stderr).toContain(`${b}:2 answers ${first.custom_id} in another way than ${a}:1`);
    expect(stderr).toContain(`${b}:3 is no answer: it needs exactly one of response, error and content`);
    expect(stderr).toContain(`${b}:4 is no answer: it needs exactly one of response, error and content`);
    expect(stderr).toContain(`${b}:5 is no answer: it needs custom_id`);
    expect(stderr).not.toContain(`${b}:1 `);
    const { journal } = await readScan(desk.out).catch(() => ({ journal: [] }));
    expect(countEvents(journal, "replied")).toBe(0);
  });

  test("says so where its requests are gone, and where its folders are missing or not wanted", async () => {
    await using desk = await openDesk();
    await desk.scan();
    await rm(desk.requests, { recursive: true });
    const gone = await desk.scan();
    expect(gone.exitCode).toBe(2);
    expect(gone.stderr).toContain("is gone, and its requests are open");
    await writeFile(desk.requests, "a file where a folder should be");
    const within = ["--requests", join(desk.requests, "in"), "--answers", desk.answers];
    const blocked = await runCli(scanArgs(desk.out, "files/other", ...within));
    expect(blocked.exitCode).toBe(2);
    expect(blocked.stderr).toContain("IB_BATCH_FOLDER_UNUSABLE");
    const bare = await runCli(scanArgs(desk.out, "files/reader"));
    expect(bare.exitCode).toBe(2);
    expect(bare.stderr).toContain("Name them with `--requests` and `--answers`.");
    const unwanted = await runCli(scanArgs(desk.out, "sim/judge", "--requests", desk.requests));
    expect(unwanted.exitCode).toBe(2);
    expect(unwanted.stderr).toContain("IB_BATCH_FOLDERS: sim/judge is not asked by files.");
  });
});
