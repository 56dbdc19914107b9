/**
 * Reliability row 9: calls every endpoint as everyone except the owner of the data. The answer must be the same as for
 * data that does not exist, and must neither show nor change the owner's data.
 */
import { beforeAll, expect, it, vi } from "vitest";
import { address } from "#test/buyer.ts";
import { beginOrder, buyOrder, courseBySlug, newPerson, post, type Person } from "#test/http/client.ts";
import { sharedTestSite, type TestSite } from "#test/site.ts";

/** Ids of records of one person. */
interface RecordIds {
  user: string;
  email: string;
  session: string;
  run: number;
  order: number;
  payment: string;
  document: number;
  /** Token of the ticket of her seat. */
  ticket: string;
  /** An activity that she has declared. */
  activity: number;
  /** A link that shares her CPD record. */
  share: string;
  waitlistEntry: number;
}
interface CallerIds {
  user: string;
  order: number;
}

let site: TestSite;
let owner: Person;
let other: Person;
let ownerIds: RecordIds;
let otherIds: CallerIds;
let endedToken: string;
/** The paths of the API description, and whether each of them may be called without a session. */
let paths: Record<string, { isOpen: boolean }>;
/** Texts from the owner's data that no answer to others may contain. */
let needles: string[];

/** Ids of the right shape that no record has. */
const unknownIds: RecordIds = {
  user: "ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ",
  email: "nobody-at-all@example.com",
  session: "YYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYY",
  run: 0,
  order: 1_999_999,
  payment: "3f0f1f2e-0000-4000-8000-000000000000",
  document: 1_999_999,
  ticket: "A".repeat(27),
  activity: 1_999_999,
  waitlistEntry: 1_999_999,
  share: "3f0f1f2e-0000-4000-8000-000000000000",
};
const person = {
  name: "A",
  address: "",
  contact_number: "0500000001",
  scfhs_number: "",
  workplace: "",
  profession: "Nurse",
};
const activity = { title: "A", provider: "B", kind: "conference", date: "2026-01-15", hours: 1 };
const password = { password: "three own words", password_confirmation: "three own words" };

/**
 * For each path of the API: bodies that refer to the data of `target`, or why no body can. A new path fails the first
 * test until it is added here.
 */
const bodiesByPath: Record<
  string,
  ((target: RecordIds, caller: CallerIds) => object[]) | "the caller's own only" | "the same for every caller"
