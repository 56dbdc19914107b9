/** Tests every staff endpoint of the table with each role and with existing and missing records (P-03). */
import { z } from "zod";
import { beforeAll, describe, expect, it } from "vitest";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { getRolePermissions, staffPermissions, staffRoles, type StaffRole } from "#features/people/permissions.ts";
import { addRedirect } from "#features/content/redirects/redirect-list.server.ts";
import { createPreview } from "#features/content/editing/preview.server.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";
import { sendContactRequest } from "#features/contact/requests.server.ts";
import { createSavedReply } from "#features/contact/inbox/saved-replies.server.ts";
import { createIssue } from "#features/contact/newsletter/issues.server.ts";
import { issueInvoice } from "#features/invoices/issue.server.ts";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, type Actor, type Ctx } from "#platform/context.server.ts";
import { Forbidden, Unauthenticated } from "#platform/errors.ts";
import { planPeriod } from "#features/settings/setting-periods.server.ts";
import { staffRoutes, type StaffAccess } from "#platform/http/staff-endpoint.server.ts";
import { address } from "#test/buyer.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { einvoiceRow } from "#test/einvoicing.ts";
import { buildContactForm } from "#test/enquiries.ts";
import { readyPicture } from "#test/media.ts";
import {
  caseRow,
  waitingRow,
  changeFileRow,
  changeRow,
  cancellationRow,
  paidByCard,
  paidOrders,
  refundRow,
  requestRow,
} from "#test/paid-order.ts";
import { buildDraft, story, storyOnSite } from "#test/story.ts";
import { failedJob } from "#test/jobs.ts";
import { makeStaff, signedIn, staffBrowser, type StaffBrowser } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { mails } from "./mails.ts";
import { staffApi, getStaffApi } from "./staff-api.ts";

async function insertMail(ctx: TestCtx): Promise<number> {
  const mail = { key: "welcome:1", to: "sara@example.com", locale: "en", template: "staff-invitation" } as const;
  const [row] = await ctx.db
    .insert(outboxMails)
    .values({ ...mail, props: {}, subject: "x", createdAt: ctx.now() })
    .returning({ id: outboxMails.id });
  return row?.id ?? 0;
}

const routes = staffRoutes(staffApi).map((route) => ({ ...route, name: `${route.method} ${route.path}` }));
const oneLineTask = defineTask({
  kind: "test.line",
  permission: "dashboard.read",
  input: z.object({}),
  title: () => "A line",
  step: async (_ctx, _input, { write }) => (write("line"), { cursor: null, done: 1 }),
  file: () => ({ name: "line.txt", type: "text/plain" }),
});
const isAllowed = (role: StaffRole, access: StaffAccess) =>
  access === "anyone" ||
  access === "staff" ||
  [access].flat().some((permission) => getRolePermissions(role).has(permission));

