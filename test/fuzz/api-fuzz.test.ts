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
/** Another seed sends other requests: `FUZZ_SEED=7 npx vitest run test/fuzz`. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_123);

/** Creates a log that keeps only its errors, each as one text for the report. */
function createErrorLog(): { log: Logger; faults: string[] } {
  const faults: string[] = [];
  const error = (entry: { error?: string; message?: string; stack?: string[]; cause?: { message?: string } }) =>
    void faults.push(
      [entry.error, entry.message?.slice(0, 150), entry.cause?.message, ...(entry.stack ?? []).slice(0, 4)].join(" "),
    );
  return { log: { info() {}, warn() {}, debug() {}, error } as unknown as Logger, faults };
}

/** Mounts both APIs as the site does. `signIn` has a function for each kind of caller. */
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
  let learnerCount = 0;
  /** For each role, a function that starts a new session and resolves with its request headers. */
  const signIn: Record<string, () => Promise<Record<string, string>>> = {
    visitor: async () => ({}),
    learner: async () => {
      const person = {
        name: "Sara N.",
        email: `fuzz-${learnerCount++}@example.com`,
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

/** Creates records of most kinds and resolves with known values by name. The requests create the other kinds. */
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

async function listDescribedOperations(): Promise<{ public: DescribedOperation[]; staff: DescribedOperation[] }> {
  const publicDocument = (await openApiDocument(api, "http://127.0.0.1")) as unknown as Description;
  const described = staffApi["GET /api/staff/openapi.json"];
  const ctx = { env: testEnv() } as Ctx;
  const call = { cookies: {}, headers: new Headers() };
  const staffDocument = (await described.handle(ctx, {} as never, call)) as unknown as Description;
  return { public: listOperations(publicDocument), staff: listOperations(staffDocument) };
}

/** Lists the paths in a schema at which it accepts integers above the maximum of the database's integers. */
function listUnbounded({ properties = {}, items, anyOf = [], oneOf = [], ...schema }: Schema, path: string): string[] {
  const ownPath = schema.type === "integer" && !((schema.maximum ?? Infinity) <= 2_147_483_647) ? [path] : [];
  const inner = [...Object.entries(properties), ...[...anyOf, ...oneOf].map((option) => ["|", option] as const)];
  return [
    ...ownPath,
    ...(items ? listUnbounded(items, `${path}[]`) : []),
    ...inner.flatMap(([name, member]) => listUnbounded(member, `${path}.${name}`)),
  ];
}

it("row 21: every integer in requests has a maximum that the database can store", async () => {
  const { public: publicOperations, staff } = await listDescribedOperations();
  const unbounded = [...publicOperations, ...staff].flatMap(({ method, path, operation }) => [
    ...(operation.parameters ?? []).flatMap(({ name, schema }) => listUnbounded(schema, `${method} ${path} ${name}`)),
    ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      listUnbounded(schema, `${method} ${path}`),
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
      const { log, faults } = createErrorLog();
      const ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)), log });
      registerMails(mails, async () => ({ name: "Nama", address: "", phone: "", email: "hello@example.com" }));
      const { app, signIn } = await createSite(ctx);
      const known = await seedRecords(ctx);
      const { public: publicOperations, staff } = await listDescribedOperations();
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
        const report = `${role}: ${call.init.method} ${call.path.slice(0, 200)} ${sent} → ${text.slice(0, 200)} ${faults.at(-1) ?? ""}`;
        problems.set(`${call.described.method} ${call.described.path}: ${problem}`, report);
      };
      const sendCall = async (call: Call, role: string) => {
        const auth = await getHeaders(role);
        const response = await app.request(call.path, { ...call.init, headers: { ...auth, ...call.init.headers } });
        const answer = {
          status: response.status,
          type: response.headers.get("content-type") ?? "",
          text: await response.text(),
        };
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        // A request has ended this session, so the next call signs in again.
        if (answer.status === 401) sessions.delete(role);
        remember(known, call, answer);
        const problem = findProblem(call, answer) ?? findReplyProblem(api, call, answer);
        if (problem) recordProblem(call, role, problem, answer.text);
      };

      const operations = [...publicOperations, ...staff];
      const perRound = Math.min(8, Math.ceil(requests / operations.length));
      const publicCallers = fc.constantFrom("learner", "learner", "visitor");
      const staffCallers = fc.oneof(
        { weight: 4, arbitrary: fc.constant("owner") },
        { weight: 2, arbitrary: fc.constantFrom(...staffRoles) },
        { weight: 1, arbitrary: fc.constantFrom("visitor", "learner") },
      );
      let requestCount = 0;
      // Values from the answers of one round let the requests of later rounds reach existing records.
      for (let round = 0; requestCount < requests; round += 1)
        for (const [index, described] of operations.entries()) {
          if (requestCount >= requests) break;
          const calls = fc.tuple(
            generateCalls(described, known),
            index < publicOperations.length ? publicCallers : staffCallers,
          );
          for (const [call, role] of fc.sample(calls, { numRuns: perRound, seed: seed + round * 1000 + index })) {
            requestCount += 1;
            await sendCall(call, role);
          }
        }
      console.log("statuses", JSON.stringify(statuses));
      expect(Object.fromEntries(problems)).toEqual({});
    },
  );
});