> = {
  "/api/login": (target) => [{ email: target.email, password: "wrong-password-1" }],
  "/api/logout": "the caller's own only",
  "/api/me": "the caller's own only",
  // For a valid form the API says that the address is taken, as the specification requires. This form is invalid.
  "/api/register": (target) => [
    { ...person, email: target.email, ...password, password_confirmation: "x", remember_me: "accept" },
  ],
  "/api/forget-password": (target) => [{ email: target.email }],
  "/api/reset-password": (target) => [
    { ...password, token: target.session },
    { ...password, token: target.user },
  ],
  "/api/edit-profile": (target) => [{ ...person, id: target.user, email: "new@example.com" }],
  "/api/confirm-email": (target) => [{ token: target.session }],
  "/api/send-address-link": "the caller's own only",
  "/api/change-password": "the caller's own only",
  "/api/sessions": "the caller's own only",
  "/api/end-session": (target) => [{ id: target.session, password: other.password }],
  "/api/end-other-sessions": "the caller's own only",
  "/api/my-data": "the caller's own only",
  "/api/delete-account": "the caller's own only",
  "/api/get-meta-information": "the same for every caller",
  "/api/form-token": "the same for every caller",
  "/api/book-demo": (target) => [
    { name: "A", email: target.email, contact_number: "0500000001", workplace: "B", program: "Analytics" },
  ],
  "/api/contact": (target) => [{ name: "A", email: target.email, message: "x" }],
  "/api/email_subscribe": (target) => [{ email: target.email }],
  "/api/newsletter-confirm": (target) => [{ token: target.user }],
  "/api/newsletter-unsubscribe": (target) => [{ token: target.user }],
  "/api/banner-images": "the same for every caller",
  "/api/static-pages": "the same for every caller",
  "/api/faq": "the same for every caller",
  "/api/contact-settings": "the same for every caller",
  "/api/popular-news": "the same for every caller",
  "/api/news-insights": "the same for every caller",
  "/api/news-insights-details": "the same for every caller",
  "/api/courses": "the same for every caller",
  "/api/courses-by-category": "the same for every caller",
  "/api/course-details": "the same for every caller",
  "/api/check-course-booking": (target) => [{ user_id: target.user, course_id: ownerIds.run }],
  "/api/get-course-qty": "the same for every caller",
  "/api/get-tax-percentage": "the same for every caller",
  "/api/cart-items": "the same for every caller",
  "/api/validate-billing-address": "the same for every caller",
  "/api/begin-checkout": "the caller's own only",
  "/api/process-payment": (target, caller) => {
    const report = {
      course_id: ownerIds.run,
      sub_total: "1.00",
      tax: "0.15",
      total: "1.15",
      payment_response: { id: target.payment },
    };
    return [
      { user_id: target.user, order_id: target.order, ...report },
      { user_id: caller.user, order_id: target.order, ...report },
      { user_id: caller.user, ...report },
    ];
  },
  "/api/update-payment-status": (target) => [{ id: target.payment, status: "paid" }],
  "/api/payment-webhook": (target) => [
    { id: "event", type: "payment_refunded", secret_token: "wrong", live: false, data: { id: target.payment } },
  ],
  "/api/orders": (target) => [{ id: target.user }],
  "/api/order_details": (target, caller) => [
    { user_id: target.user, order_id: target.order },
    { user_id: caller.user, order_id: target.order },
    { user_id: caller.user, order_id: String(target.order) },
  ],
  "/api/assign-seats": (target) => [
    {
      order_id: target.order,
      attendees: [{ course_id: ownerIds.run, seat: 2, name: "A", email: "a@example.com", scfhs_number: "" }],
    },
  ],
  "/api/book-by-transfer": "the caller's own only",
  "/api/return-booking": (target) => [{ order_id: target.order }],
  "/api/proforma": (target) => [{ order_id: target.order }],
  // Tells who already has a seat, as assigning seats does. The number of people per day is limited.
  "/api/check-people": "the caller's own only",
  "/api/seat-links": (target) => [{ order_id: target.order }],
  "/api/send-seat-link": (target) => [
    { order_id: target.order, course_id: ownerIds.run, seat: 2, email: "a@example.com" },
  ],
  "/api/withdraw-seat-link": (target) => [{ order_id: target.order, course_id: ownerIds.run, seat: 2 }],
  // The link gives permission. A ticket's token gives none, and neither does an unknown one of the right shape.
  "/api/claim-seat": (target) => [
    { token: target.ticket, name: "A", email: "a@example.com", scfhs_number: "" },
    { token: `${target.ticket}AAA`, name: "A", email: "a@example.com", scfhs_number: "" },
  ],
  "/api/change-options": (target) => [{ order_id: target.order }],
  "/api/change-quote": (target) => [
    { order_id: target.order, course_id: ownerIds.run, kind: "cancel", seat_ids: [1], to_course_id: null },
  ],
  // A quote is signed for the person who requested it (features/changes/change-order.test.ts).
  "/api/change-seats": "the caller's own only",
  "/api/send-another": (target) => [
    { order_id: target.order, seat_id: 1, name: "A", email: "a@example.com", scfhs_number: "", key: "k" },
  ],
  "/api/change-exception": (target) => [
    {
      order_id: target.order,
      course_id: ownerIds.run,
      kind: "cancel",
      seat_ids: [1],
      to_course_id: null,
      message: "x",
      key: "k",
    },
  ],
  // The owner has no change request and no file here: see features/changes/{decide-request,files}.test.ts.
  "/api/change-answer": (target) => [{ change_id: target.order, message: "x" }],
  "/api/change-file": "the caller's own only",
  "/api/order-documents": (target) => [{ order_id: target.order }],
  "/api/order-document": (target, caller) => [
    { order_id: target.order },
    { order_id: target.order, document_id: target.document },
    { order_id: caller.order, document_id: target.document },
  ],
  "/api/order-calendar": (target) => [{ order_id: target.order }],
  "/api/tickets-beside": (target) => [{ token: target.ticket }],
  // Contains no names. With a session it also has the caller's own entry.
  "/api/waiting-list": "the same for every caller",
  "/api/join-waiting-list": "the caller's own only",
  "/api/leave-waiting-list": "the caller's own only",
  "/api/my-waiting-lists": "the caller's own only",
  "/api/waiting-offer": (target) => [{ id: target.waitlistEntry }],
  // With a session it says whether the caller is subscribed, and nothing about others.
  "/api/new-dates": "the same for every caller",
  "/api/notify-new-dates": (target) => [{ slug: "safe-handover", email: target.email }],
  // The token gives permission to every caller.
  "/api/confirm-new-dates": "the same for every caller",
  "/api/stop-new-dates": "the same for every caller",
  "/api/my-courses": "the caller's own only",
  "/api/my-cpd": "the caller's own only",
  // For another person's proof see features/learning/cpd/proofs.test.ts.
  "/api/save-activity": (target) => [{ ...activity, id: target.activity }],
  "/api/delete-activity": (target) => [{ id: target.activity }],
  "/api/upload-proof": "the caller's own only",
  "/api/cpd-proof": (target) => [{ id: target.activity }],
  "/api/cpd-target": "the caller's own only",
  "/api/cpd-csv": "the caller's own only",
  "/api/cpd-pdf": "the caller's own only",
  "/api/cpd-certificates": "the caller's own only",
  "/api/share-record": "the caller's own only",
  "/api/withdraw-share": (target) => [{ id: target.share }],
  // The code or token of the link gives permission to every caller.
  "/api/shared-record": "the same for every caller",
  "/api/feedback": "the same for every caller",
  "/api/save-feedback": "the same for every caller",
  "/api/send-feedback": "the same for every caller",
  "/api/verify-certificate": "the same for every caller",
  "/api/search": "the same for every caller",
  "/api/price-order": "the same for every caller",
  "/api/quote": "the same for every caller",
  "/api/check-reset-link": "the same for every caller",
};

