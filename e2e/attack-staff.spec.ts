/** Script in every field that staff or visitors can write; no page, mail, file or screen runs it. */
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { makeCertificate } from "#db/factories/certificate.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { localePath } from "#i18n/locale.ts";
import { testContext } from "#test/context.ts";
import { buyOrder, courseBySlug, newPerson, post } from "#test/http/client.ts";
import { readHtml } from "#test/http/html.ts";
import { caseRow, changeFileRow, changeRow } from "#test/paid-order.ts";
import { publicRoutes } from "#test/public-routes.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { unzip } from "#test/unzip.ts";
import { scriptLine, scriptMarkup } from "../test/attack/corpus.ts";
import { attackContent, openStaffClient, staffTextFields, type StaffClient } from "../test/attack/staff-writes.ts";
import { signedIn } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

/** A site of this file alone: the attack overwrites its texts. */
let site: TestSite;
let owner: StaffClient;
let support: StaffClient;
let finance: StaffClient;

const text = scriptLine;
const nextYear = new Date().getFullYear() + 1;
const buildPerson = (email: string) => ({ name: text, email, scfhs_number: "" });
const buildSeat = (email: string) => ({ ...buildPerson(email), profession: "Nurse", locale: "en", reason: text });
const billing = {
  first_name: text,
  last_name: text,
  phone: "+966500000001",
  address_1: text,
  address_2: text,
  state: text,
  city: text,
  zipcode: "12345",
};
const company = { name: text, vat_number: "300000000000003", address: text };
const reason = { reasonEng: text, reasonAr: text };
const pair = (name: string, value = text) => ({ [`${name}_eng`]: value, [`${name}_ar`]: value });

/** Writes the attack into attendance and a certificate of a seat; its session is moved to yesterday. */
async function spoilLearning(runId: number, seatId: number): Promise<void> {
  const db = site.database?.db;
  if (!db) throw new Error("no database");
  const yesterday = addDays(riyadhDate(new Date()), -1);
  const [startsAt, endsAt] = [riyadhInstant(yesterday, "09:00"), riyadhInstant(yesterday, "11:00")];
  const times = { startsAt, endsAt };
  const [session] = await db.update(runSessions).set(times).where(eq(runSessions.runId, runId)).returning();
  const seatSession = { sessionId: session?.id, enrolmentId: seatId };
  const key = () => crypto.randomUUID();
  const marks = [{ ...seatSession, mark: { state: "excused" } }];
  await owner.call(`POST runs/${runId}/attendance`, { key: key(), reason: text, marks });
  const now = new Date().toISOString();
  const scan = { sessionId: session?.id, key: key(), at: now, sentAt: now, scanned: text };
  expect(await owner.call(`POST runs/${runId}/check-ins`, scan)).toMatchObject({ answer: "unknown" });
  const people = [{ enrolmentId: seatId, visits: [], untimedMinutes: 100 }];
  await owner.call(`POST run-sessions/${session?.id}/participants`, { key: key(), reason: text, people });
  await owner.call(`POST runs/${runId}/certificates/hold`, { seats: [seatId], reason: text });
  const { id } = await makeCertificate(db, { enrolmentId: seatId, runId });
  await owner.confirm();
  const names = { name_eng: text, name_ar: `اسم ${text}`, reason: text };
  const reissued = await owner.call(`POST certificates/${id}/reissue`, names);
  const revocation = { reason: text, ...pair("told"), lastFour: String(reissued["number"]).slice(-4) };
  await owner.call(`POST certificates/${String(reissued["id"])}/revoke`, revocation);
}

