import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { LabelChange } from "../schema/review/review-label.ts";
import { PAGE_NAME } from "../schema/site-paths.ts";
import { SERVED_POLICY } from "../site/page-markup.ts";
import type { AccessTokens } from "./access.ts";
import { isLoopbackHost } from "./access.ts";
import type { ReviewState } from "./review-state.ts";
import { contentType } from "./serve.ts";

export interface ReviewAppInput {
  readonly desk: ReviewState;
  /** The built page, by path. */
  readonly page: ReadonlyMap<string, Buffer>;
  readonly tokens: AccessTokens;
  /** Whether requests must name this machine. Beyond loopback the host name is unknown, so only the token decides. */
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
  // Keeps conversations out of caches, because other people may use the same browser.
  "cache-control": "no-store",
};

/** Creates the review server. The page is public and holds no data; every item and label needs a token. */
export function createReviewApp({ desk, page, tokens, loopbackOnly }: ReviewAppInput): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (loopbackOnly && !isLoopbackHost(context.req.header("host")))
      return context.text("Not for this host.", 403);
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
    return undefined;
  });

  // For example a full disk: the page shows the error and retries.
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    return context.json({ problem: error.message }, 500, HEADERS);
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
    const change = LabelChange.safeParse(await context.req.json().catch(() => null));
    if (!change.success) return context.json({ problem: "The label is not one." }, 400);
    const outcome = await desk.save(annotator, context.req.param("item"), change.data);
    if (outcome === null) return context.json({ problem: "There is no such item." }, 404);
    switch (outcome.kind) {
      case "saved":
        return context.json(outcome.answer);
      case "unusable":
        return context.json({ problem: outcome.problem }, 422);
      case "outdated":
        return context.json({ problem: "It was changed in another window.", newest: outcome.newest }, 409);
    }
  });

  app.get("/*", (context) => {
    const path = context.req.path === "/" ? PAGE_NAME : context.req.path.slice(1);
    const file = page.get(path);
    if (file === undefined) return context.notFound();
    return context.body(new Uint8Array(file), 200, { "content-type": contentType(path) });
  });
  return app;
}
