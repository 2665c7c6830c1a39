import { expect, test } from "vitest";
import { CRISIS, VISITS } from "../../src/report/report-transcripts.fixture.ts";
import { SCAN } from "../../src/site/site.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { EARLIER, hostileSite } from "./hostile-site.fixture.ts";
import { serveSite } from "./served-site.fixture.ts";
import { becomesTrue, waitForHeading, watchPage } from "./watched-page.fixture.ts";

const AT = `#/s/${SCAN}`;
const PAGES = [
  AT,
  `${AT}/models/sim-breezy`,
  `${AT}/conversations/sim-breezy__${CRISIS}.r1?check=IB-A1`,
  `${AT}/conversations/sim-breezy__${VISITS}.r1`,
  `${AT}/conversations/sim-careful__${CRISIS}.r1`,
  `${AT}/contested`,
  `${AT}/find?verdict=FAIL,UNCLEAR,PASS,reply,message`,
  `${AT}/conversations/sim-breezy__${CRISIS}.r1?check=IB-A1&set=verdict%3DFAIL`,
  `${AT}/checks/IB-A1`,
  `${AT}/scenarios`,
  `${AT}/scenarios/${CRISIS}`,
  `${AT}/scenarios/${CRISIS}?turn=3`,
  `${AT}/compare?a=${SCAN}@sim-breezy&b=${SCAN}@sim-careful`,
  `${AT}/compare?a=${SCAN}@sim-breezy&b=${SCAN}@sim-careful&scenario=${CRISIS}&repeat=1`,
  `#/s/${EARLIER}/conversations/sim-breezy__${CRISIS}.r1?check=IB-A1`,
  `#/s/${EARLIER}/contested`,
  "#/line/sim-breezy",
  "#/runs/demo",
  `#/runs/demo/conversations/sim-breezy__${CRISIS}.r1`,
  "#/methods",
];
/** A page with names and labels only, where texts are shortened or have no spaces. */
const NAMING = "#/runs";

/** Elements and attributes that no page of ours contains; own links stay within the page. */
const FOREIGN = [
  "#app script",
  "iframe",
  "object",
  "embed",
  "form:not([method=dialog])",
  "img",
  "video",
  "audio",
  "base",
  "style:not(head style)",
  "svg a",
  "[onerror]",
  "[onclick]",
  "[onload]",
  "[onmouseover]",
  "[onfocus]",
  "a[href]:not([href*='#'], [href^='brief/'])",
  "a[href^='javascript']",
  "a[href*='//evil']",
].join(", ");

/** `shown` is the text as it must appear on the page, with invisible characters by name. */
const VECTORS: Readonly<
  Record<string, { readonly text: string; readonly shown?: string; readonly raw?: RegExp }>
> = {
  "a script tag": {
    text: "<script>globalThis.pwned = 1</script>",
    shown: "<script>globalThis.pwned = 1</script>",
  },
  "an image with an event handler": {
    text: `<img src=x onerror="globalThis.pwned=1">`,
    shown: `<img src=x onerror="globalThis.pwned=1">`,
  },
  "a handler that breaks out of an attribute": {
    text: `" onmouseover="globalThis.pwned=1" x='' onfocus='globalThis.pwned=1' autofocus`,
    shown: "onmouseover=",
  },
  "an SVG with a script": {
    text: "<svg/onload=globalThis.pwned=1><script>globalThis.pwned=1</script></svg>",
    shown: "<svg/onload=",
  },
  "a javascript: link in Markdown": {
    text: "[click](javascript:globalThis.pwned=1) <a href='javascript:globalThis.pwned=1'>here</a>",
    shown: "javascript:globalThis.pwned=1",
  },
  "an image in Markdown": {
    text: "![pixel](http://evil.example/pixel.png) http://evil.example/",
    shown: "http://evil.example/pixel.png",
  },
  "the end of a script or of a style": {
    text: "</script></style></textarea></title><b>x",
    shown: "</script>",
  },
  "a template and an entity": {
    text: "{{7*7}} <%= 7*7 %> &lt;b&gt; &#x3c;script&#x3e;",
    shown: "{{7*7}} <%= 7*7 %> &lt;b&gt;",
  },
  // Wraps as one of any length does; what it costs to lay out grows with it.
  "a huge line": { text: "w".repeat(4_000), shown: "w".repeat(1_000) },
  "bidi controls": {
    text: "safe\u202Eexe.txt\u202C \u2066x\u2069 \u200Fy",
    raw: /[\u202A-\u202E\u2066-\u2069\u200E\u200F]/,
  },
  "terminal escapes": {
    text: "\u001B[31mred\u001B[0m \u001B]8;;http://evil.example\u0007link",
    raw: /[^\P{Cc}\n\t]/u,
  },
  "zero-width characters": {
    text: "cr\u200Bis\u200Cis\u2060 \uFEFFnow\u00AD",
    raw: /[\u200B\u200C\u2060\uFEFF]/,
  },
  "a prototype's names": { text: "__proto__ constructor toString", shown: "__proto__ constructor toString" },
};

/** Vectors that do not interfere are tested together, because loading the pages takes most of the time. */
const TOGETHER: readonly (readonly (keyof typeof VECTORS)[])[] = [
  ["a script tag", "an image with an event handler", "a prototype's names"],
  ["a handler that breaks out of an attribute", "an SVG with a script"],
  ["a javascript: link in Markdown", "an image in Markdown", "a template and an entity"],
  ["the end of a script or of a style"],
  ["a huge line"],
  ["bidi controls", "terminal escapes", "zero-width characters"],
];

test("every vector is said", () => {
  expect(TOGETHER.flat().toSorted()).toEqual(Object.keys(VECTORS).toSorted());
});

browserTest.for(TOGETHER)("%j change nothing but the text shown", async (names) => {
  const vectors = names.map((name) => VECTORS[name] ?? { text: "" });
  await using served = await serveSite(hostileSite(vectors.map(({ text }) => text).join("\n")));
  const { url } = served;
  await using watched = await watchPage(url);
  const faults: string[] = [];
  await watched.visitAll([...PAGES, NAMING], async (page, address) => {
    await page.goto("about:blank");
    await page.goto(url + address);
    await waitForHeading(page);
    // A page has its heading before all of its parts; what never comes is a fault below.
    const shown = address === NAMING ? [] : vectors.flatMap((vector) => vector.shown ?? []);
    await becomesTrue(
      page,
      `${JSON.stringify(shown)}.every((text) => document.body.textContent.includes(text))`,
    );
    const text = (await page.locator("#app").textContent()) ?? "";
    const wideOn: number[] = [];
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const sideScrolls = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      if (sideScrolls === true) wideOn.push(width);
    }
    const fault = (is: boolean, what: string) => is && faults.push(`${what} on ${address}`);
    fault((await page.locator(FOREIGN).count()) > 0, "a foreign element");
    fault((await page.evaluate("globalThis.pwned")) !== undefined, "code that ran");
    for (const one of shown) fault(!text.includes(one), `${one} is not shown`);
    for (const { raw } of vectors) fault(raw?.test(text) ?? false, `${raw}, which nobody can see,`);
    fault(wideOn.length > 0, `wider than a screen of ${wideOn.join(" and ")} pixels`);
  });
  expect(faults).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
