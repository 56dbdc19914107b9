/** Injection, headers and log lines, tested over HTTP (reliability rows 16, 19, 22, 32). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleCases } from "#test/database.ts";
import { beginOrder, courseBySlug, newPerson, post, type Answer, type Person } from "#test/http/client.ts";
import { sampleBodies } from "#test/http/hostile.ts";
import { publicRoutes } from "#test/public-routes.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { isPrivatePage } from "#site/page-address.ts";
import { sqlTexts } from "./corpus.ts";

let site: TestSite;
let person: Person;
let samples: ReturnType<typeof sampleBodies>;

beforeAll(async () => {
  site = await startTestSite({ database: "postgres", env: { BASE_URL: "https://nama.example" } });
  person = await newPerson(site);
  const run = (await courseBySlug(site, "infection-prevention-control")).id;
  const order = await beginOrder(site, person, run);
  samples = sampleBodies({ user: person.id, run, order: order.order_id, payment: order.given_id });
});
afterAll(() => site.stop());

/** Yields a copy of the value for each of its texts, with only that text replaced. */
function* replaceEachText(value: unknown, text: string): Generator<unknown> {
  if (typeof value === "string") yield text;
  else if (Array.isArray(value))
    for (const [at, item] of value.entries())
      for (const inner of replaceEachText(item, text)) yield value.with(at, inner);
  else if (value && typeof value === "object")
    for (const [key, item] of Object.entries(value))
      for (const inner of replaceEachText(item, text)) yield { ...value, [key]: inner };
}

/** Removes the signs that mean something in SQL, and keeps the words. */
const toPlainWords = (text: string) => text.replace(/[^\p{L}\p{N} _]/gu, " ").trim();
/** Counts the rows in the lists of an answer. */
const countRows = ({ body }: Answer) =>
  Object.values(body).reduce((sum: number, value) => sum + (Array.isArray(value) ? value.length : 0), 0);

/**
 * Returns what is wrong with the answer to an SQL text, or false. A field error is right, and so is the status that the
 * plain words get, with no more rows.
 */
function findProblem(answer: Answer, plain: Answer | undefined): string | false {
  if (answer.status === 422) return false;
  if (answer.status !== plain?.status) return `${answer.status} instead of ${plain?.status}`;
  return countRows(answer) > countRows(plain) && `${countRows(answer)} rows instead of ${countRows(plain)}`;
}

it("row 16: SQL in any field gets an answer like its plain words or a field error, and never sleeps", async () => {
  const problems: string[] = [];
  for (const [row, [path, sample]] of Object.entries(samples).entries()) {
    if (path === "/api/logout") continue;
    const ask = (text: string) =>
      Promise.all([...replaceEachText(sample, text)].map((body) => post(site, path, body, { token: person.token })));
    for (const text of sampleCases(sqlTexts, 4, row)) {
      const times = [performance.now()];
      const plainAnswers = await ask(toPlainWords(text));
      times.push(performance.now());
      const answers = await ask(text);
      times.push(performance.now());
      const [before = 0, between = 0, after = 0] = times;
      // A busy machine delays the plain words, too.
      if (after - between > between - before + 4_500) problems.push(`${path}: slept at ${text}`);
      for (const [at, answer] of answers.entries()) {
        const problem = findProblem(answer, plainAnswers[at]);
        if (problem) problems.push(`${path}: ${text}: ${problem}`);
      }
    }
  }
  expect(problems).toEqual([]);
  expect(
    (
      await post(
        site,
        "/api/order_details",
        { user_id: person.id, order_id: samples["/api/order-documents"]?.["order_id"] },
        { token: person.token },
      )
    ).status,
  ).toBe(200);
});

