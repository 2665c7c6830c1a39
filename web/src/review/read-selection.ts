import type { Role } from "../../../src/schema/ids.ts";

export interface MarkedWords {
  readonly text: string;
  readonly turn: number;
  readonly role: Role;
}

const BLOCKS = "p, li, pre, blockquote";
/** Shown, but not part of what was said. */
const ADDED = ".marker";
/** Shown by its name, such as U+202E. */
const NAMED = ".hidden-character";

/** What is marked inside one message of the conversation; null where nothing is, or more than one message. */
export function readSelection(selection: Selection | null): MarkedWords | null {
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const message = messageOf(range.startContainer);
  if (message === null) return null;
  // A triple click ends at the very beginning of what follows.
  if (messageOf(range.endContainer) !== message && range.endOffset > 0) return null;
  const shown = range.cloneContents();
  for (const added of shown.querySelectorAll(ADDED)) added.remove();
  for (const named of shown.querySelectorAll(NAMED)) named.replaceWith(characterOf(named.textContent));
  for (const block of shown.querySelectorAll(BLOCKS)) block.append("\n");
  const text = (shown.textContent ?? "").trim();
  if (text === "") return null;
  const role = message.dataset["role"] === "user" ? "user" : "assistant";
  return { text, turn: Number(message.dataset["turn"]), role };
}

export function messageOf(node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>("[data-turn]") ?? null;
}

function characterOf(name: string | null): string {
  const codePoint = Number.parseInt(name?.replace("U+", "") ?? "", 16);
  return Number.isNaN(codePoint) ? "" : String.fromCodePoint(codePoint);
}
