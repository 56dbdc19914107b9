/** Reliability rows 18 and 20 in a real browser: redirects to other sites, and attacks from another site. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { newPerson, post } from "#test/http/client.ts";
import type { SentMail } from "#test/site.ts";
import { redirects } from "../test/attack/corpus.ts";
import { fill, waitUntilLoaded } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { ready } from "./support/visitor.ts";

let evil: Server;
let evilUrl: string;
/** What the other origin serves at its only page. */
let evilPage = "";

test.beforeAll(async () => {
  evil = createServer((_request, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>Another site</title>${evilPage}`),
  );
  evil.listen(0, "127.0.0.1");
  await once(evil, "listening");
  const address = evil.address();
  // Another host name of this machine, so that the browser sees another site and not only another port.
  evilUrl = `http://localhost:${address && typeof address === "object" ? address.port : 0}/`;
});
test.afterAll(() => void evil.close());

test("row 18: login never leads to another site, whatever target is requested", async ({ visit, site }) => {
  const person = await newPerson(site);
  const visitor = await visit(site);
  const { page, context } = visitor;
  await context.addInitScript(
    `Object.defineProperty(window, "hacked", { value: () => { console.error("script of an attack ran"); } })`,
  );
  const foreignAddresses: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && !frame.url().startsWith(site.url) && frame.url() !== "about:blank")
      foreignAddresses.push(frame.url());
  });
  // Login with each target: its links to other pages pass the target on, and none may lead to another site.
  for (const target of redirects) {
    const response = await page.goto(`${site.url}/login?redirect=${encodeURIComponent(target)}`, {
      waitUntil: "commit",
    });
    expect([target, response?.status()]).toEqual([target, 200]);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect([target, links.filter((href) => /^javascript:/i.test(href) || href.includes("//evil"))]).toEqual([
      target,
      [],
    ]);
  }
  for (const [at, target] of [
    "//evil.example",
    "/\\evil.example",
    "javascript:hacked()",
    "/x/..//evil.example",
  ].entries()) {
    await page.goto(`${site.url}${at % 2 ? "/ar" : ""}/login?redirect=${encodeURIComponent(target)}`);
    await ready(page);
    await fill(visitor, "email", person.email);
    await fill(visitor, "password", person.password);
    const orders = page.waitForResponse((response) => response.url().endsWith("/api/orders"));
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL((url) => url.pathname.endsWith("/my-courses"));
    // Waits for the page's requests: once the token is removed below, they would be refused and log an error.
    await orders;
    await waitUntilLoaded(visitor);
    await visitor.waitForAnswers();
    await page.evaluate(() => localStorage.clear());
  }
  expect(foreignAddresses).toEqual([]);
});

test("row 18: no path redirects to another site or returns 5xx", async ({ site }) => {
  const problems: string[] = [];
  for (const target of redirects) {
    const tail = encodeURIComponent(target).replaceAll("%2F", "/");
    const paths = [
      `/${tail}`,
      `/ar/${tail}`,
      `/login?redirect=${encodeURIComponent(target)}`,
      `/order-response?callback_url=${encodeURIComponent(target)}&next=${encodeURIComponent(target)}`,
    ];
    for (const path of paths) {
      const response = await fetch(site.url + path, {
        redirect: "manual",
        headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
      });
      const location = response.headers.get("location");
      if (response.status >= 500) problems.push(`${path}: ${response.status}`);
      if (location && new URL(location, site.url).origin !== site.url) problems.push(`${path} → ${location}`);
      await response.body?.cancel();
    }
  }
  expect(problems).toEqual([]);
});

