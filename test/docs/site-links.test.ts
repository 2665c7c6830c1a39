import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkLinks } from "../../docs-site/gather/broken-links.ts";
import { linkRewriter } from "../../docs-site/gather/links.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";

const slugs = new Map([
  ["docs/README.md", "index"],
  ["docs/gate.md", "gate"],
  ["docs/tutorials/README.md", "tutorials"],
  ["schemas", "schemas"],
]);

function rewriter() {
  const kinds: Readonly<Record<string, "file" | "folder">> = {
    "src/index.ts": "file",
    "docs/images/board.webp": "file",
    "docs/examples": "folder",
  };
  return linkRewriter({ base: "/bench/", slugs, kindOf: (path) => kinds[path] ?? "missing" });
}

test("a link between files of the repository becomes one between pages", () => {
  const { rewrite } = rewriter();
  const page =
    "[gate](../gate.md#the-judge), [home](../README.md), [first](./), [files](../../schemas/), [off](https://x.example)\n\n[named]: ../gate.md";
  expect(rewrite(page, "docs/tutorials/reader.md")).toBe(
    "[gate](/bench/gate/#the-judge), [home](/bench/), [first](/bench/tutorials/), [files](/bench/schemas/), [off](https://x.example)\n\n[named]: /bench/gate/",
  );
});

test("what is linked and no page is taken along: code as text, a picture as it is, a folder as its words", () => {
  const { rewrite, linkedFiles } = rewriter();
  const page = "[code](../src/index.ts) ![board](images/board.webp) [examples](examples/)";
  expect(rewrite(page, "docs/gate.md")).toBe(
    "[code](/bench/files/src/index.ts.txt) ![board](/bench/files/docs/images/board.webp) examples",
  );
  expect(linkedFiles()).toEqual([
    ["src/index.ts", "src/index.ts.txt"],
    ["docs/images/board.webp", "docs/images/board.webp"],
  ]);
});

test("code is left alone, and a block that names a file shows its name", () => {
  const { rewrite } = rewriter();
  const page = '```yaml gate-policy.yaml\nsee: "[gate](gate.md)"\n```\n[gate](gate.md)';
  expect(rewrite(page, "docs/README.md")).toBe(
    '```yaml title="gate-policy.yaml"\nsee: "[gate](gate.md)"\n```\n[gate](/bench/gate/)',
  );
});

test("a link to nothing is an error that names page and link", () => {
  expect(() => rewriter().rewrite("[gone](gone.md)", "docs/gate.md")).toThrow(
    "docs/gate.md links to gone.md, which is not there.",
  );
});

test("of a built site every broken link is named, and what a page would load from elsewhere", async () => {
  await using folder = await temporaryFolder();
  const pages = {
    "index.html": '<h1 id="_top">Home</h1> <a href="/bench/gate/#the-judge">gate</a> <a href="#_top">up</a>',
    "gate/index.html":
      '<h2 id="the-judge">The judge</h2> <a href="../">home</a> <a href="/bench/gate/#gone">heading</a> <a href="/bench/gone/">page</a> <a href="/else/">else</a> <a href="https://x.example">off</a> <script src="https://x.example/spy.js"></script>',
  };
  for (const [page, html] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder.path, page)), { recursive: true });
    writeFileSync(join(folder.path, page), html);
  }
  expect(checkLinks(folder.path, "/bench/")).toEqual({
    pages: 2,
    links: 7,
    broken: [
      "gate/index.html: /bench/gate/#gone has no such heading",
      "gate/index.html: /bench/gone/ is not there",
      "gate/index.html: /else/ lies outside of the site",
      "gate/index.html: https://x.example/spy.js is loaded from elsewhere",
    ],
  });
});
