/**
 * Reliability row 9: every endpoint, called by everyone except the owner. Another's data is answered like unknown
 * data, and neither shown nor changed.
 */
import { beforeAll, expect, it, vi } from "vitest";
import { address } from "#test/buyer.ts";
import { beginOrder, buyOrder, courseBySlug, newPerson, post, type Person } from "#test/http/client.ts";
import { sharedTestSite, type TestSite } from "#test/site.ts";

interface Owned {
  user: string;
  email: string;
  session: string;
  run: number;
  order: number;
  payment: string;
  document: number;
  /** Token of the ticket of her seat. */
  ticket: string;
  /** An activity that she has declared, and a link to her record. */
  activity: number;
  share: string;
  /** In the line of a run. */
  place: number;
}
interface Caller {
  user: string;
  order: number;
}

let site: TestSite;
let owner: Person;
let other: Person;
let hers: Owned;
let mine: Caller;
let endedToken: string;
let paths: Record<string, { open: boolean }>;
let needles: string[];

/** What never was: of the same shape as what is hers. */
const nobodys: Owned = {
  user: "ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ",
  email: "nobody-at-all@example.com",
  session: "YYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYY",
  run: 0,
  order: 1_999_999,
  payment: "3f0f1f2e-0000-4000-8000-000000000000",
  document: 1_999_999,
  ticket: "A".repeat(27),
  activity: 1_999_999,
  place: 1_999_999,
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
 * Every path of the API: bodies that point at someone's own thing, or why none can. A path that is new fails the first
 * test until it stands here.
 */
const pointing: Record<
  string,
  ((of: Owned, caller: Caller) => object[]) | "the caller's own only" | "the same for every caller"
> = {
  "/api/login": (of) => [{ email: of.email, password: "wrong-password-1" }],
  "/api/logout": "the caller's own only",
  "/api/me": "the caller's own only",
  // With everything right it says that the address is taken, as the specification wants; this far it says nothing.
  "/api/register": (of) => [
    { ...person, email: of.email, ...password, password_confirmation: "x", remember_me: "accept" },
  ],
  "/api/forget-password": (of) => [{ email: of.email }],
  "/api/reset-password": (of) => [
    { ...password, token: of.session },
    { ...password, token: of.user },
  ],
  "/api/edit-profile": (of) => [{ ...person, id: of.user, email: "new@example.com" }],
  "/api/confirm-email": (of) => [{ token: of.session }],
  "/api/send-address-link": "the caller's own only",
  "/api/change-password": "the caller's own only",
  "/api/sessions": "the caller's own only",
  "/api/end-session": (of) => [{ id: of.session, password: other.password }],
  "/api/end-other-sessions": "the caller's own only",
  "/api/my-data": "the caller's own only",
  "/api/delete-account": "the caller's own only",
  "/api/get-meta-information": "the same for every caller",
  "/api/form-token": "the same for every caller",
  "/api/book-demo": (of) => [
    { name: "A", email: of.email, contact_number: "0500000001", workplace: "B", program: "Analytics" },
  ],
  "/api/contact": (of) => [{ name: "A", email: of.email, message: "x" }],
  "/api/email_subscribe": (of) => [{ email: of.email }],
  "/api/newsletter-confirm": (of) => [{ token: of.user }],
  "/api/newsletter-unsubscribe": (of) => [{ token: of.user }],
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
  "/api/check-course-booking": (of) => [{ user_id: of.user, course_id: hers.run }],
  "/api/get-course-qty": "the same for every caller",
  "/api/get-tax-percentage": "the same for every caller",
  "/api/cart-items": "the same for every caller",
  "/api/validate-billing-address": "the same for every caller",
  "/api/begin-checkout": "the caller's own only",
  "/api/process-payment": (of, caller) => {
    const report = {
      course_id: hers.run,
      sub_total: "1.00",
      tax: "0.15",
      total: "1.15",
      payment_response: { id: of.payment },
    };
    return [
      { user_id: of.user, order_id: of.order, ...report },
      { user_id: caller.user, order_id: of.order, ...report },
      { user_id: caller.user, ...report },
    ];
  },
  "/api/update-payment-status": (of) => [{ id: of.payment, status: "paid" }],
  "/api/payment-webhook": (of) => [
    { id: "event", type: "payment_refunded", secret_token: "wrong", live: false, data: { id: of.payment } },
  ],
  "/api/orders": (of) => [{ id: of.user }],
  "/api/order_details": (of, caller) => [
    { user_id: of.user, order_id: of.order },
    { user_id: caller.user, order_id: of.order },
    { user_id: caller.user, order_id: String(of.order) },
  ],
  "/api/assign-seats": (of) => [
    {
      order_id: of.order,
      attendees: [{ course_id: hers.run, seat: 2, name: "A", email: "a@example.com", scfhs_number: "" }],
    },
  ],
  "/api/book-by-transfer": "the caller's own only",
  "/api/return-booking": (of) => [{ order_id: of.order }],
  "/api/proforma": (of) => [{ order_id: of.order }],
  // Says who has a seat, as naming them does: limited by people a day.
  "/api/check-people": "the caller's own only",
  "/api/seat-links": (of) => [{ order_id: of.order }],
  "/api/send-seat-link": (of) => [{ order_id: of.order, course_id: hers.run, seat: 2, email: "a@example.com" }],
  "/api/withdraw-seat-link": (of) => [{ order_id: of.order, course_id: hers.run, seat: 2 }],
  // The link is the permission; a ticket's token, and one of the right shape, are none.
  "/api/claim-seat": (of) => [
    { token: of.ticket, name: "A", email: "a@example.com", scfhs_number: "" },
    { token: `${of.ticket}AAA`, name: "A", email: "a@example.com", scfhs_number: "" },
  ],
  "/api/change-options": (of) => [{ order_id: of.order }],
  "/api/change-quote": (of) => [
    { order_id: of.order, course_id: hers.run, kind: "cancel", seat_ids: [1], to_course_id: null },
  ],
  // A quote is signed for who asked for it (features/changes/change-order.test.ts).
  "/api/change-seats": "the caller's own only",
  "/api/send-another": (of) => [
    { order_id: of.order, seat_id: 1, name: "A", email: "a@example.com", scfhs_number: "", key: "k" },
  ],
  "/api/change-exception": (of) => [
    {
      order_id: of.order,
      course_id: hers.run,
      kind: "cancel",
      seat_ids: [1],
      to_course_id: null,
      message: "x",
      key: "k",
    },
  ],
  // Neither a request nor a file of hers is there to point at: features/changes/{decide-request,files}.test.ts.
  "/api/change-answer": (of) => [{ change_id: of.order, message: "x" }],
  "/api/change-file": "the caller's own only",
  "/api/order-documents": (of) => [{ order_id: of.order }],
  "/api/order-document": (of, caller) => [
    { order_id: of.order },
    { order_id: of.order, document_id: of.document },
    { order_id: caller.order, document_id: of.document },
  ],
  "/api/order-calendar": (of) => [{ order_id: of.order }],
  "/api/tickets-beside": (of) => [{ token: of.ticket }],
  // Says no one's name; with a session, the caller's own place.
  "/api/waiting-list": "the same for every caller",
  "/api/join-waiting-list": "the caller's own only",
  "/api/leave-waiting-list": "the caller's own only",
  "/api/my-waiting-lists": "the caller's own only",
  "/api/waiting-offer": (of) => [{ id: of.place }],
  // The token is the permission; with a session, the caller's own address.
  "/api/new-dates": "the same for every caller",
  "/api/notify-new-dates": (of) => [{ slug: "safe-handover", email: of.email }],
  "/api/confirm-new-dates": "the same for every caller",
  "/api/stop-new-dates": "the same for every caller",
  "/api/my-courses": "the caller's own only",
  "/api/my-cpd": "the caller's own only",
  // With another person's proof: features/learning/cpd/proofs.test.ts.
  "/api/save-activity": (of) => [{ ...activity, id: of.activity }],
  "/api/delete-activity": (of) => [{ id: of.activity }],
  "/api/upload-proof": "the caller's own only",
  "/api/cpd-proof": (of) => [{ id: of.activity }],
  "/api/cpd-target": "the caller's own only",
  "/api/cpd-csv": "the caller's own only",
  "/api/cpd-pdf": "the caller's own only",
  "/api/cpd-certificates": "the caller's own only",
  "/api/share-record": "the caller's own only",
  "/api/withdraw-share": (of) => [{ id: of.share }],
  // The code or token in the address is the permission, for every caller.
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
  hers = {
    user: owner.id,
    email: owner.email,
    session: (body["sessions"] as { id: string }[])[0]?.id ?? "",
    run,
    order: begun.order_id,
    payment: begun.given_id,
    document: documents[0]?.id ?? 0,
    ticket: lines[0]?.attendees[0]?.ticket ?? "",
    activity: Number(declared.body["id"]),
    place: (joined.body["place"] as { id: number }).id,
    share: (record.body["shares"] as { id: string }[])[0]?.id ?? "",
  };
  mine = {
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
      { open: post.security.some((way) => !("bearer" in way)) },
    ]),
  );
});