describeOnDatabase("the staff's API", (open) => {
  let ctx: TestCtx;
  let orderId: number;
  /** The id of one existing record of each kind, by the resource in its path. */
  let records: Record<string, string>;
  const ids = {} as Record<StaffRole, string>;
  /** One task with a file for each role, because a task is readable only by who started it. */
  const taskIds = {} as Record<StaffRole, string>;

  beforeAll(async () => {
    ctx = testContext(await open());
    registerMails(mails, async () => ({ name: "Nama", address: "", phone: "", email: "hello@example.com" }));
    for (const role of staffRoles) ids[role] = (await makeStaff(ctx, role)).id;
    [orderId = 0] = await paidOrders(ctx, 1);
    const event = { action: "order.paid", entity: "order", entityId: orderId };
    await inTransaction(ctx, (ctx) => audit(ctx, event));
    const entityId = await storyOnSite(ctx);
    const editor = ctx.asStaff("content");
    const { id: revision } = await saveDraft(editor, buildDraft(entityId, { title_eng: "New" }, 0));
    const { id: preview } = await createPreview(editor, { id: revision });
    await addRedirect(ctx.asStaff("owner"), { from: "/old", to: `/news/${story.slug}` });
    const tax = { setting: "tax", startsOn: "2100-01-01", data: { taxPercent: 15 } } as const;
    const { id: period } = await planPeriod(ctx.asStaff("finance"), tax);
    for (const role of staffRoles) {
      const starter = ctx.asStaff(role, { id: ids[role] });
      taskIds[role] = String((await startTask(starter, oneLineTask, {})).id);
    }
    await runQueuedTasks(ctx, [oneLineTask]);
    await sendContactRequest(ctx, buildContactForm({}));
    const saved = { name: "x", text_eng: "x", text_ar: "س" };
    const letter = { subject_eng: "x", subject_ar: "", preheader_eng: "", preheader_ar: "", body_eng: "", body_ar: "" };
    const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    const changeId = await changeRow(ctx, orderId);
    const einvoice = await einvoiceRow(ctx, invoice.id);
    records = {
      staff: ids.support,
      tasks: taskIds.support,
      months: "2026-01",
      documents: String(invoice.id),
      einvoices: String(einvoice.id),
      "einvoice-units": String(einvoice.unitId),
      audit: "1",
      orders: String(orderId),
      refunds: String(await refundRow(ctx, orderId, 100)),
      runs: "1",
      "run-sessions": "1",
      seats: "1",
      certificates: String((await makeCertificate(ctx.db, { enrolmentId: 1, runId: 1 })).id),
      people: "buyer-of-documents",
      mails: String(await insertMail(ctx)),
      content: `news:${entityId}`,
      courses: "course:1",
      "course-feedback": "1",
      redirects: "/old",
      "discount-codes": String((await makeCode(ctx.db, "TEAM10")).id),
      revisions: String(revision),
      previews: String(preview),
      enquiries: "1",
      "saved-replies": String((await createSavedReply(ctx.asStaff("support"), saved)).id),
      "newsletter-issues": String((await createIssue(editor, letter)).id),
      media: String((await readyPicture(ctx.asStaff("content"), { state: "ready" })).id),
      "refund-requests": String(await requestRow(ctx, orderId)),
      "run-cancellations": String(await cancellationRow(ctx, 1)),
      "change-requests": String(changeId),
      "change-files": String(await changeFileRow(ctx, changeId)),
      "payment-cases": String(await caseRow(ctx, orderId)),
      "waiting-places": String(await waitingRow(ctx, 1)),
      settings: "refunds",
      "setting-periods": String(period),
      "failed-jobs": await failedJob(ctx),
      "trusted-computers": "none",
      passkeys: "none",
    };
  });
  const signInAs = (role: StaffRole) => signedIn(ctx, ids[role]);

  /** Returns the path with the id of an existing record first, and then with ids that do not exist. */
  function toRecordPaths(path: string): string[] {
    if (!path.includes(":id")) return [path];
    const existing = records[path.split("/")[3] ?? ""] ?? "";
    const missing = ["999999", "no-such-record", "%00", "0", "-1", "1'--", "x".repeat(100), "news:999999", "page:%00"];
    return [existing, ...missing].map((id) => path.replace(":id", encodeURIComponent(id)));
  }
  const call = (
    browser: StaffBrowser,
    method: string,
    path: string,
    headers = {},
    input: Record<string, unknown> | FormData = {},
  ) => browser.call(`${method} ${path.replace("/api/staff/", "")}`, input, headers);

  describe("refusals", () => {
    it("P-03 someone who is not signed in gets 401 at every path that is not a step of the sign-in", async () => {
      const stranger = staffBrowser(ctx);
      for (const { name, method, path, access } of routes)
        for (const record of toRecordPaths(path)) {
          const { status } = await call(stranger, method, record, { authorization: "Bearer x.y" });
          if (access === "anyone") expect([401, 404, 422], `${name} ${record}`).toContain(status);
          else expect(status, `${name} ${record}`).toBe(401);
        }
    });

    it("P-03 a role without permission gets the same 403 whether the record exists or not", async () => {
      for (const role of staffRoles) {
        const browser = await signInAs(role);
        for (const { name, method, path, access } of routes.filter(({ access }) => !isAllowed(role, access)))
          for (const record of toRecordPaths(path)) {
            const { status, body } = await call(browser, method, record);
            const label = `${role}: ${name} ${record} ${access}`;
            expect([status, body], label).toEqual([403, { message: "You don’t have permission to do this." }]);
          }
      }
    });

    it("P-03 each endpoint checks the permission itself when it is called without HTTP", async () => {
      const inputs: Record<string, unknown> = {
        id: "999999",
        email: "new@example.com",
        role: "support",
        locale: "en",
        version: 1,
        entity: "news",
        items: [],
        marks: [],
        people: [],
      };
      const storyItem = { entity: "news", entityId: records["content"]?.split(":")[1] };
      const query = { page: 1, per_page: 25 };
      const noCall = { cookies: {}, headers: new Headers() };
      const outsiders: Actor[] = [
        { kind: "visitor" },
        { kind: "learner", id: "u1" },
        { kind: "job", name: "any" },
        { kind: "provider" },
      ];
      const tryEndpoint = async (ctx: Ctx, { path, endpoint }: (typeof routes)[number]) => {
        const input = { ...inputs, ...query, sort: "id", ...(path.includes("/content/:id") && { id: storyItem }) };
        try {
          return await endpoint.handle(ctx, input as never, noCall);
        } catch (error) {
          return error;
        }
      };
      for (const route of routes) {
        const { name, access } = route;
        if (access === "anyone" || name.endsWith("openapi.json")) continue;
        for (const actor of outsiders) {
          const refusal = await tryEndpoint({ ...ctx, actor }, route);
          expect(refusal instanceof Unauthenticated || refusal instanceof Forbidden, `${name} ${actor.kind}`).toBe(
            true,
          );
        }
        for (const role of staffRoles.filter((role) => !isAllowed(role, access)))
          expect(await tryEndpoint(ctx.asStaff(role), route), `${role}: ${name}`).toBeInstanceOf(Forbidden);
      }
    });

    it("another method gets 405 with the header Allow", async () => {
      const browser = await signInAs("owner");
      const { status, headers } = await browser.call("DELETE audit");
      expect([status, headers.get("allow")]).toEqual([405, "GET"]);
      expect((await browser.call("DELETE staff")).headers.get("allow")).toBe("GET, POST");
    });

    it("lists refuse sorts, filters, pages and keys that they do not define", async () => {
      const browser = await signInAs("owner");
      const invalidQueries: [Record<string, string>, string][] = [
        [{ sort: "password" }, "sort"],
        [{ sort: "id; drop table x" }, "sort"],
        [{ sort: "--id" }, "sort"],
        [{ order: "desc" }, "order"],
        [{ per_page: "101" }, "per_page"],
        [{ per_page: "0" }, "per_page"],
        [{ per_page: "1e1" }, "per_page"],
        [{ page: "-1" }, "page"],
        [{ page: "101", per_page: "100" }, "page"],
        [{ filter: "{}" }, "filter"],
        [{ secret: "x" }, "secret"],
        [{ other: "x" }, "other"],
      ];
      for (const list of [
        "staff",
        "audit",
        "orders",
        "refund-requests",
        "change-requests",
        "payment-cases",
        "people",
        "mails",
        "runs",
        "content",
        "courses",
        "revisions",
        "arabic-gaps",
        "trash",
        "redirects",
        "enquiries",
        "saved-replies",
        "newsletter-issues",
        "newsletter-subscribers",
        "media",
        "setting-periods",
        "tasks",
        "documents",
        "einvoices",
      ])
        for (const [query, field] of invalidQueries) {
          const { status, body } = await browser.call(`GET ${list}`, query);
          expect([status, Object.keys(body)], `${list} ${JSON.stringify(query)}`).toEqual([422, [field]]);
        }
    });
  });

  // A test for each role, because drawing some of the documents takes seconds on a busy machine.
  it.each(staffRoles)("P-03 %s can read every path of its permissions, and no answer may be cached", async (role) => {
    const reads = routes.filter(({ method, access }) => method === "GET" && access !== "anyone");
    const browser = await signInAs(role);
    for (const { method, path } of reads.filter(({ access }) => isAllowed(role, access))) {
      const record = path.includes("/tasks/") ? path.replace(":id", taskIds[role]) : toRecordPaths(path)[0];
      // The file of a task requires the permission of its kind. `tasks.test.ts` tests it.
      if (path.endsWith("/tasks/:id/file")) continue;
      const { status, headers } = await call(browser, method, record ?? "");
      expect([status, headers.get("cache-control")], path).toEqual([200, "no-store"]);
    }
  });

  it("missing records get 404 for those with permission", async () => {
    const browser = await signInAs("owner");
    const input = {
      version: 1,
      publishAt: "2100-01-01T00:00:00Z",
      scheduledAt: "2100-01-01T00:00:00Z",
      data: story,
      role: "support",
      email: "sara@example.com",
      asked: "By letter",
      amount: "1.00",
      expected: "1.00",
      reason: "Asked for",
      question: "Why?",
      key: "0b9f8a9e-54a4-4d4c-9d2e-0a8c5e1b7f10",
      marks: [{ enrolmentId: 1, sessionId: 1, mark: null }],
      people: [{ enrolmentId: 1, visits: [], untimedMinutes: 1 }],
      sessionId: 1,
      enrolmentId: 1,
      at: "2026-01-01T09:00:00Z",
      sentAt: "2026-01-01T09:00:00Z",
      reference: "FT1",
      receivedOn: "2026-01-01",
      paidOn: "2026-01-01",
      seatId: 1,
      text: "A note",
      text_eng: "x",
      text_ar: "x",
      name_eng: "x",
      name_ar: "x",
      told_eng: "x",
      told_ar: "x",
      lastFour: "x",
      readers: ["x"],
      seats: [1],
      by: 2_000_000,
      locales: ["en"],
      mail: "order-confirmed",
      action: "resync",
      decision: "refuse",
      answer: "x",
      startDate: "2099-01-01",
      endDate: "2099-01-01",
      venueEng: "Riyadh",
      setting: "tax",
      startsOn: "2100-01-01",
      delivery: "onsite",
      capacity: 10,
      price: "100.00",
      hours: 6,
      required: true,
      code: "NEW-CODE",
      percent: 10,
      validFrom: "2099-01-01",
      validTo: null,
      scope: "all",
      courseIds: [],
      runIds: [],
      trainerIds: null,
      minSeats: 1,
      maxUses: null,
      maxUsesPerAccount: null,
      isPaused: true,
      accreditationStatus: "none",
      name: "Huda Salem",
      profession: "Nurse",
      locale: "en",
      tell: true,
      billing: address,
      runId: 999_999,
      until: "2099-01-01",
      sessions: [{ startsAt: "2099-01-01T09:00:00Z", endsAt: "2099-01-01T10:00:00Z" }],
    };
    const form = () => {
      const file = new FormData();
      file.set("file", new File(["Name,Email"], "participants.csv"));
      return file;
    };
    for (const { method, path, endpoint } of routes.filter(({ path }) => path.includes(":id")))
      for (const record of toRecordPaths(path).slice(1)) {
        const body = endpoint.upload ? form() : method === "GET" ? {} : input;
        const { status } = await call(browser, method, record, {}, body);
        expect(status, `${method} ${record}`).toBe(404);
      }
  });

  it("describes every path of the table, with its permission", async () => {
    const { body } = await (await signInAs("content")).call("GET openapi.json");
    const paths = body["paths"] as Record<string, Record<string, { description?: string; parameters?: unknown[] }>>;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace("{id}", ":id")}`),
    );
    expect(described.toSorted()).toEqual(Object.keys(staffApi).toSorted());
    expect(paths["/api/staff/orders"]?.["get"]?.description).toBe("Permission: orders.read.");
    expect(paths["/api/staff/orders/{id}"]?.["get"]?.parameters).toHaveLength(1);
  });

  it("only a demo has the endpoint that shows codes", () => {
    const listDemoEndpoints = (DEMO: boolean) =>
      Object.keys(getStaffApi({ DEMO })).filter((name) => name.includes("demo"));
    expect([listDemoEndpoints(true).length, listDemoEndpoints(false)]).toEqual([1, []]);
  });

  it("the owner has every permission; beyond reading, auditor and support have only those of decisions §8", () => {
    expect([...getRolePermissions("owner")].toSorted()).toEqual([...staffPermissions].toSorted());
    const listNonReadPermissions = (role: StaffRole) =>
      [...getRolePermissions(role)].filter((name) => !name.endsWith(".read"));
    expect(listNonReadPermissions("auditor")).toEqual(["finance.export"]);
    expect(listNonReadPermissions("support")).toEqual([
      "roster.write",
      "attendance.write",
      "waiting.write",
      "orders.resend",
      "orders.note",
      "people.sessions",
      "enquiries.write",
      "mails.retry",
    ]);
    expect(getRolePermissions("nobody").size).toBe(0);
  });
});