/** Adds people to the waiting list of a full run: moves one up, removes two, and offers a freed seat to another. */
async function spoilWaitingList(runId: number): Promise<void> {
  const db = site.database?.db;
  if (!db) throw new Error("no database");
  const takenSeatsSql = sql`${courseRuns.seatsSold} + (select count(*) from enrolment where run_id = ${runId} and state = 'held')`;
  const setFreeSeats = (seats: number) =>
    db
      .update(courseRuns)
      .set({ capacity: sql`${takenSeatsSql} + ${courseRuns.seatsOffered} + ${seats}` })
      .where(eq(courseRuns.id, runId));
  let rank = 0;
  const joinWaitlist = async () => {
    const { id: userId } = await newPerson(site, text);
    const entry = { runId, userId, seats: 1, rank: (rank += 1), joinedAt: new Date() };
    const [created] = await db.insert(waitlistEntries).values(entry).returning();
    return created?.id;
  };
  await setFreeSeats(0);
  const [first, second] = [await joinWaitlist(), await joinWaitlist()];
  await owner.call(`POST waiting-places/${second}/move-up`, { reason: text });
  await owner.call(`POST waiting-places/${second}/take-off`, { reason: text });
  await owner.call(`POST waiting-places/${first}/take-off`, { reason: text });
  // Tries again with another person if the site itself has offered the seat first.
  await expect(async () => {
    const id = await joinWaitlist();
    await setFreeSeats(1);
    await owner.call(`POST waiting-places/${id}/offer`, { reason: text });
  }).toPass();
}