/** Everything of hers, as she sees it. */
const state = async () => {
  const { body } = await post(site, "/api/my-data", {}, { token: owner.token });
  const { body: documents } = await post(
    site,
    "/api/order-documents",
    { order_id: hers.order },
    { token: owner.token },
  );
  return JSON.stringify({ ...body, exported_at: "", documents });
};

it("row 9: every path of the API description is classified", () => {
  expect(Object.keys(pointing).toSorted()).toEqual(Object.keys(paths).toSorted());
  expect(
    Object.entries(pointing).filter(([path, kind]) => kind === "the caller's own only" && paths[path]?.open),
  ).toEqual([]);
  expect(
    Object.entries(pointing).filter(([path, kind]) => kind === "the same for every caller" && !paths[path]?.open),
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
    const bodies = pointing[path];
    if (typeof bodies !== "function") throw new Error(`${path} points at nothing`);
    const [body] = bodies(hers, { user: hers.user, order: hers.order });
    expect([path, (await post(site, path, body, { token: owner.token })).status]).toEqual([path, 200]);
  }
  const json = JSON.stringify(
    (await post(site, "/api/order-documents", { order_id: hers.order }, { token: owner.token })).body,
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
      "a made-up session": { authorization: `Bearer ${hers.session}.${owner.token.split(".")[1]}` },
      "another scheme": {
        authorization: `Basic ${Buffer.from(`${owner.email}:${owner.password}`).toString("base64")}`,
      },
    };
    const before = await state();
    const problems: string[] = [];
    for (const [path, kind] of Object.entries(pointing)) {
      if (who === "another user" && kind === "the caller's own only") continue;
      const ask = (body: object) => post(site, path, body, { headers: headers[who] ?? {} });
      const bodies = typeof kind === "function" ? kind(hers, mine) : [{}];
      const controls = typeof kind === "function" ? kind(nobodys, mine) : [];
      for (const [at, body] of bodies.entries()) {
        const answer = await ask(body);
        const text = JSON.stringify(answer.body);
        for (const needle of needles)
          if (text.includes(needle) && kind !== "the same for every caller") problems.push(`${path} says ${needle}`);
        if (answer.status >= 500) problems.push(`${path}: ${answer.status}`);
        if (who !== "another user" && !paths[path]?.open && answer.status !== 401)
          problems.push(`${path}: ${answer.status} instead of 401`);
        if (who === "another user" && !paths[path]?.open && answer.status === 200) problems.push(`${path}: 200`);
        const control = controls[at] && (await ask(controls[at]));
        if (control && (control.status !== answer.status || JSON.stringify(control.body) !== text))
          problems.push(
            `${path}: ${answer.status} ${text}, but ${control.status} ${JSON.stringify(control.body)} for what does not exist`,
          );
      }
    }
    expect(problems).toEqual([]);
    expect(await state()).toBe(before);
  },
);

it("row 9: another user's own data contains nothing of the owner, even with the owner's ids", async () => {
  for (const path of ["/api/me", "/api/sessions", "/api/my-data"]) {
    const { status, body } = await post(
      site,
      path,
      { id: hers.user, user_id: hers.user, user: hers.user },
      { token: other.token },
    );
    expect([
      path,
      status,
      needles.filter((needle) => needle !== address.address_1 && JSON.stringify(body).includes(needle)),
    ]).toEqual([path, 200, []]);
  }
});
