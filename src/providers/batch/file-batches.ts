/** Batches as files: requests are written into one folder, and a person or program writes the answers into another. */
import { createReadStream } from "node:fs";
import { access, mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { BenchError } from "../../kernel/errors.ts";
import { hashOf } from "../../kernel/hash.ts";
import { providersErrors } from "../errors.ts";
import type { BatchAnswer, BatchService } from "./batch-service.ts";
import { parseJson } from "./json-lines.ts";

export interface BatchFolders {
  readonly requests: string;
  readonly answers: string;
}

/** The path in every request. It is never called. */
const ENDPOINT = "/v1/chat/completions";
/** A file is held in memory while it is written. */
const LIMITS = { requests: 1_000_000, bytes: 200_000_000 };

const RequestLine = z.looseObject({ custom_id: z.string().min(1) });

/** A line of OpenAI's results, or only the reply, for answers written by hand. */
const AnswerLine = z.looseObject({
  custom_id: z.string().min(1),
  response: z.looseObject({ status_code: z.int().min(200).max(599), body: z.unknown() }).nullish(),
  error: z.unknown().optional(),
  content: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
});

interface Line {
  /** For people: the file and the line. */
  readonly place: string;
  readonly text: string;
}

export function fileBatches({ requests, answers }: BatchFolders): BatchService {
  const pathOf = (name: string) => join(requests, `${name}.jsonl`);
  const exists = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );

  /** Reads every request written here so far, by name. */
  const readAsked = async (problems: string[]) => {
    const asked = new Set<string>();
    for (const file of await jsonLinesIn(requests)) {
      for await (const { place, text } of linesOf(requests, file)) {
        const parsed = RequestLine.safeParse(parseJson(text));
        if (parsed.success) asked.add(parsed.data.custom_id);
        else problems.push(`${place} is no request`);
      }
    }
    return asked;
  };

  /** Reads every answer. Reports each invalid line and skips none. */
  const readAnswers = async (): Promise<ReadonlyMap<string, BatchAnswer>> => {
    const problems: string[] = [];
    const asked = await readAsked(problems);
    const told = new Map<string, { readonly answer: BatchAnswer; readonly place: string }>();
    for (const file of await jsonLinesIn(answers)) {
      for await (const { place, text } of linesOf(answers, file)) {
        const answer = toAnswer(text);
        if (typeof answer === "string") {
          problems.push(`${place} ${answer}`);
          continue;
        }
        const before = told.get(answer.unit);
        if (!asked.has(answer.unit)) problems.push(`${place} answers ${answer.unit}, which was not asked`);
        else if (before === undefined) told.set(answer.unit, { answer, place });
        else if (hashOf(before.answer) !== hashOf(answer))
          problems.push(`${place} answers ${answer.unit} in another way than ${before.place}`);
      }
    }
    if (problems.length > 0) throw providersErrors.IB_BAD_ANSWERS(problems);
    return new Map([...told].map(([unit, { answer }]) => [unit, answer]));
  };

  const openIn = async (units: Iterable<string>) => {
    const told = await readAnswers();
    return [...units].filter((unit) => !told.has(unit)).length;
  };

  return {
    limits: LIMITS,
    submit: ({ name, requests: all }) =>
      onDisk(async () => {
        await mkdir(requests, { recursive: true });
        await mkdir(answers, { recursive: true });
        const lines = all.map(({ unit, body }) =>
          JSON.stringify({ custom_id: unit, method: "POST", url: ENDPOINT, body }),
        );
        // Written atomically, because answers may be written at any moment.
        const unfinished = `${pathOf(name)}.tmp`;
        await writeFile(unfinished, `${lines.join("\n")}\n`, { flush: true });
        await rename(unfinished, pathOf(name));
        return name;
      }),
    find: async ({ name }) => ((await exists(pathOf(name))) ? name : null),
    state: (id) => onDisk(() => stateOf(id)),
    async *answers({ units }) {
      const told = await onDisk(readAnswers);
      for (const unit of units) yield told.get(unit) ?? { unit, lost: "missing" };
    },
  };

  async function stateOf(id: string) {
    const file = pathOf(id);
    if (!(await exists(file)))
      throw providersErrors.IB_BAD_ANSWERS([`${file} is gone, and its requests are open`]);
    const units: string[] = [];
    for await (const { text } of linesOf(requests, `${id}.jsonl`)) {
      const parsed = RequestLine.safeParse(parseJson(text));
      if (parsed.success) units.push(parsed.data.custom_id);
    }
    const open = await openIn(units);
    if (open > 0)
      throw providersErrors.IB_ANSWERS_AWAITED({ open, asked: units.length, file, folder: answers });
    return { ended: true, gone: false, said: `${units.length} answers` };
  }
}

/** Turns file system errors into errors that tell a person what to fix. */
async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BenchError || !(error instanceof Error) || !("code" in error)) throw error;
    throw providersErrors.IB_BATCH_FOLDER_UNUSABLE(error.message);
  }
}

async function jsonLinesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(".jsonl")).toSorted();
}

async function* linesOf(folder: string, file: string): AsyncGenerator<Line> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(join(folder, file), "utf8") })) {
    number += 1;
    const text = line.replace(/^\uFEFF/, "");
    if (text.trim() !== "") yield { place: `${join(folder, file)}:${number}`, text };
  }
}

/** Parses a line; returns the reason if it is not an answer. */
function toAnswer(text: string): BatchAnswer | string {
  const json = parseJson(text);
  if (json === undefined) return "is not JSON";
  const parsed = AnswerLine.safeParse(json);
  if (!parsed.success) return "is no answer: it needs custom_id, and response or content";
  const { custom_id: unit, response, error, content } = parsed.data;
  const said = [response, error, content].filter((part) => part !== undefined && part !== null);
  if (said.length !== 1) return "is no answer: it needs exactly one of response, error and content";
  if (response) return { unit, status: response.status_code, body: response.body };
  if (content === undefined) return { unit, status: 500, body: { error } };
  const message = {
    role: "assistant",
    content: typeof content === "string" ? content : JSON.stringify(content),
  };
  return { unit, status: 200, body: { choices: [{ index: 0, message, finish_reason: "stop" }] } };
}
