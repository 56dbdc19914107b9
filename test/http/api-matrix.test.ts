/** Sends every path of the API the requests that lead to each error of decisions §2. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleCases } from "#test/database.ts";
import { sharedTestSite, type TestSite } from "#test/site.ts";
import { beginOrder, courseBySlug, newPerson, post, type Answer, type Person } from "./client.ts";
import { bombs, hostileBodies, sampleBodies, malformedBodies } from "./hostile.ts";

/** Returns the resident memory of the site's process, in MB. */
const measureMemory = ({ process: { pid } }: TestSite) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;

interface Operation {
  requestBody: { content: Record<string, unknown> };
  security: Record<string, unknown>[];
  responses: Record<
    string,
    { content: Record<string, { schema: { properties?: Record<string, unknown>; required?: string[] } }> }
  >;
}

describe("the API of the built site", () => {
  let site: TestSite;
  let paths: [string, Operation][];
  /** The paths that take JSON. The others take a file, which is read only from someone who is logged in. */
  let jsonPaths: [string, Operation][];
  let person: Person;
  let samples: Record<string, Record<string, unknown>>;

  beforeAll(async () => {
    site = await sharedTestSite();
    const document = (await (await fetch(`${site.url}/api/openapi.json`)).json()) as {
      paths: Record<string, { post: Operation }>;
    };
    paths = Object.entries(document.paths).map(([path, { post }]) => [path, post]);
    jsonPaths = paths.filter(([, { requestBody }]) => "application/json" in requestBody.content);
    person = await newPerson(site);
    const course = await courseBySlug(site, "infection-prevention-control");
    const order = await beginOrder(site, person, course.id);
    samples = sampleBodies({ user: person.id, run: course.id, order: order.order_id, payment: order.given_id });
  });

  const needsLogin = (operation: Operation) => operation.security.every((way) => "bearer" in way);
  const getSample = (path: string) => samples[path] ?? {};
  /** Returns the person's token, or for the path that ends its session the token of a new person. */
  const getToken = async (path: string) => (path === "/api/logout" ? (await newPerson(site)).token : person.token);
  async function collectProblems(
    send: (path: string, operation: Operation) => Promise<Answer[]>,
    findProblem: (answer: Answer, path: string) => string | false,
    testedPaths = paths,
  ): Promise<string[]> {
    const failures: string[] = [];
    for (const [path, operation] of testedPaths)
      for (const answer of await send(path, operation)) {
        const problem = findProblem(answer, path);
        if (problem) failures.push(`${path}: ${problem}`);
      }
    return failures;
  }

  it("describes every path, and the tests have a body for each", () => {
    expect(paths.map(([path]) => path).toSorted()).toEqual(Object.keys(samples).toSorted());
  });

  it("answers a valid body with a documented status and shape", async () => {
    const failures = await collectProblems(
      async (path) => [await post(site, path, getSample(path), { token: await getToken(path) })],
      ({ status, body }, path) => {
        const response = paths.find(([name]) => name === path)?.[1].responses[status];
        if (!response) return `${status} is not documented: ${JSON.stringify(body)}`;
        const missing = (response.content["application/json"]?.schema.required ?? []).filter((name) => !(name in body));
        return missing.length > 0 && `${status} without ${missing.join(", ")}`;
      },
    );
    expect(failures).toEqual([]);
  });

  it("answers 405 with Allow to other methods, with and without a trailing slash", async () => {
    for (const [path] of paths)
      for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])
        for (const slash of ["", "/"]) {
          const response = await fetch(site.url + path + slash, { method });
          expect([path + slash, method, response.status, response.headers.get("allow")]).toEqual([
            path + slash,
            method,
            405,
            "POST",
          ]);
          expect(await response.json()).toEqual({ message: expect.any(String) });
        }
  });

  it("accepts POST with a trailing slash", async () => {
    expect((await post(site, "/api/get-tax-percentage/")).body).toEqual({ tax: 15 });
  });

  it("answers 415 to another or missing content type, and to a compressed body", async () => {
    const types: Record<string, string>[] = [
      { "content-type": "text/plain" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "" },
      { "content-type": "application/jsonp" },
      { "content-encoding": "gzip" },
    ];
    const failures = await collectProblems(
      (path) =>
        Promise.all(types.map((headers) => post(site, path, getSample(path), { headers, token: person.token }))),
      ({ status, body }) => (status !== 415 || typeof body["message"] !== "string") && `${status}`,
    );
    expect(failures).toEqual([]);
  });

  it("answers 400 to invalid JSON", async () => {
    const texts = ["{", "a=b", "{'a':1}", '{"a":1}}', "\u0000", "undefined"];
    const failures = await collectProblems(
      (path) => Promise.all(texts.map((text) => post(site, path, text, { token: person.token }))),
      ({ status, body }) => (status !== 400 || typeof body["message"] !== "string") && `${status}`,
      jsonPaths,
    );
    expect(failures).toEqual([]);
  });

  it("answers 400 to invalid UTF-8", async () => {
    const response = await fetch(`${site.url}/api/courses`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    });
    expect(response.status).toBe(400);
  });

  it("answers 413 to more than 64 KiB, with and without a length", async () => {
    const text = JSON.stringify({ name: "x".repeat(70_000) });
    const createChunkedBody = () =>
      new ReadableStream({
        pull: (controller) => (controller.enqueue(new TextEncoder().encode(text)), controller.close()),
      });
    for (const [path] of jsonPaths) {
      const withLength = await post(site, path, text, { token: person.token });
      const withoutLength = await fetch(site.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: createChunkedBody(),
        duplex: "half",
      } as RequestInit);
      expect([path, withLength.status, withoutLength.status, withLength.body["message"]]).toEqual([
        path,
        413,
        413,
        expect.any(String),
      ]);
    }
  });

  it("row 21: never unpacks a compressed bomb, and never reads a body of 30 MB", async () => {
    const before = measureMemory(site);
    const large = Buffer.alloc(1 << 20, 0x20);
    const createLargeBody = () => {
      let sent = 0;
      return new ReadableStream({
        pull: (controller) => (sent++ < 30 ? controller.enqueue(large) : controller.close()),
      });
    };
    for (const [path] of jsonPaths) {
      for (const [encoding, body] of Object.entries(bombs)) {
        const { status } = await fetch(site.url + path, {
          method: "POST",
          headers: { "content-type": "application/json", "content-encoding": encoding },
          body: new Uint8Array(body),
        });
        expect([path, encoding, [413, 415].includes(status)]).toEqual([path, encoding, true]);
      }
      // The site may answer and close the connection before the whole body is sent. A closed connection counts as 413.
      const answer = await fetch(site.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: createLargeBody(),
        duplex: "half",
      } as RequestInit).then(
        ({ status }) => status,
        () => 413,
      );
      expect([path, answer]).toEqual([path, 413]);
    }
    expect(measureMemory(site) - before).toBeLessThan(100);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  });

  it("answers 401 where a login is required: without a token, with a forged one, or with another scheme", async () => {
    const protectedPaths = paths.filter(([, operation]) => needsLogin(operation)).map(([path]) => path);
    expect(protectedPaths).toEqual(
      expect.arrayContaining([
        "/api/logout",
        "/api/me",
        "/api/check-course-booking",
        "/api/begin-checkout",
        "/api/process-payment",
        "/api/update-payment-status",
        "/api/orders",
        "/api/order_details",
        "/api/order-documents",
        "/api/order-document",
        "/api/order-calendar",
      ]),
    );
    const { token } = person;
    const forged = [
      `${token.startsWith("x") ? "y" : "x"}${token.slice(1)}`,
      token.slice(0, token.indexOf(".")),
      token.replace(/\.(.)/, (_, first) => `.${first === "A" ? "B" : "A"}`),
      "x",
      "x".repeat(500),
    ];
    for (const path of protectedPaths)
      for (const headers of [
        {},
        ...forged.map((text) => ({ authorization: `Bearer ${text}` })),
        { authorization: `Basic ${person.token}` },
        { authorization: person.token },
      ]) {
        const { status, body } = await post(site, path, getSample(path), { headers });
        expect([path, headers, status, body]).toEqual([path, headers, 401, { message: expect.any(String) }]);
      }
  });

  it("answers 422 with messages by field in the requested language", async () => {
    const arabic = /[\u0600-\u06ff]/;
    for (const [language, isArabic] of [
      ["en", false],
      ["ar", true],
      ["ar-SA,ar;q=0.9,en;q=0.8", true],
      ["fr, ar;q=0.5", true],
      ["de", false],
    ] as const) {
      let rejectedCount = 0;
      for (const [path] of paths) {
        const { status, body } = await post(site, path, {}, { language, token: await getToken(path) });
        if (status !== 422) continue;
        rejectedCount += 1;
        const messages = Object.values(body).flat() as string[];
        expect(messages.length, path).toBeGreaterThan(0);
        for (const message of messages)
          expect([path, message, arabic.test(message)]).toEqual([path, message, isArabic]);
      }
      expect(rejectedCount).toBeGreaterThanOrEqual(9);
    }
  });

  it("answers 404 as JSON to an unknown path with any method", async () => {
    for (const path of ["/api/nope", "/api/", "/api/courses/1", "/api/Courses", "/api/staff"])
      for (const method of ["GET", "POST"]) {
        const response = await fetch(site.url + path, { method });
        expect([path, method, response.status, response.headers.get("content-type")]).toEqual([
          path,
          method,
          404,
          "application/json; charset=utf-8",
        ]);
        expect(await response.json()).toEqual({ message: expect.any(String) });
      }
  });

  it("answers hostile bodies without 5xx, undocumented status or internal details", async () => {
    const failures = await collectProblems(
      async (path) => {
        const pathIndex = paths.findIndex(([name]) => name === path);
        // One parser reads all bodies: each path gets an eighth of them. Each field has its own rule and gets a sixth.
        const bodies = [
          ...sampleCases(Object.values(hostileBodies), 8, pathIndex),
          ...sampleCases(malformedBodies(getSample(path)), 6, pathIndex).map(({ body }) => body),
        ];
        const answers: Answer[] = [];
        for (const body of bodies)
          answers.push(await post(site, path, body, { token: path === "/api/logout" ? undefined : person.token }));
        return answers;
      },
      ({ status, body }, path) => {
        const documented = paths.find(([name]) => name === path)?.[1].responses ?? {};
        if (status >= 500 && status !== 503) return `${status}: ${JSON.stringify(body)}`;
        if (status === 503) return `503: ${JSON.stringify(body)}`;
        if (!(status in documented)) return `${status} is not documented: ${JSON.stringify(body)}`;
        return (
          /at .*\(|postgres|drizzle|select |node_modules/i.test(JSON.stringify(body)) &&
          status !== 200 &&
          `leaks: ${JSON.stringify(body)}`
        );
      },
    );
    expect(failures).toEqual([]);
    expect(site.output.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect((await post(site, "/api/me", {}, { token: person.token })).status).toBe(200);
  });
});
