/** Every path of both APIs, called by its own description: no 5xx, and no undocumented status (row 21). */
import fc from "fast-check";
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeUser } from "#db/factories/user.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { staffRoles } from "#features/people/permissions.ts";
import { readViewer } from "#features/people/sessions.server.ts";
import { sendContactRequest } from "#features/contact/requests.server.ts";
import { staffCookies } from "#features/staff/auth.server.ts";
import { readStaffActor } from "#features/staff/sessions.server.ts";
import { acceptedLocale } from "#i18n/locale.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { openApiDocument } from "#platform/http/openapi.server.ts";
import { mountStaffApi } from "#platform/http/staff-api.server.ts";
import type { Logger } from "#platform/log.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase } from "#test/database.ts";
import { buildContactForm } from "#test/enquiries.ts";
import { failedJob } from "#test/jobs.ts";
import { readyPicture } from "#test/media.ts";
import { caseRow, paidOrders, refundRow, requestRow } from "#test/paid-order.ts";
import { makeCookie } from "#test/staff.ts";
import { storyOnSite } from "#test/story.ts";
import { startSandbox } from "../../sandbox/server.ts";
import { api } from "../../src/api.ts";
import { mails } from "../../src/mails.ts";
import { staffApi } from "../../src/staff-api.ts";
import { findProblem, findReplyProblem, remember } from "./answers.ts";
import { generateCalls, listOperations, type Call, type DescribedOperation, type Description } from "./calls.ts";
import type { Schema } from "./schema-values.ts";

const requests = process.env["TEST_ALL"] ? 50_000 : 200;
/** Another one finds other things: `FUZZ_SEED=7 npx vitest run test/fuzz`. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_123);

/** A log that only keeps what failed, for the report. */
function faultLog(): { log: Logger; faults: string[] } {
  const faults: string[] = [];
  const error = (what: { error?: string; message?: string; stack?: string[]; cause?: { message?: string } }) =>
    void faults.push(
      [what.error, what.message?.slice(0, 150), what.cause?.message, ...(what.stack ?? []).slice(0, 4)].join(" "),
    );
  return { log: { info() {}, warn() {}, debug() {}, error } as unknown as Logger, faults };
}

/** Both APIs as the site mounts them, and who may call them. */
async function createSite(ctx: TestCtx) {
  const app = new Hono();
  app.use(async (request, next) => {
    request.set("requestId", "test");
    request.set("log", ctx.log);
    await next();
  });
  const base = (headers: Headers): Ctx => ({
    ...ctx,
    locale: acceptedLocale(headers.get("accept-language") ?? undefined),
    userAgent: headers.get("user-agent") ?? "",
  });
  mountStaffApi(app, staffApi, {
    origin: ctx.env.BASE_URL,
    contextFor: async (request) => {
      const token = getCookie(request, staffCookies(ctx.env).session) ?? null;
      const actor = (token && (await readStaffActor(ctx, token))) || ({ kind: "visitor" } as const);
      return { ...base(request.req.raw.headers), token, actor };
    },
  });
  mountApi(app, api, async (request) => {
    const token = /^Bearer (\S{1,512})$/.exec(request.req.header("authorization") ?? "")?.[1] ?? null;
    const viewer = token ? await readViewer(ctx, token) : null;
    const actor = viewer ? ({ kind: "learner", id: viewer.id } as const) : ({ kind: "visitor" } as const);
    return { ...base(request.req.raw.headers), token, viewer, actor };
  });
  const password = "palm-Tree-by-the-well-7";
  const post = async (path: string, body: object) => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return (await (await app.request(path, init)).json()) as Record<string, string>;
  };
  let people = 0;
  /** Headers of someone signed in, by role; made anew when a request has ended their session. */
  const signIn: Record<string, () => Promise<Record<string, string>>> = {
    visitor: async () => ({}),
    learner: async () => {
      const person = {
        name: "Sara N.",
        email: `fuzz-${people++}@example.com`,
        address: "x",
        contact_number: "0500000001",
      };
      const work = { scfhs_number: "", workplace: "x", profession: "Nurse", remember_me: "accept" };
      await post("/api/register", { ...person, ...work, password, password_confirmation: password });
      const { token } = await post("/api/login", { email: person.email, password });
      return { authorization: `Bearer ${token}` };
    },
    ...Object.fromEntries(
      staffRoles.map((role) => [role, async () => ({ cookie: await makeCookie(ctx, role), origin: ctx.env.BASE_URL })]),
    ),
  };
  return { app, signIn };
}

/** A record of most kinds; the rest the requests make themselves. */
async function seedRecords(ctx: TestCtx): Promise<Map<string, unknown[]>> {
  const buyer = await makeUser(ctx.db);
  const run = await makeRun(ctx.db, (await makeCourse(ctx.db, { slug: "fuzz" })).id, { capacity: 500 });
  const [order = 0, ...others] = await paidOrders(ctx, 5, { runId: run.id, buyer });
  const story = await storyOnSite(ctx);
  await sendContactRequest(ctx, buildContactForm({}));
  const picture = await readyPicture(ctx.asStaff("content"), { state: "ready" });
  await requestRow(ctx, order);
  await caseRow(ctx, order);
  return new Map<string, unknown[]>([
    ["slug", ["fuzz"]],
    ["course_id", [run.id]],
    ["order_id", [order, ...others]],
    ["password", ["palm-Tree-by-the-well-7"]],
    ["current_password", ["palm-Tree-by-the-well-7"]],
    ["id of refunds", [await refundRow(ctx, order, 100)]],
    ["id of failed-jobs", [await failedJob(ctx)]],
    ["id of content", [`news:${story}`, "course:1", "page:company"]],
    ["id of media", [picture.id]],
    ["id of months", ["2026-01"]],
    ["id of settings", ["refunds", "tax", "company"]],
    ["key", ["k"]],
    ["version", [1]],
  ]);
}

