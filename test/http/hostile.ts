/** Hostile bodies and values for requests, each with the name of its attack. */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { address } from "../buyer.ts";

/** Returns a body of the right shape for each path. `ids` are ids of the caller's records. */
export function sampleBodies(ids: {
  user: string;
  run: number;
  order: number;
  payment: string;
}): Record<string, Record<string, unknown>> {
  const report = {
    user_id: ids.user,
    order_id: ids.order,
    course_id: ids.run,
    sub_total: "1.00",
    tax: "0.15",
    total: "1.15",
    payment_response: { id: ids.payment },
  };
  return {
    "/api/login": { email: "nobody@example.com", password: "wrong-password-1" },
    "/api/logout": {},
    "/api/me": {},
    "/api/register": {
      name: "A",
      email: "not-an-address",
      address: "",
      contact_number: "0500000001",
      scfhs_number: "",
      workplace: "",
      profession: "Nurse",
      password: "short",
      password_confirmation: "short",
      remember_me: "accept",
    },
    "/api/forget-password": { email: "nobody@example.com" },
    "/api/check-reset-link": { token: "x" },
    "/api/reset-password": { password: "three own words", password_confirmation: "three own words", token: "x" },
    // The email makes the API refuse this body, because saving the profile would replace the caller's token.
    "/api/edit-profile": {
      id: ids.user,
      name: "A",
      email: "not-an-address",
      address: "",
      contact_number: "0500000001",
      scfhs_number: "",
      workplace: "",
      profession: "Nurse",
      password: "wrong-password-1",
    },
    "/api/confirm-email": { token: "x" },
    "/api/send-address-link": {},
    "/api/verify-certificate": { number: "NH-2027-K7Q4-9M2X" },
    "/api/change-password": {
      current_password: "wrong-password-1",
      password: "three own words",
      password_confirmation: "three own words",
    },
    "/api/sessions": {},
    "/api/end-session": { id: "x", password: "wrong-password-1" },
    "/api/end-other-sessions": { password: "wrong-password-1" },
    "/api/my-data": {},
    "/api/delete-account": { password: "wrong-password-1" },
    "/api/get-meta-information": { type: "page", name: "", slug: "home" },
    "/api/form-token": {},
    "/api/book-demo": {
      name: "Sara N.",
      email: "sara@example.com",
      contact_number: "0500000001",
      workplace: "Example Hospital",
      program: "Analytics",
    },
    "/api/contact": {
      name: "Sara N.",
      title: "",
      email: "sara@example.com",
      contact_number: "",
      workplace: "",
      message: "Hello",
    },
    "/api/email_subscribe": { email: "sara@example.com" },
    "/api/newsletter-confirm": { token: "x" },
    "/api/newsletter-unsubscribe": { token: "x" },
    "/api/banner-images": { slug: "home" },
    "/api/static-pages": { slug: "privacy-policy", lang: "en" },
    "/api/faq": {},
    "/api/contact-settings": {},
    "/api/popular-news": {},
    "/api/news-insights": { page: 1, search: "care" },
    "/api/news-insights-details": { slug: "every-near-miss" },
    "/api/courses": { page: 1, search_input: "care", dateRange: { startDate: "2026-01-01", endDate: "2030-01-01" } },
    "/api/courses-by-category": { cat: "healthcare-quality", limit: 4 },
    "/api/course-details": { slug: "patient-safety-essentials" },
    "/api/check-course-booking": { course_id: ids.run, user_id: ids.user },
    "/api/get-course-qty": { course_id: ids.run },
    "/api/get-tax-percentage": {},
    "/api/cart-items": { items: [{ id: ids.run, qty: 1 }] },
    "/api/validate-billing-address": { ...address },
    "/api/begin-checkout": {
      items: [{ course_id: ids.run, qty: 1 }],
      billing: address,
      company: { name: "Example Co.", vat_number: "300000000000003", address: "Riyadh" },
      attendees: [{ course_id: ids.run, name: "Huda Salem", email: "huda@example.com", scfhs_number: "" }],
    },
    "/api/process-payment": report,
    "/api/update-payment-status": { id: ids.payment, status: "paid" },
    "/api/payment-webhook": {
      id: "event",
      type: "payment_paid",
      secret_token: "wrong",
      live: false,
      data: { id: ids.payment },
    },
    "/api/orders": { id: ids.user },
    "/api/waiting-list": { course_id: ids.run },
    "/api/join-waiting-list": { course_id: ids.run, seats: 2 },
    "/api/leave-waiting-list": { course_id: ids.run },
    "/api/my-waiting-lists": {},
    "/api/waiting-offer": { id: 1 },
    "/api/new-dates": { slug: "safe-handover" },
    "/api/notify-new-dates": { slug: "safe-handover", email: "x@example.com" },
    "/api/confirm-new-dates": { token: "x" },
    "/api/stop-new-dates": { token: "x" },
    "/api/my-courses": {},
    "/api/my-cpd": {},
    "/api/save-activity": {
      title: "Ward round",
      provider: "Example Hospital",
      kind: "teaching",
      date: "2026-01-15",
      hours: 1.5,
    },
    "/api/delete-activity": { id: 1 },
    "/api/upload-proof": {},
    "/api/cpd-proof": { id: 1 },
    "/api/cpd-target": { target: { hours: 30, starts_on: "2026-01-01", ends_on: "2026-12-31" } },
    "/api/cpd-csv": {},
    "/api/cpd-pdf": {},
    "/api/cpd-certificates": {},
    "/api/share-record": { years: [2026], with_declared: false },
    "/api/withdraw-share": { id: "00000000-0000-4000-8000-000000000000" },
    "/api/shared-record": { code: "x" },
    "/api/feedback": { token: "x" },
    "/api/save-feedback": { token: "x", answers: { q1: 4, q3: "yes", q5: "More cases" } },
    "/api/send-feedback": { token: "x", answers: { q1: 4, q2: 5, q4: 3 } },
    "/api/search": { search_val: "care" },
    "/api/assign-seats": {
      order_id: ids.order,
      attendees: [{ course_id: ids.run, seat: 2, name: "Huda Salem", email: "huda@example.com", scfhs_number: "" }],
    },
    "/api/check-people": {
      course_id: ids.run,
      people: [{ name: "Huda Salem", email: "huda@example.com", scfhs_number: "" }],
    },
    "/api/book-by-transfer": {
      items: [{ course_id: ids.run, qty: 3 }],
      billing: address,
      company: null,
      total: "1.00",
    },
    "/api/return-booking": { order_id: ids.order },
    "/api/proforma": { order_id: ids.order },
    "/api/seat-links": { order_id: ids.order },
    "/api/send-seat-link": { order_id: ids.order, course_id: ids.run, seat: 2, email: "huda@example.com" },
    "/api/withdraw-seat-link": { order_id: ids.order, course_id: ids.run, seat: 2 },
    "/api/claim-seat": { token: "x", name: "Huda Salem", name_other: "", email: "huda@example.com", scfhs_number: "" },
    "/api/change-options": { order_id: ids.order },
    "/api/change-quote": { order_id: ids.order, course_id: ids.run, kind: "cancel", seat_ids: [1], to_course_id: null },
    "/api/change-seats": { quote: "x.y", key: "k" },
    "/api/send-another": {
      order_id: ids.order,
      seat_id: 1,
      name: "Huda Salem",
      email: "huda@example.com",
      scfhs_number: "",
      key: "k",
    },
    "/api/change-exception": {
      order_id: ids.order,
      course_id: ids.run,
      kind: "cancel",
      seat_ids: [1],
      to_course_id: null,
      message: "x",
      key: "k",
    },
    "/api/change-answer": { change_id: 1, message: "x", file_ids: [] },
    "/api/change-file": {},
    "/api/order_details": { user_id: ids.user, order_id: ids.order },
    "/api/order-documents": { order_id: ids.order },
    "/api/order-document": { order_id: ids.order, document_id: 1 },
    "/api/price-order": { items: [{ course_id: ids.run, qty: 1 }], discount_code: "TEAM10" },
    "/api/quote": { items: [{ course_id: ids.run, qty: 1 }] },
    "/api/order-calendar": { order_id: ids.order },
    "/api/tickets-beside": { token: "A".repeat(27) },
  };
}

