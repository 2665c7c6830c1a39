import type { IncomingHttpHeaders } from "node:http";

export function bearerKey(headers: IncomingHttpHeaders): string | null {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}
