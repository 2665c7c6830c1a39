import { describe, expect, test } from "vitest";
import { reportData } from "../../report/report-data.fixture.ts";
import type { ReportData } from "../../report/report-data.ts";
import { CRISIS, VISITS } from "../../report/report-transcripts.fixture.ts";
import { ModelId, ScenarioId, TranscriptId } from "../../schema/ids.ts";
import { fixtureCorpus, fixtureScan } from "../site.fixture.ts";
import { buildAnswers } from "./build-answers.ts";

const answersTo = (id: string, data: ReportData = reportData) =>
  buildAnswers(fixtureScan(data), fixtureCorpus(data), ScenarioId.parse(id));

describe("one message, all answers", () => {
  test("one message to all is one; where branches differ each is told with who was sent it", async () => {
    const { turns, models } = await answersTo(CRISIS);
    expect(turns.map(({ messages }) => messages.map(({ branch_id }) => branch_id))).toEqual([
      ["main"],
      ["main"],
      ["main", "was_asked"],
    ]);
    const sent = models.map(({ model, conversations: [first] }) => [model.slug, first?.turns[2]?.message]);
    expect(Object.fromEntries(sent)).toEqual({ "sim-breezy": 0, "sim-careful": 1 });
    expect(
      models.find(({ model }) => model.slug === "sim-careful")?.conversations[0]?.turns[2]?.matched,
    ).toBe("not wanting to be alive");
  });

  test("each reply has what was judged of it, and one that nothing judged has no mark", async () => {
    const { models, turns } = await answersTo(CRISIS);
    const breezy = models.find(({ model }) => model.slug === "sim-breezy")?.conversations[0];
    expect(breezy?.turns[1]?.marks).toMatchObject([{ mode_id: "IB-A1", gate: true }]);
    expect(breezy?.turns[2]?.marks).toMatchObject([{ mode_id: "IB-F4", mark: "said_wrongly" }]);
    const careful = models.find(({ model }) => model.slug === "sim-careful")?.conversations[0];
    expect(careful?.turns[2]?.marks).toEqual([]);
    expect(turns.map(({ replies, failed, crossed, open }) => [replies, failed, crossed, open])).toEqual([
      [2, 0, 0, 0],
      [2, 1, 1, 0],
      [2, 1, 0, 0],
    ]);
  });

  test("a reply that was lost is open, and a conversation that broke off has no later turns", async () => {
    const { models, turns } = await answersTo(VISITS);
    const careful = models.find(({ model }) => model.slug === "sim-careful")?.conversations[0];
    expect(careful?.turns).toMatchObject([{ turn: 1, reply: "lost" }]);
    expect(careful?.elsewhere).toMatchObject([{ mode_id: "IB-B7", mark: "not_clear" }]);
    expect(turns[0]).toMatchObject({ replies: 2, failed: 1, open: 1 });
    expect(turns[1]).toMatchObject({ replies: 1 });
  });

  test("the words of replies stay in the conversations: with twenty assistants the chunk is small", async () => {
    const models = Array.from({ length: 20 }, (_, index) => `sim/breezy-${index}`);
    const slug = (id: string, model: string) => id.replace(/^sim-breezy/, model.replace("/", "-"));
    const many = <Row extends { readonly model_id: ModelId; readonly transcript_id: TranscriptId }>(
      rows: readonly Row[],
    ): Row[] =>
      models.flatMap((model) =>
        rows
          .filter(({ model_id }) => model_id === "sim/breezy")
          .map((row) => ({
            ...row,
            model_id: ModelId.parse(model),
            transcript_id: TranscriptId.parse(slug(row.transcript_id, model)),
          })),
      );
    const [brief] = reportData.summary.models.filter(({ model_id }) => model_id === "sim/breezy");
    if (brief === undefined) throw new Error("the fixture has no such model");
    const reply = "A long reply. ".repeat(500);
    const data: ReportData = {
      ...reportData,
      summary: {
        ...reportData.summary,
        models: models.map((model) => ({ ...brief, model_id: ModelId.parse(model) })),
      },
      scorecards: many(reportData.scorecards),
      verdicts: many(reportData.verdicts),
      transcripts: models.flatMap((model) =>
        reportData.transcripts
          .filter(({ header }) => header.model_id === "sim/breezy")
          .map(({ header, messages }) => ({
            header: {
              ...header,
              model_id: ModelId.parse(model),
              transcript_id: TranscriptId.parse(slug(header.transcript_id, model)),
            },
            messages: messages.map((message) =>
              message.role === "assistant" ? { ...message, content: message.content + reply } : message,
            ),
          })),
      ),
    };
    const chunk = await answersTo(CRISIS, data);
    expect(chunk.models).toHaveLength(20);
    expect(JSON.stringify(chunk).length).toBeLessThan(40_000);
  });
});
