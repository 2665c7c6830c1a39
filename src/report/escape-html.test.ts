import { expect, test } from "vitest";
import { escapeHtml, escapeMarkup } from "./escape-html.ts";

test("nothing that a parser would act on is left", () => {
  expect(escapeHtml(`<a href="x" onclick='y'>&amp;</a>`)).toBe(
    "&lt;a href=&quot;x&quot; onclick=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;",
  );
});

test("hidden characters are made visible", () => {
  expect(escapeHtml("\u202E<\0")).toBe("⟦U+202E⟧&lt;⟦U+0000⟧");
});

test("escaping markup alone leaves hidden characters to the caller", () => {
  expect(escapeMarkup("\u200B<")).toBe("\u200B&lt;");
});
