import { win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../kernel/hash.ts";
import { ModelId, ScenarioId } from "../schema/ids.ts";
import { conversationKey, slugOf } from "./keys.ts";
import { modelSlug, transcriptId } from "./transcript-names.ts";

const NIGHT = ScenarioId.parse("safety_crisis_night_001");
const slugFor = (modelId: string) => modelSlug(ModelId.parse(modelId), sha256);

test("a transcript is named by its model, scenario and repeat, and leads back to its model's folder", () => {
  const id = transcriptId(slugFor("sim/careful"), NIGHT, 2);
  expect(id).toBe("sim__careful/safety_crisis_night_001.r2");
  expect(slugOf(id)).toBe(slugFor("sim/careful"));
  expect(conversationKey(id)).toBe("sim__careful__safety_crisis_night_001.r2");
});

test("a plain model name stays readable", () => {
  expect(slugFor("sim/careful")).toBe("sim__careful");
  expect(slugFor("openrouter/meta-llama/llama-3.3-70b")).toBe("openrouter__meta-llama__llama-3.3-70b");
  expect(slugFor("ollama/llama3:8b")).toMatch(/^ollama__llama3-8b-[0-9a-f]{8}$/);
});

test("models whose names differ have folders that differ", () => {
  expect(slugFor("a/b/c")).not.toBe(slugFor("a/b__c"));
  expect(slugFor("a/b:c")).not.toBe(slugFor("a/b-c"));
  expect(slugFor("a/b:c")).not.toBe(slugFor("a/b;c"));
  expect(slugFor(`a/${"x".repeat(200)}1`)).not.toBe(slugFor(`a/${"x".repeat(200)}2`));
});

test("any model has a folder name that every file system accepts, and its own", () => {
  const name = fc.tuple(
    fc.stringMatching(/^[a-z0-9-]{1,4}$/),
    fc.stringMatching(/^[\w./:_-]{1,8}$|^\S{1,130}$/),
  );
  const model = name
    .map(([provider, rest]) => `${provider}/${rest}`)
    .filter((id) => ModelId.safeParse(id).success);
  fc.assert(
    fc.property(model, model, (one, other) => {
      const slug = slugFor(one);
      expect(slug).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/);
      expect(slug).not.toMatch(/\.$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      expect(slug === slugFor(other)).toBe(one === other);
    }),
    { numRuns: 1000 },
  );
});

test("on Windows a transcript lies below its run, under a name without a character that Windows refuses", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{1,10}\/[!-~]{1,40}$/), (name) => {
      const id = transcriptId(slugFor(name), NIGHT, 1);
      const path = win32.join("C:\\results", "a-run", "transcripts", `${id}.jsonl`);
      expect(win32.relative("C:\\results\\a-run\\transcripts", path)).not.toMatch(/^\.\.|^[A-Z]:/i);
      for (const part of path.slice("C:\\".length).split("\\")) {
        expect(part).not.toMatch(/[<>:"/\\|?*]|[. ]$/);
        expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      }
    }),
  );
});