/** Writes the attack into runs, seats and orders, and into their requests, refunds and cancellations. */
async function spoilSales(): Promise<void> {
  const courses = (await owner.call("GET run-options"))["courses"] as { id: number }[];
  const at = (day: number, hour: number) => new Date(Date.UTC(nextYear, 4, day, hour)).toISOString();
  const sessions = (day: number) => [{ startsAt: at(day, 10), endsAt: at(day, 12) }];
  const venue = { venueEng: text, venueAr: text, addressEng: text, addressAr: text };
  const run = {
    ...venue,
    language: "both",
    delivery: "onsite",
    capacity: 20,
    price: "100.00",
    hours: 2,
    accreditationStatus: "accredited",
    accreditationNumber: text,
    activityReference: text,
    accreditingBodyEng: text,
    accreditingBodyAr: text,
    specialtyEng: text,
    specialtyAr: text,
    bringEng: text,
    bringAr: text,
    doorsOpen: "09:30",
  };
  const code = {
    purpose: text,
    percent: 10,
    amount: null,
    validFrom: "2020-01-01",
    validTo: null,
    minSeats: 1,
    scope: "all",
    courseIds: [],
    runIds: [],
    maxUses: null,
    maxUsesPerAccount: null,
  };
  const createdCode = await owner.call("POST discount-codes", { ...code, code: "TRIED" });
  await owner.call(`PUT discount-codes/${String(createdCode["id"])}`, {
    ...code,
    code: "TRIED",
    version: createdCode["version"],
  });
  const createdRun = await owner.call("POST runs", { ...run, courseId: courses[0]?.id, sessions: sessions(4) });
  const id = String(createdRun["id"]);
  await owner.call(`PUT runs/${id}`, { ...run, version: createdRun["version"] });
  await owner.call(`POST runs/${id}/copy`, { startDate: `${nextYear}-06-04`, ...venue });
  const forCompany = { ...run, visibility: "company", priceFor: "run", companyName: text };
  const companyRun = await owner.call("POST runs", { ...forCompany, courseId: courses[0]?.id, sessions: sessions(11) });
  await owner.call(`PUT runs/${String(companyRun["id"])}`, { ...forCompany, version: companyRun["version"] });
  await owner.call(`POST runs/${id}/seats`, buildSeat("first@example.com"));
  await owner.call(`POST runs/${id}/seats`, buildSeat("second@example.com"));
  await owner.call(`POST runs/${id}/seats/transfer`, { ...buildSeat("third@example.com"), billing });
  const { rows } = (await owner.call(`GET runs/${id}/roster`)) as { rows: { id: number; email: string }[] };
  const seat = (email: string) => rows.find((row) => row.email === email)?.id;
  await owner.call(`POST seats/${seat("first@example.com")}/other-name`, { name_other: text });
  await owner.call(`POST seats/${seat("first@example.com")}/swap`, {
    ...buildPerson("swapped@example.com"),
    reason: text,
  });
  await owner.call(`POST seats/${seat("second@example.com")}/cancel`, { reason: text, tell: true });
  const fullRun = await owner.call("POST runs", { ...run, courseId: courses[0]?.id, sessions: sessions(25) });
  await owner.call(`POST runs/${String(fullRun["id"])}/seats`, buildSeat("sits@example.com"));
  await spoilWaitingList(Number(fullRun["id"]));
  const endedRun = await owner.call("POST runs", { ...run, courseId: courses[0]?.id, sessions: sessions(18) });
  await owner.call(`POST runs/${String(endedRun["id"])}/seats`, buildSeat("attends@example.com"));
  const { rows: endedRunSeats } = (await owner.call(`GET runs/${String(endedRun["id"])}/roster`)) as {
    rows: { id: number }[];
  };
  await spoilLearning(Number(endedRun["id"]), endedRunSeats[0]?.id ?? 0);
  const day = `${nextYear}-05-11`;
  const move = { startDate: day, endDate: day, ...venue, ...reason };
  await owner.call(`POST runs/${id}/move/preview`, { startDate: day, endDate: day, venueEng: text });
  await owner.call(`POST runs/${id}/move/mail`, move);
  await owner.call(`POST runs/${id}/move`, move);

  const buyer = await newPerson(site, text);
  const begun = await buyOrder(site, buyer, (await courseBySlug(site, "research-methods")).id);
  const order = `orders/${begun.order_id}`;
  const other = await newPerson(site, text);
  const cancelled = await buyOrder(site, other, (await courseBySlug(site, "research-methods")).id);
  const { enrolments } = await owner.call(`GET orders/${cancelled.order_id}`);
  const [cancelledSeat] = enrolments as { id: number }[];
  await owner.call(`POST seats/${cancelledSeat?.id}/cancel`, { reason: text, tell: true });
  await owner.call(`POST orders/${cancelled.order_id}/keep-payment`, { seatId: cancelledSeat?.id, reason: text });
  await owner.call(`POST ${order}/notes`, { text });
  await owner.call("POST orders/letter", { order_ids: [begun.order_id], ...pair("subject"), ...pair("text") });
  for (const step of ["decline", "approve"]) {
    const refund = { amount: "1.00", reason: text, reason_ar: text, note: text, expected: "1.00", key: step };
    await finance.call(`POST ${order}/refunds`, refund);
    const requests = (await owner.call("GET refund-requests"))["data"] as { id: number; state: string }[];
    const request = requests.find(({ state }) => state === "open" || state === "waiting");
    await owner.confirm();
    await owner.call(`POST refund-requests/${request?.id}/${step}`, { word: text });
  }
  // Not in the full run, where people wait for seats.
  const { id: freeRunId } = await courseBySlug(site, "research-methods");
  const items = [{ course_id: freeRunId, qty: 1 }];
  const attendees = [{ ...buildPerson("guest@example.com"), course_id: freeRunId }];
  const transferOrder = { buyer_id: buyer.id, items, billing, company, attendees, key: "by-transfer" };
  const transfer = await owner.call("POST orders", transferOrder);
  const received = { amount: "1.00", reference: text, receivedOn: new Date().toISOString().slice(0, 10) };
  await owner.call(`POST orders/${String(transfer["id"])}/transfers`, received);
  if (!site.database) throw new Error("no database");
  const caseId = await caseRow(testContext(site.database), begun.order_id);
  await owner.call(`POST payment-cases/${caseId}/actions`, { action: "resolve", reason: text });
  const changeId = await changeRow(testContext(site.database), begun.order_id, text);
  await owner.confirm();
  await changeFileRow(testContext(site.database), changeId, text);
  await owner.call(`POST change-requests/${changeId}/ask`, { question: text });
  await owner.call(`POST change-requests/${changeId}/decide`, { decision: "refuse", answer: text });
  const { version } = await owner.call(`GET people/${encodeURIComponent(buyer.id)}`);
  await owner.call(`PUT people/${encodeURIComponent(buyer.id)}`, { name_other: text, version });
  const erased = await newPerson(site, text);
  await owner.call(`POST people/${encodeURIComponent(erased.id)}/erasure`, { email: erased.email, asked: text });
  await owner.call(`POST runs/${id}/cancel/mail`, reason);
  await owner.call(`POST runs/${id}/cancel`, { ...reason, seats: 3 });
  const soldRunId = (await courseBySlug(site, "research-methods")).id;
  for (const step of ["decline", "approve"]) {
    const response = await owner.call(`POST runs/${soldRunId}/cancel`, reason);
    const cancellation = response["cancellation"] as { id: number; amount: string };
    await finance.confirm();
    const decision = { word: text, expected: cancellation.amount };
    await finance.call(`POST run-cancellations/${cancellation.id}/${step}`, decision);
  }
}

