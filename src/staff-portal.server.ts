import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import type { Env } from "#platform/env.server.ts";
import { staffPolicy } from "#platform/http/security.server.ts";

/**
 * Every address of the staff portal answers with its one page; what it shows comes from /api/staff. Built by `npm run
 * build`.
 */
export function mountStaffPortal(app: Hono, { DEMO }: Pick<Env, "DEMO">): void {
  let page: string | undefined;
  const read = () => {
    const built = readFileSync("build/staff/index.html", "utf8");
    return DEMO ? built.replace("</head>", '<meta name="demo" content="1" /></head>') : built;
  };
  for (const path of ["/staff", "/staff/*"])
    app.get(path, (request) =>
      request.html((page ??= read()), 200, {
        "cache-control": "no-cache",
        "content-security-policy": staffPolicy,
        "x-robots-tag": "noindex, nofollow",
      }),
    );
}