it("row 16: SQL and hostile text in page addresses cause no 5xx and no error log", async () => {
  const problems: string[] = [];
  for (const text of [
    ...sqlTexts,
    "\u0000",
    "%00",
    "\ud7ff\ufffe",
    "%c0%ae%c0%ae",
    "..%2f..%2fetc%2fpasswd",
    "x".repeat(5_000),
  ]) {
    const value = /^(?:%|\.\.)/.test(text) ? text : encodeURIComponent(text);
    for (const path of [
      `/search?q=${value}`,
      `/courses?q=${value}`,
      `/courses?from=${value}&to=${value}&page=${value}`,
      `/courses/research-methods?run=${value}`,
      `/news?search=${value}&page=${value}`,
      `/news/${value}`,
      `/courses/${value}`,
      `/my-courses/${value}`,
      `/admin/images/${value}`,
      `/media/${value}`,
      `/assets/${value}`,
      `/share/${value}`,
    ]) {
      const response = await fetch(site.url + path, { redirect: "manual" });
      await response.text();
      if (response.status >= 500) problems.push(`${path}: ${response.status}`);
    }
  }
  expect(problems).toEqual([]);
  expect(site.output.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

it("row 19: no field can add a header or a recipient to an email", async () => {
  const injections = [
    "a\r\nBcc: victim@example.com",
    "a\nTo: victim@example.com",
    "a%0d%0aBcc: victim@example.com",
    "a\u2028Bcc: victim@example.com",
    "victim@example.com, b@example.com",
    "a@example.com\r\n\r\n<p>body",
    "a@example.com>;<victim@example.com",
    '"a\\\r\nBcc: v"@example.com',
    "=?utf-8?q?a=0d=0aBcc:victim@example.com?=",
  ];
  const before = (await site.mails()).length;
  for (const text of injections)
    for (const path of [
      "/api/contact",
      "/api/book-demo",
      "/api/email_subscribe",
      "/api/register",
      "/api/forget-password",
    ]) {
      const { status, body } = await post(site, path, { ...samples[path], email: text });
      expect([path, text, status, Object.keys(body)]).toEqual([path, text, 422, expect.arrayContaining(["email"])]);
    }
  // A name may contain unusual signs, but no line break and no address. It never becomes part of the recipient.
  const names = injections.map((text) => text.replaceAll(/@|example\.com/g, ""));
  for (const [at, text] of injections.entries())
    await post(site, "/api/contact", {
      ...samples["/api/contact"],
      name: names[at],
      title: text,
      email: "sender@example.com",
    });
  const mails = (await site.mails()).slice(0, -before || undefined);
  expect(mails.length).toBeGreaterThan(0);
  for (const { to, subject } of mails) {
    expect(to).toMatch(/^[^\s,;<>"]+@[^\s,;<>"]+$/);
    expect(to).not.toContain("victim");
    expect(subject).not.toMatch(/[\r\n\u2028]/);
  }
});

it("row 22: every kind of response has the security headers for an Observatory score of at least 130", async () => {
  const html = await (await fetch(site.url)).text();
  const asset = /\/assets\/[^" ]+\.js/.exec(html)?.[0] ?? "";
  const picture = /\/admin\/images\/[^" ,]+\.avif/.exec(html)?.[0] ?? "";
  expect([asset, picture].every(Boolean)).toBe(true);
  const requests: [string, RequestInit, number][] = [
    ...sampleCases(publicRoutes, 4).map((path): [string, RequestInit, number] => [path, {}, 200]),
    ["/ar", {}, 200],
    ["/nowhere", {}, 404],
    ["/ar/nowhere", {}, 404],
    ["/nowhere.php", {}, 404],
    ["/", { method: "POST" }, 405],
    ["/", { method: "HEAD" }, 200],
    [asset, {}, 200],
    ["/assets/none.js", {}, 404],
    [picture, {}, 200],
    ["/admin/images/none.avif", {}, 404],
    ["/favicon.svg", {}, 200],
    ["/favicon.ico", {}, 200],
    ["/robots.txt", {}, 200],
    ["/sitemap.xml", {}, 200],
    ["/api/faq", { method: "POST" }, 200],
    ["/api/faq", {}, 405],
    ["/api/none", {}, 404],
    ["/api/me", { method: "POST" }, 401],
    ["/api/me", { method: "POST", body: "{", headers: { "content-type": "application/json" } }, 400],
    ["/api/openapi.json", {}, 200],
    ["/api/docs", {}, 200],
    ["/swagger-ui/swagger-ui-bundle.js", {}, 200],
    ["/healthz", {}, 200],
    ["/readyz", {}, 200],
    ["/media/fellowship/index.html", {}, 200],
    ["/__dev/outbox", {}, 200],
  ];
  const problems: string[] = [];
  for (const [path, init, status] of requests) {
    const { headers, status: actualStatus, body } = await fetch(site.url + path, { redirect: "manual", ...init });
    await body?.cancel();
    const checkHeader = (name: string, ok: (value: string) => boolean) =>
      ok(headers.get(name) ?? "") ||
      problems.push(`${init.method ?? "GET"} ${path} (${actualStatus}): ${name}: ${headers.get(name)}`);
    if (actualStatus !== status) problems.push(`${init.method ?? "GET"} ${path}: ${actualStatus} instead of ${status}`);
    checkHeader(
      "strict-transport-security",
      (value) => Number(/max-age=(\d+)/.exec(value)?.[1]) >= 31_536_000 && value.includes("includeSubDomains"),
    );
    checkHeader("x-content-type-options", (value) => value === "nosniff");
    checkHeader("referrer-policy", (value) =>
      isPrivatePage(path) ? value === "same-origin" : value === "strict-origin-when-cross-origin",
    );
    checkHeader("cross-origin-resource-policy", (value) => value === "same-origin");
    checkHeader("cross-origin-opener-policy", (value) => value === "same-origin");
    checkHeader(
      "x-frame-options",
      (value) => value === "DENY" || (value === "SAMEORIGIN" && path.startsWith("/media/fellowship")),
    );
    // Observatory adds 10 points only for a policy that allows nothing by default, no inline code, no eval and no http:
    // source. The only exception here is the fake provider's address.
    checkHeader(
      "content-security-policy",
      (value) =>
        value.startsWith("default-src 'none'") &&
        /frame-ancestors '(none|self)'/.test(value) &&
        /base-uri 'none'/.test(value) &&
        /form-action '(none|self)'/.test(value) &&
        !/unsafe-eval|script-src[^;]*unsafe-inline|\*|http:/.test(value.replace(site.sandbox.url, "")),
    );
    if (headers.get("set-cookie")) problems.push(`${path} sets a cookie`);
    if (headers.get("x-powered-by") || headers.get("server")) problems.push(`${path} names its software`);
    if (headers.get("access-control-allow-origin")) problems.push(`${path} invites other origins`);
  }
  expect(problems).toEqual([]);
});

it("ASVS 6.2.6 6.2.7: password fields are masked and have the right autocomplete", async () => {
  for (const [path, purpose] of [
    ["/login", "current-password"],
    ["/register", "new-password"],
    ["/ar/login", "current-password"],
  ] as const) {
    const fields = (await (await fetch(site.url + path)).text()).match(/<input[^>]* name="password[^"]*"[^>]*>/g) ?? [];
    expect(fields.length, path).toBeGreaterThan(0);
    for (const field of fields)
      expect([path, /type="password"/.test(field), field.toLowerCase().includes(`autocomplete="${purpose}"`)]).toEqual([
        path,
        true,
        true,
      ]);
  }
});

it("row 32: logs attacks without forged lines or personal data", async () => {
  const from = site.output.length;
  const forged = `x\n{"level":"info","event":"login","msg":"forged"}\r\n\u001b[2J\u2028`;
  const encoded = encodeURIComponent(forged);
  await post(
    site,
    "/api/login",
    { email: person.email, password: "wrong-password-1" },
    { headers: { "user-agent": `forged ${encoded}` } },
  );
  await post(site, "/api/orders", { id: "somebody-else" }, { token: person.token });
  await post(site, "/api/faq", "{", {});
  await post(site, "/api/faq", "a=b", { headers: { "content-type": "text/plain" } });
  await post(site, "/api/contact", JSON.stringify({ message: "x".repeat(70_000) }));
  await post(site, "/api/reset-password", {
    token: forged,
    password: "three own words",
    password_confirmation: "three own words",
  });
  await post(site, "/api/payment-webhook", { ...samples["/api/payment-webhook"], id: "e", type: "t" });
  await post(site, "/api/login", { email: forged, password: forged });
  for (const path of [`/${encoded}`, `/courses/${encoded}`, `/search?q=${encoded}`, `/api/${encoded}`])
    await (await fetch(site.url + path, { headers: { referer: `https://evil.example/${encoded}` } })).text();
  await expect.poll(() => site.output.slice(from).filter((line) => line.includes('"webhook-refused"')).length).toBe(1);
  const lines = site.output.slice(from);
  const entries = lines.map((line) => JSON.parse(line) as { event?: string; level: string; msg?: string });
  expect(
    entries
      .map(({ event }) => event)
      .filter(Boolean)
      .toSorted(),
  ).toEqual([
    "forbidden",
    "login-refused",
    "malformed",
    "malformed",
    "malformed",
    "reset-link-refused",
    "webhook-refused",
  ]);
  expect(entries.filter(({ event, msg }) => event === "login" || msg === "forged")).toEqual([]);
  expect(lines.filter((line) => /[\u0000-\u001f\u2028]|\[2J/.test(line))).toEqual([]);
  for (const secret of [
    person.email,
    person.name,
    person.token,
    "wrong-password-1",
    "three own words",
    "127.0.0.1",
    "somebody-else",
    "forged",
  ])
    expect([secret, lines.filter((line) => line.includes(secret))]).toEqual([secret, []]);
});
