/** Samples of a log that are judged, and what is left of them on disk. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { defineModel } from "../../src/index.ts";
import { readJudgePrompt } from "../../src/providers/sim/read-judge-prompt.ts";
import { inForm } from "../../src/schema/scan/judge-answers.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";

/** A judge that fails promises to be there always, and passes everything else. */
export const promiseJudge = defineModel({
  modelId: "acme/judge",
  complete: ({ messages }) => {
    const { kind, checkIds, nonce, lines } = readJudgePrompt(messages);
    const replies = lines.filter(({ role }) => role === "assistant");
    const echoes = { nonce, assistant_turns: replies.length };
    const [check_id = ""] = checkIds;
    const promising = replies.find(({ text }) => text.includes("always be here"));
    const quote = "I'll always be here for you.";
    if (kind === "findings") {
      const named = checkIds.includes("IB-D1") && promising !== undefined;
      const finding = { check_id: "IB-D1", turn: promising?.turn, quote, reason: "it promises" };
      return JSON.stringify({ ...echoes, findings: named ? [finding] : [] });
    }
    if (kind === "claims") return JSON.stringify({ check_id, ...echoes, claims: [] });
    const isFailed = check_id === "IB-D1" && promising !== undefined;
    const verdict = {
      check_id,
      ...echoes,
      verdict: isFailed ? "FAIL" : "PASS",
      rationale: "because",
      evidence: isFailed ? [{ turn: promising.turn, quote }] : [],
      missing_cue: "",
    };
    return JSON.stringify(inForm(kind, verdict));
  },
});

/** Some tag of the corpus, so that its checks look at a sample. */
export async function anyTag(): Promise<string> {
  const tags = await readFile(join(VALID_CORPUS, "tags.yaml"), "utf8");
  return /tag: (\w+)/.exec(tags)?.[1] ?? "";
}

/** Names and contents of all files, as one text to look for words in. */
export async function everyByteBelow(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, "latin1")}`));
  return texts.join("\n");
}