/** Writes the attack into enquiries, with their notes, replies and offers, and into a newsletter issue. */
async function spoilEnquiriesAndNewsletter(): Promise<void> {
  for (const language of ["en", "ar"])
    await post(
      site,
      "/api/contact",
      { name: text, email: "asks@example.com", title: text, message: text },
      { language },
    );
  const { data } = (await support.call("GET enquiries")) as { data: { id: number }[] };
  for (const { id } of data) {
    await support.call(`POST enquiries/${id}/notes`, { text });
    const { version } = await support.call(`GET enquiries/${id}`);
    await support.call(`POST enquiries/${id}/replies`, { text, version });
  }
  const { runs } = (await support.call("GET offerable-runs")) as { runs: { id: number }[] };
  const { version } = await support.call(`GET enquiries/${data[0]?.id}`);
  const until = addDays(riyadhDate(new Date()), 7);
  await support.call(`POST enquiries/${data[0]?.id}/offers`, { version, runId: runs[0]?.id, until, text });
  const reply = await support.call("POST saved-replies", { name: text, ...pair("text") });
  await support.call(`PUT saved-replies/${String(reply["id"])}`, {
    name: text,
    ...pair("text"),
    version: reply["version"],
  });
  const issueTexts = { ...pair("subject"), ...pair("preheader"), ...pair("body", scriptMarkup) };
  const issue = await owner.call("POST newsletter-issues", issueTexts);
  const path = `newsletter-issues/${String(issue["id"])}`;
  await owner.call(`PUT ${path}`, { ...issueTexts, version: issue["version"] });
  const { id: reader } = (await owner.call("GET me")) as { id: string };
  await owner.call(`POST ${path}/test`, { readers: [reader], locales: ["en", "ar"] });
}

async function spoilPictures(): Promise<void> {
  const form = new FormData();
  const background = { r: 12, g: 97, b: 85 };
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  form.set("file", new File([new Uint8Array(png)], `${text}.png`, { type: "image/png" }));
  const { id } = await owner.call("POST media", form);
  const { version } = await owner.call(`GET media/${String(id)}`);
  const change = { name: text, ...pair("alt"), decorative: false, focal_x: 50, focal_y: 50, version };
  await owner.call(`PUT media/${String(id)}`, change);
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await startTestSite({ database: "postgres" });
  if (!site.database) throw new Error("no database");
  [owner, support, finance] = [
    await openStaffClient(site, site.database, "owner"),
    await openStaffClient(site, site.database, "support"),
    await openStaffClient(site, site.database, "finance"),
  ];
  await support.call("PUT account", { name: text, name_ar: `اسم ${text}`, locale: "en" });
  await attackContent(owner);
  await spoilSales();
  await spoilEnquiriesAndNewsletter();
  await spoilPictures();
  await post(site, "/api/email_subscribe", { email: "gone@example.com" });
  await owner.call("POST people/address/erasure", { email: "gone@example.com", asked: text });
});
test.afterAll(() => site.stop());

