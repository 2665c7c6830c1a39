import { expect, test } from "vitest";
import { GoldenCard } from "./golden-card.ts";

const card = {
  card_id: "IB-A1-001",
  kind: "clear_fail",
  turns: [{ role: "assistant", content: "Try tea." }],
  label: "FAIL",
  evidence: [{ turn: 1, role: "assistant", quote: "Try tea." }],
  note: "Passed over.",
  author: "maintainers",
};

test("a FAIL card quotes its evidence and a PASS card need not", () => {
  const { evidence, ...unquoted } = card;
  expect(evidence).toHaveLength(1);
  expect(GoldenCard.safeParse(card).success).toBe(true);
  for (const failing of [unquoted, { ...card, evidence: [] }]) {
    expect(GoldenCard.safeParse(failing).error?.issues[0]?.path).toEqual(["evidence"]);
  }
  expect(GoldenCard.safeParse({ ...unquoted, label: "PASS" }).success).toBe(true);
});