beforeAll(async () => {
  site = await sharedTestSite();
  owner = await newPerson(site, "Owner Unmistakable");
  other = await newPerson(site, "Somebody Else");
  const run = (await courseBySlug(site, "research-methods")).id;
  const begun = await buyOrder(site, owner, run);
  const documents = await vi.waitFor(async () => {
    const { body } = await post(site, "/api/order-documents", { order_id: begun.order_id }, { token: owner.token });
    expect(body["documents"]).toHaveLength(1);
    return body["documents"] as { id: number; number: string }[];
  });
  const { body } = await post(site, "/api/sessions", {}, { token: owner.token });
  const details = await post(
    site,
    "/api/order_details",
    { user_id: owner.id, order_id: begun.order_id },
    { token: owner.token },
  );
  const { lines } = details.body["order"] as { lines: { attendees: { ticket: string }[] }[] };
  const asOwner = { token: owner.token };
  const declared = await post(site, "/api/save-activity", { ...activity, title: "Unmistakable" }, asOwner);
  await post(site, "/api/share-record", { years: null, with_declared: true }, asOwner);
  const record = await post(site, "/api/my-cpd", {}, asOwner);
  const full = await courseBySlug(site, "safe-handover");
  const joined = await post(site, "/api/join-waiting-list", { course_id: full.id }, asOwner);
  ownerIds = {
    user: owner.id,
    email: owner.email,
    session: (body["sessions"] as { id: string }[])[0]?.id ?? "",
    run,
    order: begun.order_id,
    payment: begun.given_id,
    document: documents[0]?.id ?? 0,
    ticket: lines[0]?.attendees[0]?.ticket ?? "",
    activity: Number(declared.body["id"]),
    waitlistEntry: (joined.body["place"] as { id: number }).id,
    share: (record.body["shares"] as { id: string }[])[0]?.id ?? "",
  };
  otherIds = {
    user: other.id,
    order: (await beginOrder(site, other, (await courseBySlug(site, "good-clinical-practice")).id)).order_id,
  };
  const ended = await post(site, "/api/login", { email: owner.email, password: owner.password });
  endedToken = String(ended.body["token"]);
  await post(site, "/api/logout", {}, { token: endedToken });
  needles = ["Unmistakable", owner.id, begun.given_id, address.address_1, documents[0]?.number ?? "", "4111-11"];
  const document = (await (await fetch(`${site.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: { security: object[] } }>;
  };
  paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, { post }]) => [
      path,
      { isOpen: post.security.some((requirement) => !("bearer" in requirement)) },
    ]),
  );
});

/** Reads all data of the owner with her own session. */
const readOwnerData = async () => {
  const { body } = await post(site, "/api/my-data", {}, { token: owner.token });
  const { body: documents } = await post(
    site,
    "/api/order-documents",
    { order_id: ownerIds.order },
    { token: owner.token },
  );
  return JSON.stringify({ ...body, exported_at: "", documents });
};

it("row 9: every path of the API description is classified", () => {
  expect(Object.keys(bodiesByPath).toSorted()).toEqual(Object.keys(paths).toSorted());
  expect(
    Object.entries(bodiesByPath).filter(([path, kind]) => kind === "the caller's own only" && paths[path]?.isOpen),
  ).toEqual([]);
  expect(
    Object.entries(bodiesByPath).filter(([path, kind]) => kind === "the same for every caller" && !paths[path]?.isOpen),
  ).toEqual([]);
});

it("row 9: the negative control: the owner gets what others are refused", async () => {
  for (const path of [
    "/api/orders",
    "/api/order_details",
    "/api/order-documents",
    "/api/order-document",
    "/api/order-calendar",
    "/api/tickets-beside",
    "/api/check-course-booking",
    "/api/update-payment-status",
  ]) {
    const bodies = bodiesByPath[path];
    if (typeof bodies !== "function") throw new Error(`${path} has no bodies`);
    const [body] = bodies(ownerIds, { user: ownerIds.user, order: ownerIds.order });
    expect([path, (await post(site, path, body, { token: owner.token })).status]).toEqual([path, 200]);
  }
  const json = JSON.stringify(
    (await post(site, "/api/order-documents", { order_id: ownerIds.order }, { token: owner.token })).body,
  );
  expect(needles.filter((needle) => json.includes(needle)).length).toBeGreaterThanOrEqual(4);
});

it.each(["a visitor", "another user", "an ended session", "a made-up session", "another scheme"] as const)(
  "row 9: %s gets the same answers for the owner's data as for unknown data, and changes nothing",
  async (who) => {
    const headers: Record<string, Record<string, string>> = {
      "a visitor": {},
      "another user": { authorization: `Bearer ${other.token}` },
      "an ended session": { authorization: `Bearer ${endedToken}` },
      "a made-up session": { authorization: `Bearer ${ownerIds.session}.${owner.token.split(".")[1]}` },
      "another scheme": {
        authorization: `Basic ${Buffer.from(`${owner.email}:${owner.password}`).toString("base64")}`,
      },
    };
    const before = await readOwnerData();
    const problems: string[] = [];
    for (const [path, kind] of Object.entries(bodiesByPath)) {
      if (who === "another user" && kind === "the caller's own only") continue;
      const ask = (body: object) => post(site, path, body, { headers: headers[who] ?? {} });
      const bodies = typeof kind === "function" ? kind(ownerIds, otherIds) : [{}];
      const controls = typeof kind === "function" ? kind(unknownIds, otherIds) : [];
      for (const [at, body] of bodies.entries()) {
        const answer = await ask(body);
        const text = JSON.stringify(answer.body);
        for (const needle of needles)
          if (text.includes(needle) && kind !== "the same for every caller") problems.push(`${path} says ${needle}`);
        if (answer.status >= 500) problems.push(`${path}: ${answer.status}`);
        if (who !== "another user" && !paths[path]?.isOpen && answer.status !== 401)
          problems.push(`${path}: ${answer.status} instead of 401`);
        if (who === "another user" && !paths[path]?.isOpen && answer.status === 200) problems.push(`${path}: 200`);
        const control = controls[at] && (await ask(controls[at]));
        if (control && (control.status !== answer.status || JSON.stringify(control.body) !== text))
          problems.push(
            `${path}: ${answer.status} ${text}, but ${control.status} ${JSON.stringify(control.body)} for what does not exist`,
          );
      }
    }
    expect(problems).toEqual([]);
    expect(await readOwnerData()).toBe(before);
  },
);

it("row 9: another user's own data contains nothing of the owner, even with the owner's ids", async () => {
  for (const path of ["/api/me", "/api/sessions", "/api/my-data"]) {
    const { status, body } = await post(
      site,
      path,
      { id: ownerIds.user, user_id: ownerIds.user, user: ownerIds.user },
      { token: other.token },
    );
    expect([
      path,
      status,
      needles.filter((needle) => needle !== address.address_1 && JSON.stringify(body).includes(needle)),
    ]).toEqual([path, 200, []]);
  }
});