test("row 20: another site cannot change or read anything by form, fetch, frame or opened window", async ({
  browser,
  site,
}) => {
  const person = await newPerson(site);
  const isForVictim = (mail: SentMail) =>
    mail.to === person.email || `${mail.to} ${mail.text}`.includes("victim@example.com");
  const before = JSON.stringify((await post(site, "/api/my-data", {}, { token: person.token })).body["account"]);
  const mails = (await site.mails()).filter(isForVictim).length;
  const context = await browser.newContext({
    storageState: {
      cookies: [],
      origins: [{ origin: site.url, localStorage: [{ name: "user-token", value: person.token }] }],
    },
  });
  const page = await context.newPage();
  try {
    const forms = [
      "/api/logout",
      "/api/end-other-sessions",
      "/api/contact",
      "/api/email_subscribe",
      "/api/delete-account",
      "/api/forget-password",
    ];
    evilPage = forms
      .map(
        (path, at) =>
          `<form id=f${at} method=post enctype=text/plain action="${site.url}${path}"><input name='{"email":"victim@example.com","name":"A","message":"x","a":"' value='"}'></form>`,
      )
      .join("");
    const statuses: number[] = [];
    for (const at of forms.keys()) {
      const sender = await context.newPage();
      await sender.goto(evilUrl);
      const [answer] = await Promise.all([
        sender.waitForResponse(
          (response) => response.url().startsWith(site.url) && response.request().method() === "POST",
        ),
        sender.evaluate(
          (id) => void setTimeout(() => (document.querySelector(`#f${id}`) as HTMLFormElement).submit()),
          at,
        ),
      ]);
      statuses.push(answer.status());
      await sender.close();
    }
    expect(statuses).toEqual(forms.map(() => 415));
    await page.goto(evilUrl);

    const outcomes = await page.evaluate(
      async ({ url, token }) => {
        const outcomeByName: Record<string, string> = {};
        const attempt = async (name: string, path: string, init: RequestInit) => {
          outcomeByName[name] = await fetch(url + path, init).then(
            (answer) => (answer.type === "opaque" ? "opaque" : `read: ${answer.status}`),
            () => "refused",
          );
        };
        const body = JSON.stringify({ email: "victim@example.com" });
        await attempt("json", "/api/email_subscribe", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        await attempt("json with credentials", "/api/email_subscribe", {
          method: "POST",
          credentials: "include",
          headers: { "content-type": "application/json" },
          body,
        });
        await attempt("with a token", "/api/me", {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          body: "{}",
        });
        await attempt("simple", "/api/email_subscribe", { method: "POST", mode: "no-cors", body });
        await attempt("beacon-like", "/api/logout", {
          method: "POST",
          mode: "no-cors",
          credentials: "include",
          keepalive: true,
          body: new Blob([body], { type: "text/plain" }),
        });
        await attempt("page", "/profile", {});
        await attempt("document", "/api/openapi.json", {});
        await attempt("picture", "/favicon.svg", { mode: "no-cors" });
        return outcomeByName;
      },
      { url: site.url, token: person.token },
    );
    expect(outcomes).toEqual({
      json: "refused",
      "json with credentials": "refused",
      "with a token": "refused",
      simple: expect.stringMatching(/opaque|refused/),
      "beacon-like": expect.stringMatching(/opaque|refused/),
      page: "refused",
      document: "refused",
      picture: "refused",
    });

    // No page can be framed, and none can be controlled by the window that opened it.
    evilPage = ["/", "/profile", "/checkout/cart", "/media/fellowship/index.html", "/__dev/outbox"]
      .map((path, at) => `<iframe name=e${at} src="${site.url}${path}"></iframe>`)
      .join("");
    await page.goto(evilUrl, { waitUntil: "load" });
    const framed = await Promise.all(
      page
        .frames()
        .slice(1)
        .map(async (frame) => (await frame.title().catch(() => "")) + frame.url()),
    );
    expect(framed.filter((text) => !text.includes("chrome-error") && text.includes(site.url))).toEqual([]);
    await page.evaluate((url) => void Object.assign(window, { other: window.open(`${url}/`, "opened") }), site.url);
    // The browser cuts the link to the opened window when its page has loaded; to the opener it then counts as closed.
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { other: Window | null }).other?.closed ?? true))
      .toBe(true);
  } finally {
    await context.close();
  }
  expect(JSON.stringify((await post(site, "/api/my-data", {}, { token: person.token })).body["account"])).toBe(before);
  expect((await site.mails()).filter(isForVictim)).toHaveLength(mails);
  // The API answers a preflight request of another origin without any CORS header.
  const preflight = await fetch(`${site.url}/api/me`, {
    method: "OPTIONS",
    headers: {
      origin: "https://evil.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  });
  expect([...preflight.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});
