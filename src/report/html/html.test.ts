import { expect, test } from "vitest";
import { html, trustedHtml } from "./html.ts";

test("a string is escaped and markup is not", () => {
  expect(html`<p title="${'"'}">${"<b>"}${html`<i>${"&"}</i>`}</p>`.text).toBe(
    '<p title="&quot;">&lt;b&gt;<i>&amp;</i></p>',
  );
});

test("null and the absent parts of a list are nothing", () => {
  expect(html`a${null}b${[trustedHtml("<hr>"), null]}c${0}`.text).toBe("ab<hr>c0");
});