/** JSON texts that replace every field in turn. They are texts because no JavaScript value can express some of them. */
export const hostileValues: Record<string, string> = {
  "U+0000": '"a\\u0000b"',
  "a lone surrogate": '"a\\ud800b"',
  "a bidi override": '"a\\u202eb"',
  "a line end": '"a\\r\\nb"',
  "a quote that ends SQL": '"\'; drop table \\"order\\"; --"',
  "an isolate that is never closed": '"a\\u2066b"',
  "a low surrogate first": '"a\\udc00\\ud800b"',
  "invisible and combining": '"a\\u200b\\ufeff\\u0301\\u0301\\u0301b"',
  "a noncharacter": '"a\\uffffb"',
  markup: '"<script>alert(1)</script>"',
  "a long text": JSON.stringify("x".repeat(20_000)),
  "an empty text": '""',
  null: "null",
  true: "true",
  "a list": "[]",
  "a list of lists": "[[[[[]]]]]",
  "an object": "{}",
  "a prototype": '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  "a negative number": "-1",
  "a fraction": "1.5",
  "a number past the integers of the database": "99999999999999",
  "a number past all": "1e400",
  "digits of another script": '"١٢٣"',
};

/** JSON texts that replace the whole body. */
export const hostileBodies: Record<string, string> = {
  null: "null",
  "a list": "[]",
  "a text": '"text"',
  "a number": "1",
  "own properties of the prototype":
    '{"__proto__":{"isAdmin":true},"constructor":1,"toString":1,"hasOwnProperty":1,"then":1}',
  "a deep list": "[".repeat(30_000) + "]".repeat(30_000),
  "a deep object": '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000),
  "a list of 10,000 deep, where an object is required": "[".repeat(10_000) + "]".repeat(10_000),
  "10,000 deep in a field": `{"email":${'{"a":['.repeat(5_000)}1${"]}".repeat(5_000)}}`,
  "own properties that end a promise": '{"then":{"then":1},"toJSON":1,"valueOf":null,"length":-1}',
  "lone surrogates as names": '{"\\ud800":1,"\\udfff\\u202e":2}',
  "a name no column has": '{"\\u0000":1,"a.b":1,"":1}',
  "the same name twice": '{"email":"a@example.com","email":{"$gt":""}}',
};

