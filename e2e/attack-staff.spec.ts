/** Script in every field that staff or a visitor can write, then every page, mail, file and screen that shows it: nothing runs. */
import sharp from "sharp";
import { localePath } from "#i18n/locale.ts";
import { pay } from "#test/buyer.ts";
import { testContext } from "#test/context.ts";
import { beginOrder, courseBySlug, newPerson, post } from "#test/http/client.ts";
import { readHtml } from "#test/http/html.ts";
import { caseRow } from "#test/paid-order.ts";
import { publicRoutes } from "#test/public-routes.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { unzip } from "#test/unzip.ts";
import { scriptLine, scriptMarkup } from "../test/attack/corpus.ts";
import { spoilContent, spoiled, staffHand, staffTextFields, type StaffHand } from "../test/attack/staff-writes.ts";
import { expect, test } from "./support/test.ts";

/** Of its own, for nothing in it can be read any more. */
let site: TestSite;
let owner: StaffHand;
let support: StaffHand;
let finance: StaffHand;

const text = scriptLine;
const nextYear = new Date().getFullYear() + 1;
const person = (email: string) => ({ name: text, email, scfhs_number: "" });
const seatOf = (email: string) => ({ ...person(email), profession: "Nurse", locale: "en", reason: text });
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
const pair = (name: string, value = text) => ({ [`${name}_eng`]: value, [`${name}_ar`]: value });

/** Runs, seats and orders, and what is said of them. */
async function spoilSales(): Promise<void> {
  const courses = (await owner.call("GET run-options"))["courses"] as { id: number }[];
  const at = (day: number, hour: number) => `${nextYear}-05-${String(day).padStart(2, "0")}T${hour}:00:00+03:00`;
  const sessions = (day: number) => [{ starts_at: at(day, 10), ends_at: at(day, 12) }];
  const run = {
    ...pair("venue"),
    delivery: "onsite",
    capacity: 20,
    price: "100.00",
    hours: 2,
    accreditation_status: "accredited",
    accreditation_number: text,
  };
  const made = await owner.call("POST runs", { ...run, course_id: courses[0]?.id, sessions: sessions(4) });
  const id = String(made["id"]);
  await owner.call(`PUT runs/${id}`, { ...run, version: made["version"] });
  await owner.call(`POST runs/${id}/copy`, { start_date: `${nextYear}-06-04`, ...pair("venue") });
  await owner.call(`POST runs/${id}/seats`, seatOf("first@example.com"));
  await owner.call(`POST runs/${id}/seats`, seatOf("second@example.com"));
  await owner.call(`POST runs/${id}/seats/transfer`, { ...seatOf("third@example.com"), billing });
  const { rows } = (await owner.call(`GET runs/${id}/roster`)) as { rows: { id: number; email: string }[] };
  const seat = (email: string) => rows.find((row) => row.email === email)?.id;
  await owner.call(`POST seats/${seat("first@example.com")}/swap`, { ...person("swapped@example.com"), reason: text });
  await owner.call(`POST seats/${seat("second@example.com")}/cancel`, { reason: text, tell: true });
  const day = `${nextYear}-05-11`;
  const move = { start_date: day, end_date: day, ...pair("venue"), ...pair("reason") };
  await owner.call(`POST runs/${id}/move`, move);

  const buyer = await newPerson(site, text);
  const begun = await beginOrder(site, buyer, (await courseBySlug(site, "research-methods")).id);
  await pay(begun);
  await post(site, "/api/update-payment-status", { id: begun.given_id }, { token: buyer.token });
  const order = `orders/${begun.order_id}`;
  await owner.call(`POST ${order}/notes`, { text });
  for (const step of ["decline", "approve"]) {
    const refund = { amount: "1.00", reason: text, reason_ar: text, note: text, expected: "1.00", key: step };
    await finance.call(`POST ${order}/refunds`, refund);
    const open = (await owner.call("GET refund-requests"))["data"] as { id: number; state: string }[];
    const [request] = open.filter(({ state }) => state === "open" || state === "waiting");
    await owner.call(`POST refund-requests/${request?.id}/${step}`, { word: text });
  }
  const items = [{ course_id: Number(id), qty: 2 }];
  const attendees = [{ ...person("guest@example.com"), course_id: Number(id) }];
  const opened = { buyer_id: buyer.id, items, billing, company, attendees, key: "by-transfer" };
  const transfer = await owner.call("POST orders", opened);
  const received = { amount: "1.00", reference: text, received_on: new Date().toISOString().slice(0, 10) };
  await owner.call(`POST orders/${String(transfer["id"])}/transfers`, received);
  if (!site.database) throw new Error("no database");
  const caseId = await caseRow(testContext(site.database), begun.order_id);
  await owner.call(`POST payment-cases/${caseId}/actions`, { action: "resolve", reason: text });
  const gone = await newPerson(site, text);
  await owner.call(`POST people/${encodeURIComponent(gone.id)}/erasure`, { email: gone.email, asked: text });
  await owner.call(`POST runs/${id}/cancel`, { ...pair("reason"), seats: 3 });
}

/** What the front desk and the newsletter say. */
async function spoilLetters(): Promise<void> {
  for (const language of ["en", "ar"])
    await post(site, "/api/contact", { name: text, email: "asks@example.com", title: text, message: text }, { language });
  const { data } = (await support.call("GET enquiries")) as { data: { id: number }[] };
  for (const { id } of data) {
    await support.call(`POST enquiries/${id}/notes`, { text });
    await support.call(`POST enquiries/${id}/replies`, { text });
  }
  const reply = await support.call("POST saved-replies", { name: text, ...pair("text") });
  await support.call(`PUT saved-replies/${String(reply["id"])}`, {
    name: text,
    ...pair("text"),
    version: reply["version"],
  });
  const letter = { ...pair("subject"), ...pair("preheader"), ...pair("body", scriptMarkup) };
  const issue = await owner.call("POST newsletter-issues", letter);
  const path = `newsletter-issues/${String(issue["id"])}`;
  await owner.call(`PUT ${path}`, { ...letter, version: issue["version"] });
  await owner.call(`POST ${path}/test`, {});
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
    await staffHand(site, site.database, "owner"),
    await staffHand(site, site.database, "support"),
    await staffHand(site, site.database, "finance"),
  ];
  await support.call("PUT account", { name: text, locale: "en" });
  await spoilContent(owner);
  await spoilSales();
  await spoilLetters();
  await spoilPictures();
});
test.afterAll(() => site.stop());

test("every text field of the staff's API has been written", async () => {
  const written = new Set([owner, support, finance].flatMap((hand) => [...hand.written]));
  expect((await staffTextFields(owner)).filter((field) => !written.has(field))).toEqual([]);
});
