import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { corpus, planImport, requestOf } from "./exchange.fixture.ts";
import { messageParquet } from "./message-parquet.ts";
import { messageCsv } from "./message-tables.ts";

const messages = [
  { role: "user", content: 'She said "no",\nthen – 好' },
  { role: "assistant", content: "=1+1", finish_reason: "length" },
];
const { transcripts } = planImport(requestOf([{ id: "a", model: "x/m", messages }]), corpus);

test("parquet has one typed row per message, and the exact text", async () => {
  const bytes = messageParquet(transcripts, "r");
  const file = new Uint8Array(bytes).buffer;
  const rows = await parquetReadObjects({ file });
  expect(rows).toMatchObject([
    { run_id: "r", model_id: "x/m", repeat: 1, private: true, turn: 1, role: "user", finish_reason: null },
    { role: "assistant", content: "=1+1", finish_reason: "length", truncated: true, error: null },
  ]);
  expect(rows[0]?.["content"]).toBe(messages[0]?.content);
});

test("csv quotes what needs it, and no cell begins a formula", () => {
  const [header, ...rows] = messageCsv(transcripts, "r").split("\r\n");
  expect(header).toMatch(/^run_id,transcript_id,model_id,/);
  expect(rows[0]).toContain('"She said ""no"",\nthen – 好"');
  expect(rows[1]).toContain(",'=1+1,");
  expect(rows).toHaveLength(3);
});
