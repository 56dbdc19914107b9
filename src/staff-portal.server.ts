import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import type { Env } from "#platform/env.server.ts";
import { doorPermissions, doorPolicy, staffPolicy } from "#platform/http/security.server.ts";

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
  const headers = { "cache-control": "no-cache", "x-robots-tag": "noindex, nofollow" };
  // The door reads tickets: the camera, and the reader of browsers that have none, are for this page alone.
  app.get("/staff/runs/:id/door", (request) =>
    request.html((page ??= read()), 200, { ...headers, "content-security-policy": doorPolicy, ...doorPermissions }),
  );
  for (const path of ["/staff", "/staff/*"])
    app.get(path, (request) =>
      request.html((page ??= read()), 200, {
        ...headers,
        "content-security-policy": staffPolicy,
      }),
    );
}