async function descriptions(): Promise<{ public: DescribedOperation[]; staff: DescribedOperation[] }> {
  const ours = (await openApiDocument(api, "http://127.0.0.1")) as unknown as Description;
  const described = staffApi["GET /api/staff/openapi.json"];
  const ctx = { env: testEnv() } as Ctx;
  const call = { cookies: {}, headers: new Headers() };
  const theirs = (await described.handle(ctx, {} as never, call)) as unknown as Description;
  return { public: listOperations(ours), staff: listOperations(theirs) };
}

/** Where a schema takes a whole number that the database's integers do not hold. */
function boundless({ properties = {}, items, anyOf = [], oneOf = [], ...schema }: Schema, path: string): string[] {
  const own = schema.type === "integer" && !((schema.maximum ?? Infinity) <= 2_147_483_647) ? [path] : [];
  const inner = [...Object.entries(properties), ...[...anyOf, ...oneOf].map((one) => ["|", one] as const)];
  return [
    ...own,
    ...(items ? boundless(items, `${path}[]`) : []),
    ...inner.flatMap(([name, one]) => boundless(one, `${path}.${name}`)),
  ];
}

it("row 21: limits every integer in requests to what the database can store", async () => {
  const { public: ours, staff } = await descriptions();
  const unbounded = [...ours, ...staff].flatMap(({ method, path, operation }) => [
    ...(operation.parameters ?? []).flatMap(({ name, schema }) => boundless(schema, `${method} ${path} ${name}`)),
    ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      boundless(schema, `${method} ${path}`),
    ),
  ]);
  expect(unbounded).toEqual([]);
});

describe("fuzzing the APIs", () => {
  it(
    `row 21: ${requests} requests from the descriptions: no 5xx, no undocumented status, and each 422 is a field map`,
    { timeout: 3_600_000 },
    async () => {
      const database = await openTestDatabase();
      onTestFinished(() => database.close());
      const sandbox = await startSandbox();
      onTestFinished(() => sandbox.close());
      const { log, faults } = faultLog();
      const ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)), log });
      registerMails(mails, async () => ({ name: "Nama", address: "", phone: "", email: "hello@example.com" }));
      const { app, signIn } = await createSite(ctx);
      const known = await seedRecords(ctx);
      const { public: ours, staff } = await descriptions();
      const sessions = new Map<string, Record<string, string>>();
      const getHeaders = async (role: string) => {
        const headers = sessions.get(role) ?? (await signIn[role]?.()) ?? {};
        sessions.set(role, headers);
        return headers;
      };
      const problems = new Map<string, string>();
      const statuses: Record<number, number> = {};
      const recordProblem = (call: Call, role: string, problem: string, text: string) => {
        const { body } = call.init;
        const sent = body instanceof Uint8Array ? new TextDecoder().decode(body).slice(0, 300) : "";
        const what = `${role}: ${call.init.method} ${call.path.slice(0, 200)} ${sent} → ${text.slice(0, 200)} ${faults.at(-1) ?? ""}`;
        problems.set(`${call.described.method} ${call.described.path}: ${problem}`, what);
      };
      const ask = async (call: Call, role: string) => {
        const own = await getHeaders(role);
        const response = await app.request(call.path, { ...call.init, headers: { ...own, ...call.init.headers } });
        const seen = {
          status: response.status,
          type: response.headers.get("content-type") ?? "",
          text: await response.text(),
        };
        statuses[seen.status] = (statuses[seen.status] ?? 0) + 1;
        // The session was ended, by its own request or another's.
        if (seen.status === 401) sessions.delete(role);
        remember(known, call, seen);
        const problem = findProblem(call, seen) ?? findReplyProblem(api, call, seen);
        if (problem) recordProblem(call, role, problem, seen.text);
      };

      const operations = [...ours, ...staff];
      const perRound = Math.min(8, Math.ceil(requests / operations.length));
      const learners = fc.constantFrom("learner", "learner", "visitor");
      const colleagues = fc.oneof(
        { weight: 4, arbitrary: fc.constant("owner") },
        { weight: 2, arbitrary: fc.constantFrom(...staffRoles) },
        { weight: 1, arbitrary: fc.constantFrom("visitor", "learner") },
      );
      let requestCount = 0;
      // The lists first: what they hold makes the next rounds' requests find something.
      for (let round = 0; requestCount < requests; round += 1)
        for (const [index, described] of operations.entries()) {
          if (requestCount >= requests) break;
          const calls = fc.tuple(generateCalls(described, known), index < ours.length ? learners : colleagues);
          for (const [call, role] of fc.sample(calls, { numRuns: perRound, seed: seed + round * 1000 + index })) {
            requestCount += 1;
            await ask(call, role);
          }
        }
      console.log("statuses", JSON.stringify(statuses));
      expect(Object.fromEntries(problems)).toEqual({});
    },
  );
});