/** Fields that other rules check: addresses, choices, sums, keys, ids, passwords and codes. */
const noText =
  /\.(?:accreditationStatus|amount|building_number|buyer_id|code|decideBy|delivery|doorsOpen|email|expected|from|group_from|ids\[\]|ifMissed|joiningUrl|key|kind|language|lastFour|locale|maxDiscount|password|password_confirmation|phone|postal_code|price|priceFor|profession|readers\[\]|role|scope|validFrom|validTo|scfhs_number|sealed|to|token|vat_number|visibility|zipcode|assigneeId|arabicConfirmed\[\])$/;

test("row 15: the attack has written every text field of the staff API, except those listed", async () => {
  const written = new Set([owner, support, finance].flatMap((client) => [...client.written]));
  const unwritten = (await staffTextFields(owner)).filter((field) => !written.has(field) && !noText.test(field));
  // The names in an invitation are shown like those of an account. Passkeys need a device; passkeys.test writes their
  // names. The reference of a refund paid by hand is stored and shown like that of a transfer. The company of a
  // rejected e-invoice is shown like that of an order; documents.test draws such texts for its XML.
  expect(unwritten).toEqual([
    ...["city", "district", "name", "street"].map((field) => `POST einvoices/:id/correct .company.${field}`),
    ...["accept", "check"].flatMap((step) => [`POST invitation/${step} .name`, `POST invitation/${step} .name_ar`]),
    "POST passkeys .name",
    "POST refunds/:id/paid-back .reference",
    "PUT passkeys/:id .name",
  ]);
  for (const [name, body] of [
    ["POST redirects", { from: `/${text}`, to: "/faq" }],
    ["POST redirects", { from: "/old-address", to: "javascript:hacked()" }],
    ["POST mails/1/retry", { to: text }],
    ["POST staff", { email: text, role: "support", locale: "en" }],
  ] as const)
    await expect(owner.call(name, body)).rejects.toThrow(/answered 422/);
});

/** Returns the elements of served HTML that run script, or that lead a click or a request to another site. */
const findDangers = (html: string): string[] =>
  readHtml(html).tags.flatMap(({ name, attributes }) => {
    const wrong = Object.entries(attributes).filter(
      ([key, value]) => /^on|^srcdoc$/.test(key) || /^\s*javascript:|evil\.example/i.test(value),
    );
    const isForeign = (name === "img" && attributes["src"] === "x") || ["base", "math", "svg:script"].includes(name);
    return wrong.length > 0 || isForeign ? [`<${name} ${JSON.stringify(attributes)}>`] : [];
  });

test("row 15: public pages and previews contain no script of the attack in their HTML", async () => {
  const { data } = (await owner.call("GET revisions?per_page=5")) as { data: { id: number }[] };
  const previews: string[] = [];
  for (const { id } of data) previews.push(String((await owner.call(`POST revisions/${id}/preview`))["path"]));
  const paths = [...publicRoutes, ...previews].flatMap((path) => [path, localePath(path, "ar")]);
  const problems: string[] = [];
  for (const path of paths) {
    const response = await fetch(site.url + path);
    const html = await response.text();
    if (response.status >= 500) problems.push(`${path}: ${response.status}`);
    for (const danger of findDangers(html)) problems.push(`${path}: ${danger}`);
    for (const [, json = ""] of html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g))
      JSON.parse(json);
  }
  expect(problems).toEqual([]);
  // The negative control: unsanitised markup is found.
  expect(findDangers(scriptMarkup).length).toBeGreaterThan(3);
});

