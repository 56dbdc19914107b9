/** No answer of the public API reveals a private run to someone without its link (decision 050). */
import { Hono } from "hono";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { runKey } from "#features/catalogue/schedule/private-runs.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { bank } from "#test/bank.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { sampleBodies } from "#test/http/hostile.ts";
import { api } from "./api.ts";
import { mails } from "./mails.ts";

/** Texts that only the private run has. */
const secrets = ["Hidden hall", "77777.77", "Zirconium"];

describeOnDatabase("a private run in the public API", (open) => {
  let ctx: TestCtx;
  let app: Hono;
  let viewer: Awaited<ReturnType<typeof makeUser>>;
  let bodies: Record<string, Record<string, unknown>>;
  let key: string;
  let privateDay: string;

  beforeEach(async () => {
    ctx = testContext(await open());
    registerMails(mails, async () => ({ name: "Nama", address: "", phone: "", email: "hello@example.com" }));
    await changeSetting(ctx.asStaff("owner"), "transfers", bank);
    viewer = await makeUser(ctx.db);
    const category = "healthcare-quality";
    const listed = await makeCourse(ctx.db, { slug: "patient-safety-essentials", name_eng: "Care", category });
    await makeRun(ctx.db, listed.id);
    const hidden = await makeCourse(ctx.db, { slug: "zirconium", name_eng: "Zirconium care", category });
    privateDay = addDays(riyadhDate(ctx.now()), 77);
    const dates = { startDate: privateDay, endDate: privateDay, days: 1 };
    const values = { ...dates, venueEng: "Hidden hall, Riyadh", priceHalalas: 7_777_777 };
    const run = await makeRun(ctx.db, hidden.id, { ...values, visibility: "link", linkSeed: "seed" });
    // A listed course may also have a private run.
    await makeRun(ctx.db, listed.id, { ...values, visibility: "link", linkSeed: "seed" });
    key = runKey(ctx, run) ?? "";
    bodies = {
      ...sampleBodies({ user: viewer.id, run: run.id, order: 1, payment: crypto.randomUUID() }),
      "/api/course-details": { slug: "zirconium", run: run.id },
      "/api/search": { search_val: "zirconium" },
      "/api/price-order": { items: [{ course_id: run.id, qty: 1 }] },
    };
    app = new Hono();
    app.use(async (request, next) => {
      request.set("log" as never, ctx.log as never);
      await next();
    });
    mountApi(app, api, async (request) =>
      request.req.header("authorization") ? { ...ctx.as(viewer), token: "the-token" } : ctx,
    );
  });

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await app.request(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
    return { status: answer.status, text: await answer.text() };
  };

  it("is in no answer to a visitor or to someone logged in, without a key or with a wrong one", async () => {
    const authorization = { authorization: "Bearer the-token" };
    for (const path of Object.keys(api)) {
      const body = bodies[path] ?? {};
      const withKey = (value: object) => ({ ...value, key: "A".repeat(22) });
      const items = (body["items"] as object[] | undefined)?.map(withKey);
      const bodyWithWrongKey = { ...withKey(body), ...(items && { items }) };
      for (const headers of [{}, authorization])
        for (const sentBody of [body, bodyWithWrongKey]) {
          const { text } = await post(path, sentBody, headers);
          for (const secret of [...secrets, privateDay]) expect(text.includes(secret), `${path}: ${text}`).toBe(false);
        }
    }
  });

  it("is shown, priced and counted with its key", async () => {
    const details = await post("/api/course-details", { ...bodies["/api/course-details"], key });
    for (const secret of [...secrets, privateDay]) expect(details.text).toContain(secret);
    const { items } = bodies["/api/price-order"] as { items: [{ course_id: number; qty: number }] };
    const [item] = items;
    expect(await post("/api/price-order", { items: [{ ...item, key }] })).toMatchObject({
      status: 200,
      text: expect.stringContaining("77777.77"),
    });
    expect((await post("/api/get-course-qty", { course_id: item.course_id, key })).text).toContain('"qty":10');
    expect((await post("/api/cart-items", { items: [{ id: item.course_id, qty: 1, key }] })).text).toContain(key);
  });
});
