/** The built site sends traces if configured, and its log lines contain the request id. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startCollector, type Collector, type ReceivedSpan } from "#test/collector.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { pay } from "../buyer.ts";
import { beginOrder, courseBySlug, newPerson, post } from "./client.ts";

let collector: Collector;
let site: TestSite;
beforeAll(async () => {
  collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "test", LOG_LEVEL: "debug" };
  site = await startTestSite({ database: "postgres", env });
});
afterAll(async () => {
  await site.stop();
  await collector.close();
});

it("a request is one trace with its statements and provider calls, and its jobs carry its id", async () => {
  const person = await newPerson(site);
  const course = await courseBySlug(site, "infection-prevention-control");
  const order = await beginOrder(site, person, course.id);
  await pay(order);
  const { sub_total, tax, total } = order as unknown as Record<string, string>;
  const report = { user_id: person.id, order_id: order.order_id, course_id: course.id, sub_total, tax, total };
  const paid = await post(
    site,
    "/api/process-payment",
    { ...report, payment_response: { id: order.given_id } },
    { token: person.token },
  );
  expect([paid.status, paid.body]).toEqual([200, expect.anything()]);
  await fetch(`${site.url}/faq?unknown=1`);
  const subscribed = await post(site, "/api/email_subscribe", { email: person.email });
  const subscriptionId = subscribed.headers.get("x-request-id");
  const findSpans = (name: string) => collector.spans.filter((span) => span.name === name);
  const toRequestIds = (spans: ReceivedSpan[]) => spans.map(({ attributes }) => attributes["request.id"]);
  // A job that a request has started carries the id of that request.
  await expect.poll(() => toRequestIds(findSpans("job mail.send")), { timeout: 30_000 }).toContain(subscriptionId);
  await site.stop();

  const [request] = findSpans("POST /api/process-payment");
  expect(request).toMatchObject({ kind: 2, service: "test", attributes: { "http.response.status_code": "200" } });
  const inside = collector.spans.filter(({ traceId }) => traceId === request?.traceId);
  expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining(["sql select", "sql commit"]));
  expect(inside.map(({ name }) => name)).toContain("card provider GET /payments/:id");
  const id = request?.attributes["request.id"];
  expect(new Set(inside.map(({ attributes }) => attributes["request.id"]))).toEqual(new Set([id]));
  // A request causes a mail, or another job does, such as due reminders or a settlement before the browser's report.
  const causes = collector.spans.filter(
    ({ name, kind }) => kind === 2 || (name.startsWith("job ") && name !== "job mail.send"),
  );
  const known = new Set(toRequestIds(causes));
  expect(toRequestIds(findSpans("job mail.send")).filter((requestId) => !known.has(requestId))).toEqual([]);
  const lines = site.output.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as object);
  const filterLines = (requestId: unknown) =>
    lines.filter((line) => "request_id" in line && line.request_id === requestId);
  expect(filterLines(id)).toContainEqual(expect.objectContaining({ msg: "outgoing call", call: "GET /payments/:id" }));
  expect(filterLines(subscriptionId)).toContainEqual(expect.objectContaining({ msg: "job done", job: "mail.send" }));
  expect(findSpans("render page").length).toBeGreaterThan(0);
  // No attribute of a span contains an email address or a token.
  expect(collector.spans.filter(({ attributes }) => /\S@\S|Bearer/.test(JSON.stringify(attributes)))).toEqual([]);
});