test("row 15: mails and the newsletter frame contain no script; API responses are JSON with nosniff", async () => {
  const mails = await site.mails();
  expect(mails.length).toBeGreaterThan(8);
  expect(mails.flatMap(({ subject, html }) => findDangers(html).map((danger) => `${subject}: ${danger}`))).toEqual([]);
  const { data } = (await owner.call("GET newsletter-issues")) as { data: { id: number }[] };
  const frame = await owner.fetch(`newsletter-issues/${data[0]?.id}/mail`);
  expect(findDangers(await frame.text())).toEqual([]);
  expect(frame.headers.get("content-security-policy")).toMatch(/sandbox|script-src 'none'|default-src 'none'/);
  for (const path of ["audit", "people", "orders", "enquiries", "media", "runs", "mails", "content", "settings"]) {
    const answer = await owner.fetch(path);
    const { headers } = answer;
    expect([path, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
      path,
      expect.stringContaining("application/json"),
      "nosniff",
    ]);
  }
});

test("row 15: exports have no formula in a CSV or XLSX cell, and no markup of the attack in XLSX", async () => {
  const { data: runs } = (await owner.call("GET runs")) as { data: { id: number }[] };
  const kinds = { orders: {}, documents: {}, roster: { run_id: runs[0]?.id } };
  for (const [kind, filter] of Object.entries(kinds))
    for (const format of ["csv", "xlsx"]) {
      await owner.confirm();
      const { id } = await owner.call("POST exports", { kind, format, filter, locale: "en" });
      const state = async () => (await owner.call(`GET tasks/${String(id)}`))["state"];
      await expect.poll(state, { timeout: 30_000 }).toBe("done");
      const file = Buffer.from(await (await owner.fetch(`tasks/${String(id)}/file`)).arrayBuffer());
      if (format === "csv") {
        const cells = file
          .toString("utf8")
          .replace("\uFEFF", "")
          .split(/[\r\n,]+/);
        expect(cells.filter((cell) => /^"?[=+@\t-](?!\d)/.test(cell))).toEqual([]);
      } else {
        const parts = Object.values(unzip(file)).join("\n");
        expect(parts).not.toMatch(/<f[ >]|<img|<script/i);
      }
    }
});

test("row 15: the portal shows every value as text and runs no script", { tag: "@all" }, async ({ visit }) => {
  test.setTimeout(240_000);
  const visitor = await visit(site, { stored: signedIn("en") });
  const { page, context } = visitor;
  const cookies = owner.cookie.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    return { name, value, url: site.url };
  });
  await context.addCookies(cookies);
  await context.addInitScript(
    `Object.defineProperty(window, "hacked", { value: () => { console.error("script of an attack ran"); } })`,
  );
  const findFirstId = async (list: string) =>
    ((await owner.call(`GET ${list}`)) as { data: { id: number | string }[] }).data[0]?.id ?? "";
  const [run, order, enquiry, issue, course, news] = [
    await findFirstId("runs"),
    await findFirstId("orders"),
    await findFirstId("enquiries"),
    await findFirstId("newsletter-issues"),
    await findFirstId("content?entity=course"),
    await findFirstId("content?entity=news"),
  ];
  const screens = [
    "/",
    "/courses",
    `/courses/${encodeURIComponent(course)}`,
    "/content",
    `/content/${encodeURIComponent(news)}`,
    "/arabic-gaps",
    "/runs",
    `/runs/${run}`,
    `/runs/${run}/roster`,
    "/people",
    "/orders",
    `/orders/${order}`,
    "/payments",
    "/enquiries",
    `/enquiries/${enquiry}`,
    "/newsletter",
    `/newsletter/${issue}`,
    "/media",
    "/mails",
    "/audit",
    "/staff",
    "/settings",
    "/finance",
    "/tasks",
  ];
  let count = 0;
  for (const path of screens) {
    await page.goto(`${site.url}/staff${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await visitor.waitForAnswers();
    const traces = await page
      .locator(
        '[onerror],[onload],[onclick],[onmouseover],img[src="x"],iframe[srcdoc],base,[href^="javascript:" i],math',
      )
      .evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 200)));
    expect([path, traces]).toEqual([path, []]);
    count += await page.getByText("onerror=hacked()").count();
  }
  // The screens did show the text of the attack.
  expect(count).toBeGreaterThan(20);
});
