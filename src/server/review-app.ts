import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { LabelDraft } from "../schema/review-label.ts";
import { SERVED_POLICY } from "../site/content-policy.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { contentType } from "./content-types.ts";
import { isLoopbackHost } from "./loopback-host.ts";
import type { ReviewDesk } from "./review-desk.ts";

export interface ReviewAppInput {
  readonly desk: ReviewDesk;
  /** The built page, by path. */
  readonly page: ReadonlyMap<string, Buffer>;
  readonly tokens: AccessTokens;
  /** Whether requests must name this machine; beyond it a name is not known, and the token alone decides. */
  readonly loopbackOnly: boolean;
}

const LARGEST_DRAFT_BYTES = 128 * 1024;
const BEARER = /^Bearer (\S+)$/;

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": `${SERVED_POLICY}; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Conversations stay out of caches, because others may use the same browser.
  "cache-control": "no-store",
};

/** The page is for everyone who reaches it and holds nothing; every item and label needs a token. */
export function createReviewApp({ desk, page, tokens, loopbackOnly }: ReviewAppInput): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (loopbackOnly && !isLoopbackHost(context.req.header("host")))
      return context.text("Not for this host.", 403);
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
    return undefined;
  });

  const annotatorOf = (authorization: string | undefined) =>
    tokens.holderOf(BEARER.exec(authorization ?? "")?.[1] ?? "");

  app.get("/api/session", (context) => {
    const annotator = annotatorOf(context.req.header("authorization"));
    if (annotator === null) return context.json({ problem: "This link is not valid." }, 401);
    return context.json(desk.session(annotator));
  });

  app.get("/api/items/:item", (context) => {
    const annotator = annotatorOf(context.req.header("authorization"));
    if (annotator === null) return context.json({ problem: "This link is not valid." }, 401);
    const task = desk.task(annotator, context.req.param("item"));
    return task === null ? context.json({ problem: "There is no such item." }, 404) : context.json(task);
  });

  app.put("/api/items/:item", bodyLimit({ maxSize: LARGEST_DRAFT_BYTES }), async (context) => {
    const annotator = annotatorOf(context.req.header("authorization"));
    if (annotator === null) return context.json({ problem: "This link is not valid." }, 401);
    const draft = LabelDraft.safeParse(await context.req.json().catch(() => null));
    if (!draft.success) return context.json({ problem: "The label is not one." }, 400);
    const saved = await desk.save(annotator, context.req.param("item"), draft.data);
    if (saved === null) return context.json({ problem: "There is no such item." }, 404);
    return "problem" in saved ? context.json(saved, 422) : context.json(saved);
  });

  app.get("/*", (context) => {
    const path = context.req.path === "/" ? "index.html" : context.req.path.slice(1);
    const file = page.get(path);
    if (file === undefined) return context.notFound();
    return context.body(new Uint8Array(file), 200, { "content-type": contentType(path) });
  });
  return app;
}