/** Small bodies that decompress to 30 MB, by the value of the header `content-encoding`. */
export const bombs: Record<string, Buffer> = (() => {
  const large = Buffer.from(JSON.stringify({ email: "x".repeat(30_000_000) }));
  return { gzip: gzipSync(large), deflate: deflateSync(large), br: brotliCompressSync(large) };
})();

/** Returns every body that has a hostile value in one field, also a nested one, as JSON texts with a name. */
export function malformedBodies(good: Record<string, unknown>): { name: string; body: string }[] {
  const malformed: { name: string; body: string }[] = [];
  const placeholder = "@@here@@";
  const walk = (value: unknown, path: string, buildBody: (value: unknown) => unknown): void => {
    if (path) {
      const frame = JSON.stringify(buildBody(placeholder));
      for (const [kind, text] of Object.entries(hostileValues))
        malformed.push({ name: `${kind} as ${path}`, body: frame.replace(`"${placeholder}"`, () => text) });
    }
    if (Array.isArray(value))
      value.forEach((item, index) => walk(item, `${path}[${index}]`, (inner) => buildBody(value.with(index, inner))));
    else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value))
        walk(item, path ? `${path}.${key}` : key, (inner) => buildBody({ ...value, [key]: inner }));
  };
  walk(good, "", (value) => value);
  return malformed;
}
