/** Settings in the staff API: refusals, concurrent edits of a section, and values from a certain day. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { riyadhDate } from "#i18n/dates.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { startOtherProcess } from "#test/other-process.ts";
import { describeOnDatabase, openTestDatabase } from "#test/database.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { contentChannel } from "./content-changes.server.ts";
import { beginPeriods } from "./setting-periods.server.ts";
import { publicSettings, sellerSettings, taxPercent, transferSettings } from "./settings.server.ts";
import { sectionNames, sections as settingSections } from "./sections.ts";
import { defaultSettings } from "./settings.ts";
import { siteSettings } from "./tables.server.ts";

const company = {
  nameEng: "Nama Training",
  nameAr: "نماء للتدريب",
  addressEng: "Riyadh",
  addressAr: "الرياض",
  vatNumber: "311111111111113",
  registrationNumber: "1010000001",
};
const bank = {
  bankNameEng: "Example Bank",
  bankNameAr: "بنك المثال",
  accountHolder: "Nama Health",
  iban: "SA0380000000608010167519",
  days: 10,
};

describeOnDatabase("settings in the staff API", (open) => {
  let ctx: TestCtx;
  let owner: StaffBrowser;
  let finance: StaffBrowser;
  beforeEach(async () => {
    ctx = testContext(await open());
    owner = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
    finance = await signedIn(ctx, (await makeStaff(ctx, "finance")).id);
  });
  const day = (shift: number) => riyadhDate(new Date(ctx.clock.now.getTime() + shift * 86_400_000));
  const passDays = (days: number) => {
    ctx.clock.now = new Date(ctx.clock.now.getTime() + days * 86_400_000);
  };
  /** Signs in a finance colleague with a fresh code: moving the clock ends earlier sign-ins. */
  const signInFinance = async () => signedIn(ctx, (await makeStaff(ctx, "finance")).id);
  const listEvents = () => ctx.db.select().from(auditEvents).orderBy(auditEvents.id);
  const listPeriods = async (filter: object) => {
    const { body } = await finance.call("GET setting-periods", { ...filter, per_page: "100" });
    return body["data"] as { id: number; state: string; startsOn: string | null; data: object; setBy: string }[];
  };

  describe("refusals", () => {
    it("P-03 P-19 finance reads and saves only refund limit, change rules, accountant and e-invoicing", async () => {
      const { body } = await finance.call("GET settings");
      expect((body["data"] as { id: string }[]).map(({ id }) => id)).toEqual([
        "refunds",
        "changes",
        "accountant",
        "einvoicing",
      ]);
      expect((await finance.call("GET settings/contacts")).status).toBe(403);
      const input = { version: 1, data: { phone: "+966 11 111 1111" } };
      expect((await finance.call("PUT settings/contacts", input)).status).toBe(403);
      expect((await publicSettings(ctx)).phone).toBe(defaultSettings.phone);
    });

    it("P-19 rejects invalid values with 422 under each field's name; stores nothing", async () => {
      const put = async (id: string, data: object) => {
        const { status, body } = await owner.call(`PUT settings/${id}`, { version: 1, data });
        return [status, Object.keys(body).toSorted()];
      };
      expect(await put("contacts", { email: "nobody", phone: "x", colour: "green" })).toEqual([
        422,
        ["colour", "email", "phone"],
      ]);
      const links = [{ network: "x", url: "javascript:alert(1)" }];
      expect(await put("contacts", { socialLinks: links })).toEqual([422, ["socialLinks.0.url"]]);
      for (const url of ["https://evil.test\\@x.com", "https://x.com@evil.test", "https://x.com /a"])
        expect(await put("contacts", { socialLinks: [{ network: "x", url }] })).toEqual([422, ["socialLinks.0.url"]]);
      expect(await put("holds", { minutes: 2, seatsPerRun: 21 })).toEqual([422, ["minutes", "seatsPerRun"]]);
      expect(await put("transfers", { ...bank, iban: "SA0380000000608010167518" })).toEqual([422, ["iban"]]);
      for (const onePerson of ["-1", "x", "1.234", 5000])
        expect(await put("refunds", { onePerson })).toEqual([422, ["onePerson"]]);
      expect(await put("display", { messageSet: "arabic" })).toEqual([422, ["messageSet"]]);
      expect(await listEvents()).toEqual([]);
    });

    it("P-02 P-19 bank details, refund limit and tax require a fresh code ten minutes after the sign-in", async () => {
      passDays(11 / 1440);
      const plan = { setting: "tax", startsOn: day(1), data: { taxPercent: 10 } };
      const answers = [
        await owner.call("PUT settings/transfers", { version: 1, data: bank }),
        await owner.call("PUT settings/refunds", { version: 1, data: { onePerson: "1.00" } }),
        await owner.call("POST setting-periods", plan),
      ];
      for (const { status, body } of answers) expect([status, body["reason"]]).toEqual([403, "fresh-sign-in"]);
      expect((await owner.call("PUT settings/display", { version: 1, data: { currencySymbol: "SAR" } })).status).toBe(
        200,
      );
    });

    it("CT-24 names an invalid field before it requires a code; changes nothing without the code", async () => {
      passDays(11 / 1440);
      const wrong = { setting: "company", startsOn: day(1), data: { ...company, vatNumber: "123" } };
      const answers = [
        await owner.call("POST setting-periods", wrong),
        await owner.call("PUT settings/transfers", { version: 1, data: { ...bank, iban: "SA00" } }),
      ];
      expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual([
        [422, ["vatNumber"]],
        [422, ["iban"]],
      ]);
      const right = await owner.call("POST setting-periods", { ...wrong, data: company });
      expect([right.status, right.body["reason"]]).toEqual([403, "fresh-sign-in"]);
      expect([await listEvents(), await listPeriods({ state: "planned" })]).toEqual([[], []]);
    });

    it("P-19 rejects a past first day, a second plan for one day and invalid values with 422", async () => {
      const plan = async (startsOn: string, data: object, setting = "tax") => {
        const { status, body } = await finance.call("POST setting-periods", { setting, startsOn, data });
        return [status, Object.keys(body)];
      };
      expect(await plan(day(-1), { taxPercent: 5 })).toEqual([422, ["startsOn"]]);
      expect(await plan("tomorrow", { taxPercent: 5 })).toEqual([422, ["startsOn"]]);
      expect(await plan(day(1), { taxPercent: 101 })).toEqual([422, ["taxPercent"]]);
      expect(await plan(day(1), { taxPercent: "5" })).toEqual([422, ["taxPercent"]]);
      expect(await plan(day(1), { ...company, vatNumber: "123" }, "company")).toEqual([422, ["vatNumber"]]);
      expect((await plan(day(1), { taxPercent: 5 }))[0]).toBe(201);
      expect(await plan(day(1), { taxPercent: 6 })).toEqual([422, ["startsOn"]]);
    });

    it("P-19 rejects changing or deleting a period that has begun with 409", async () => {
      const now = await finance.call("POST setting-periods", {
        setting: "tax",
        startsOn: day(0),
        data: { taxPercent: 10 },
      });
      const planned = await finance.call("POST setting-periods", {
        setting: "tax",
        startsOn: day(1),
        data: { taxPercent: 5 },
      });
      passDays(2);
      finance = await signInFinance();
      for (const id of [now.body["id"], planned.body["id"]]) {
        const change = { version: 1, startsOn: day(3), data: { taxPercent: 0 } };
        expect((await finance.call(`PUT setting-periods/${String(id)}`, change)).status).toBe(409);
        expect((await finance.call(`DELETE setting-periods/${String(id)}`, { version: 1 })).status).toBe(409);
      }
      expect(await taxPercent(ctx)).toBe(5);
    });
  });

  it("P-19 P-04 saves a section, applies it at once, and logs only what changed", async () => {
    const read = await owner.call("GET settings/contacts");
    expect(read.body).toMatchObject({ version: 1, data: { email: defaultSettings.email, socialLinks: [] } });
    const data = { email: "info@example.com", contactInfoEng: '<p onclick="x()">Sunday</p><script>1</script>' };
    const saved = await owner.call("PUT settings/contacts", { version: 1, data });
    expect(saved.body).toMatchObject({ version: 3, data: { ...data, contactInfoEng: "<p>Sunday</p>" } });
    expect((await publicSettings(ctx)).email).toBe("info@example.com");
    await owner.call("PUT settings/transfers", { version: 1, data: bank });
    expect(await transferSettings(ctx)).toMatchObject({ days: 10, iban: bank.iban });
    const [contacts] = await listEvents();
    expect(contacts).toMatchObject({
      action: "setting.changed",
      entityId: "contacts",
      before: { email: defaultSettings.email },
      after: { email: "info@example.com" },
    });
    expect(Object.keys(contacts?.after ?? {})).toEqual(["email", "contactInfoEng"]);
  });

  it("P-19 P-04 saves, returns and logs every field of every section", async () => {
    /** New values of the fields that accept only certain values. */
    const others: Record<string, unknown> = {
      phone: "+966 11 111 1111",
      socialLinks: [{ network: "x", url: "https://x.com/nama" }],
      contactInfoEng: "<p>Another</p>",
      contactInfoAr: "<p>آخر</p>",
      messageSet: "as-specified",
      currencySymbol: "SAR",
      iban: bank.iban,
      questions: defaultSettings.feedback.questions.map((question) => ({ ...question, eng: "Another?" })),
      locale: "en",
      mode: "simulation",
      buildingNumber: "2322",
      additionalNumber: "9876",
      postalCode: "12214",
      shortAddress: "RRRD2929",
    };
    const anotherValue = (name: string, value: unknown): unknown => {
      if (name in others) return others[name];
      if (typeof value === "number") return value - 1 || value + 1;
      if (/^\d+\.\d\d$/.test(String(value))) return "1234.50";
      return /email|replyTo/i.test(name) ? "another@example.com" : `Another ${name}`;
    };
    const { body } = await owner.call("GET settings");
    const sections = body["data"] as { id: string; version: number; data: Record<string, unknown> }[];
    for (const { id, version, data: before } of sections) {
      const after = Object.fromEntries(
        Object.entries(before).map(([name, value]) => [name, anotherValue(name, value)]),
      );
      const saved = await owner.call(`PUT settings/${id}`, { version, data: after });
      expect([saved.status, saved.body]).toMatchObject([200, { data: after }]);
      expect((await owner.call(`GET settings/${id}`)).body["data"]).toEqual(after);
      const entry = (await listEvents()).at(-1);
      expect([entry?.entityId, entry?.before, entry?.after]).toEqual([id, before, after]);
    }
    expect(sections.map(({ id }) => id).toSorted()).toEqual(sectionNames.toSorted());
    const stored = await ctx.db.select({ key: siteSettings.key }).from(siteSettings);
    const keys = Object.values(settingSections).flatMap((section) => section.keys);
    expect(stored.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  });

  it("P-06 P-19 rejects the second of two edits: 409 and both versions; an unchanged save stores nothing", async () => {
    await owner.call("PUT settings/holds", { version: 1, data: { minutes: 20 } });
    const { status, body } = await owner.call("PUT settings/holds", { version: 1, data: { minutes: 25 } });
    expect(status).toBe(409);
    expect(body["current"]).toMatchObject({ version: 2, data: { minutes: 20 } });
    expect(body["yours"]).toMatchObject({ version: 1, data: { minutes: 25, seatsPerRun: 5 } });
    expect((await owner.call("PUT settings/holds", { version: 2, data: { minutes: 20 } })).body["version"]).toBe(2);
    expect(await listEvents()).toHaveLength(1);
  });

  it("P-19 applies a tax rate from its first day in Riyadh, and keeps the earlier ones", async () => {
    // 23:00 in Riyadh.
    ctx.clock.now = new Date(`${day(1)}T20:00:00Z`);
    finance = await signInFinance();
    const plan = { setting: "tax", startsOn: day(1), data: { taxPercent: 5 } };
    const { body } = await finance.call("POST setting-periods", plan);
    expect([body["state"], await taxPercent(ctx)]).toEqual(["planned", 15]);
    const change = { version: 1, startsOn: day(1), data: { taxPercent: 7.5 } };
    const changed = await finance.call(`PUT setting-periods/${String(body["id"])}`, change);
    expect(changed.body).toMatchObject({ version: 2, data: { taxPercent: 7.5 } });
    const stale = await finance.call(`PUT setting-periods/${String(body["id"])}`, change);
    expect([stale.status, stale.body["current"]]).toMatchObject([409, { version: 2, data: { taxPercent: 7.5 } }]);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 3_600_000);
    expect(await taxPercent(ctx)).toBe(7.5);
    expect((await publicSettings(ctx)).taxPercent).toBe(7.5);
    finance = await signInFinance();
    expect((await listPeriods({ setting: "tax" })).map(({ state, data }) => [state, data])).toEqual([
      ["in-force", { taxPercent: 7.5 }],
      ["over", { taxPercent: 15 }],
    ]);
  });

  it("P-19 replaces the company for today, deletes a planned one, and logs each", async () => {
    const plan = (startsOn: string, data: object) =>
      finance.call("POST setting-periods", { setting: "company", startsOn, data });
    await plan(day(0), company);
    await plan(day(0), { ...company, nameEng: "Nama Academy" });
    const { body } = await plan(day(30), { ...company, nameEng: "Another" });
    expect(await sellerSettings(ctx)).toMatchObject({ nameEng: "Nama Academy", vatNumber: company.vatNumber });
    expect((await listPeriods({ setting: "company" })).map(({ state }) => state)).toEqual([
      "planned",
      "in-force",
      "replaced",
      "over",
    ]);
    expect((await finance.call(`DELETE setting-periods/${String(body["id"])}`, { version: 1 })).status).toBe(200);
    expect(await listPeriods({ setting: "company", state: "planned" })).toEqual([]);
    expect((await listEvents()).map(({ action }) => action)).toEqual([
      "setting.planned",
      "setting.planned",
      "setting.planned",
      "setting.plan-dropped",
    ]);
  });

  it("P-19 P-04 on the first day of a plan, notifies once and logs it", async () => {
    await finance.call("POST setting-periods", { setting: "tax", startsOn: day(1), data: { taxPercent: 5 } });
    let notificationCount = 0;
    const stop = await ctx.database.listen(contentChannel, () => void (notificationCount += 1));
    const job = { ...ctx, actor: { kind: "job", name: "settings.begin-periods" } as const };
    await beginPeriods(job);
    passDays(1);
    await beginPeriods(job);
    await beginPeriods(job);
    const begun = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "setting.begun"));
    expect(begun).toMatchObject([{ actorKind: "job", after: { setting: "tax", taxPercent: 5 } }]);
    await expect.poll(() => notificationCount).toBe(1);
    await stop();
  });
});

it("P-19 a change applies in another process within 2 s; a change without a notification does not", async () => {
  const database = await openTestDatabase();
  const other = await startOtherProcess(
    database.url,
    `import { taxPercent } from "#features/settings/settings.server.ts";`,
    "await taxPercent(ctx)",
  );
  try {
    const readTaxThere = async () => Number(await other.ask());
    const ctx = testContext(database);
    expect(await readTaxThere()).toBe(15);
    await database.executeSql(`insert into site_setting (key, value) values ('taxPercent', '20')`);
    expect(await readTaxThere()).toBe(15);
    const finance = await signedIn(ctx, (await makeStaff(ctx, "finance")).id);
    const startsOn = riyadhDate(ctx.now());
    await finance.call("POST setting-periods", { setting: "tax", startsOn, data: { taxPercent: 10 } });
    await expect.poll(readTaxThere, { timeout: 2000 }).toBe(10);
  } finally {
    other.kill();
    await database.close();
  }
});
