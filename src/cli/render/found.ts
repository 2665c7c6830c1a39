import { speakerOf } from "../../domain/evidence.ts";
import type { FoundRow } from "../../index.ts";

/** Renders one search result: kind and place, then the words, with the match between « and ». */
export function renderFound(row: FoundRow): string {
  const { kind, mode_id, severity, model_id, transcript_id, turn, contested, by, missing } = row;
  const what = mode_id === null ? KINDS[kind] : `${kind} ${mode_id} (${severity})`;
  const where = `${transcript_id}${turn === null ? "" : ` turn ${turn}`}`;
  const votes = votesOf(row);
  const head = [what, model_id, where, votes, contested ? "contested" : ""].filter((part) => part !== "");
  const words = markFound(row).replaceAll(/\s+/g, " ").trim();
  return [
    head.join(" · "),
    `  ${BY[by]}${words === "" ? "(nothing)" : words}`,
    ...(missing === null || missing === "" ? [] : [`  Missing: ${missing}`]),
  ].join("\n");
}

const KINDS: Readonly<Record<FoundRow["kind"], string>> = {
  FAIL: "FAIL",
  UNCLEAR: "UNCLEAR",
  PASS: "PASS",
  reply: "reply",
  message: "caregiver",
};
const BY: Readonly<Record<FoundRow["by"], string>> = {
  assistant: "",
  user: `${speakerOf("user")}: `,
  reason: "Reason: ",
};

function votesOf({ votes }: FoundRow): string {
  return Object.entries(votes ?? {})
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict.replace("_", " ")}`)
    .join(", ");
}

function markFound({ words, found }: FoundRow): string {
  let marked = "";
  let position = 0;
  for (const { start, end } of found) {
    marked += `${words.slice(position, start)}«${words.slice(start, end)}»`;
    position = end;
  }
  return marked + words.slice(position);
}
