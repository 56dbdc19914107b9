/** Reliability row 15: script in every text field, then every page and mail opened in a real browser. */
import { sql } from "drizzle-orm";
import type { Page } from "@playwright/test";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { richText } from "#platform/rich-text.server.ts";
import { address, pay } from "#test/buyer.ts";
import { testContext } from "#test/context.ts";
import { confirmAddress, courseBySlug, post, type Person } from "#test/http/client.ts";
import { sampleCases } from "#test/open-database.ts";
import { publicRoutes, refusedOnExamples } from "#test/public-routes.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { scriptLine, scriptMarkup, scriptText } from "../test/attack/corpus.ts";
import { expect, test } from "./support/test.ts";
import type { Visitor } from "./support/visitor.ts";

/** A site of this file alone: the attack overwrites every text in it. */
let site: TestSite;
let ctx: Ctx;
let person: Person;
let order: number;

/** Content tables, each with the text columns that stay as they are: they hold keys, choices or picture names. */
const contentTables: Record<string, string[]> = {
  page_meta: ["type", "slug"],
  banner: ["slug", "image"],
  static_page: ["slug"],
  faq: [],
  news: ["slug", "image", "link", "share_image"],
  team_member: ["email"],
  software_module: ["slug", "group"],
  course: ["slug", "category", "image", "share_image"],
  trainer: ["image"],
  // Only private runs have a `company_name`; attack-staff.spec.ts attacks it.
  course_run: ["delivery", "accreditation_status", "language", "doors_open", "visibility", "link_seed", "company_name"],
};
/** Whether a column contains HTML, which is sanitised before it is stored. */
const isHtml = (table: string, column: string) =>
  /^(about_course|prerequisites|body)_/.test(column) ||
  (column.startsWith("description_") && (table === "static_page" || table === "faq"));

/** Returns the value with every text in it replaced by the attack. */
function spoilValue(value: unknown): unknown {
  if (typeof value === "string") return scriptText;
  if (Array.isArray(value)) return value.map(spoilValue);
  return value && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spoilValue(inner)]))
    : value;
}

/** Writes the attack into every text of every content table; returns the number of columns. */
async function spoilContent(): Promise<number> {
  const markup = { eng: await richText(scriptMarkup, "en"), ar: await richText(scriptMarkup, "ar") };
  let count = 0;
  await inTransaction(ctx, async (ctx) => {
    for (const [table, keptColumns] of Object.entries(contentTables)) {
      const columns = (
        await ctx.db.execute(
          sql`select column_name as name, data_type as type from information_schema.columns where table_name = ${table}`,
        )
      ).rows as { name: string; type: string }[];
      for (const { name, type } of columns) {
        const target = sql`${sql.identifier(table)} set ${sql.identifier(name)}`;
        if (type === "jsonb") {
          const rows = (
            await ctx.db.execute(
              sql`select ctid::text as row, ${sql.identifier(name)} as value from ${sql.identifier(table)}`,
            )
          ).rows as { row: string; value: unknown }[];
          for (const { row, value } of rows)
            await ctx.db.execute(
              sql`update ${target} = ${JSON.stringify(spoilValue(value))}::jsonb where ctid = ${row}::tid`,
            );
        } else if (type === "text" && !keptColumns.includes(name)) {
          await ctx.db.execute(
            sql`update ${target} = ${isHtml(table, name) ? markup[name.endsWith("_ar") ? "ar" : "eng"] : scriptText}`,
          );
        } else continue;
        count += 1;
      }
    }
    for (const key of ["addressEng", "addressAr", "currencySymbol"])
      await ctx.db.execute(
        sql`insert into site_setting (key, value) values (${key}, ${JSON.stringify(key === "currencySymbol" ? "<img>" : scriptLine)}::jsonb) on conflict (key) do update set value = excluded.value`,
      );
    await announceContentChange(ctx);
  });
  return count;
}

test.beforeAll(async () => {
  site = await startTestSite({ database: "postgres" });
  if (!site.database) throw new Error("no database");
  ctx = testContext(site.database);
  const text = scriptLine;
  const quotedEmail = `"script"@example.com`;
  const password = "palm-Tree-by-the-well-7";
  const form = {
    name: text,
    address: text,
    contact_number: "0500000001",
    scfhs_number: "",
    workplace: text,
    profession: "Nurse",
    password,
    password_confirmation: password,
    remember_me: "accept",
  };
  // Addresses that contain markup are refused with a field error.
  for (const wrong of [`<img/src=x>@example.com`, `a@example.com"><img src=x>`, quotedEmail])
    expect((await post(site, "/api/register", { ...form, email: wrong })).status).toBe(422);
  const email = "script@example.com";
  expect((await post(site, "/api/register", { ...form, email })).body).toMatchObject({
    message: expect.any(String),
  });
  // Only an account with a confirmed address may name other attendees.
  await confirmAddress(site, email, password);
  const { body } = await post(
    site,
    "/api/login",
    { email, password },
    { headers: { "user-agent": scriptText.replace(/[^\u0020-\u007e]/g, "") } },
  );
  const user = body["user"] as Record<string, string>;
  person = { id: String(user["id"]), name: text, email, password, token: String(body["token"]), user };
  for (const language of ["en", "ar"]) {
    for (const [path, fields] of Object.entries({
      "/api/contact": { title: text, message: scriptText },
      "/api/book-demo": { contact_number: "0500000001", program: "Analytics" },
      "/api/email_subscribe": { source: text },
    })) {
      expect([
        path,
        (
          await post(
            site,
            path,
            { name: text, email: `${language}@example.com`, workplace: text, ...fields },
            { language },
          )
        ).status,
      ]).toEqual([path, 200]);
    }
  }
  expect(await spoilContent()).toBeGreaterThan(40);
  const run = (await courseBySlug(site, "research-methods")).id;
  const billing = { ...address, first_name: text, last_name: text, address_1: text, address_2: text, city: text };
  const begun = await post(
    site,
    "/api/begin-checkout",
    {
      items: [{ course_id: run, qty: 1 }],
      billing,
      company: { name: text, vat_number: "300000000000003", address: text },
      attendees: [{ course_id: run, name: text, email: "guest@example.com", scfhs_number: "" }],
    },
    { token: person.token },
  );
  expect(begun.body).toMatchObject({ order_id: expect.any(Number) });
  order = Number(begun.body["order_id"]);
  await pay(begun.body as unknown as BegunCheckout);
  await post(
    site,
    "/api/update-payment-status",
    { id: begun.body["given_id"], status: scriptLine },
    { token: person.token },
  );
  await post(site, "/api/forget-password", { email });
});
test.afterAll(() => site.stop());

/** Returns what an attack has left in a page, whether or not the policy stops it from running. */
const findTraces = (page: Page) =>
  page.evaluate(() => [
    ...[
      ...document.querySelectorAll(
        '[onerror],[onload],[onclick],[onmouseover],img[src="x"],iframe[srcdoc],base,meta[http-equiv],[href^="javascript:" i],[style*="evil"],math',
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
    ...[...document.querySelectorAll<HTMLAnchorElement | HTMLLinkElement>("a[href],link[href]")]
      .map(({ href }) => href)
      .filter((href) => URL.canParse(href) && new URL(href).hostname === "evil.example"),
  ]);
const alarmScript = `Object.defineProperty(window, "hacked", { value: () => { console.error("script of an attack ran"); } })`;

/**
 * Opens addresses one after another in one tab, and returns what is wrong with them. A browser does not render
 * background tabs, and would warn there about unused preloads.
 */
async function findProblems({ context, page }: Visitor, addresses: string[]): Promise<string[]> {
  const problems: string[] = [];
  await context.addInitScript(alarmScript);
  let at = "";
  page.on("pageerror", (error) => problems.push(`${at}: ${error.message}`));
  for (at of addresses) {
    const response = await page.goto(site.url + at, { waitUntil: "load" });
    if ((response?.status() ?? 500) >= 500) problems.push(`${at}: ${response?.status()}`);
    for (const trace of await findTraces(page)) problems.push(`${at}: ${trace}`);
    for (const json of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      if (/<\/?script|<!--/i.test(json)) problems.push(`${at}: JSON-LD holds markup`);
      JSON.parse(json);
    }
  }
  return problems;
}

const showsContent = /^\/($|courses|news|faq|contact-us|hospital)/;
/** Pages that show content in both languages, the others alternately in English or Arabic. */
const pageAddresses = publicRoutes.flatMap((path, at) =>
  (["en", "ar"] satisfies Locale[])
    .filter((_, language) => showsContent.test(path) || at % 2 === language)
    .map((locale) => localePath(path, locale)),
);

test(
  "row 15: script in staff content never runs, and leaves nothing for the Content Security Policy to block",
  { tag: "@all" },
  async ({ visit }) => {
    test.setTimeout(240_000);
    const visitor = await visit(site);
    // Some example addresses name no record, so that these API paths answer 404.
    for (const path of refusedOnExamples) visitor.allowStatus(path, 404);
    expect(await findProblems(visitor, pageAddresses)).toEqual([]);
  },
);

test("row 15: script in an address never runs and is never reflected as markup", async ({ visit }) => {
  const visitor = await visit(site);
  const line = encodeURIComponent(scriptLine);
  const text = encodeURIComponent(scriptText);
  const unknown = [`/news/${line}`, `/courses/${line}`, `/checkout/${line}`, `/${line}`, `/ar/${line}/${line}`];
  for (const path of unknown) visitor.allowStatus(new URL(site.url + path).pathname, 404);
  const queries = [
    "/search?q=",
    "/ar/search?q=",
    "/courses?q=",
    "/courses?from=",
    "/courses?page=",
    "/courses/research-methods?run=",
    "/news?search=",
    "/news?page=",
    "/login?redirect_message=",
    "/login?redirect=",
    "/ar/register?redirect=",
    "/order-response?id=",
    "/order-response?message=",
    "/thank-you?name=",
    "/?utm_source=",
  ];
  expect(
    await findProblems(visitor, [
      ...sampleCases(unknown, 2),
      ...sampleCases(queries, 3).map((query) => query + text),
      ...["/", "/faq", "/login"].map((path) => `${path}#${text}`),
      `/reset-password-form/${line}`,
    ]),
  ).toEqual([]);
});

test("row 15: script in a person's own texts never runs on their account pages", async ({ visit }) => {
  const visitor = await visit(site, { as: person });
  await visitor.context.addInitScript(alarmScript);
  const { page } = visitor;
  for (const path of ["/profile", "/profile/security", "/my-courses", `/my-courses/${order}`, "/profile/data"]) {
    await visitor.open(path);
    await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
    expect([path, await findTraces(page)]).toEqual([path, []]);
  }
});

test("row 15: mails contain no markup of an attack, even in a reader without any policy", async ({ page }) => {
  await expect.poll(async () => (await site.mails()).length).toBeGreaterThanOrEqual(11);
  await page.route("**/*", (route) => route.abort());
  let ran = 0;
  await page.exposeFunction("hacked", () => void (ran += 1));
  for (const { html, subject } of await site.mails()) {
    await page.setContent(html);
    expect([
      subject,
      await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            "script,img[src=x],svg,iframe,[onerror],[onload],[onclick],[href^='javascript:' i],[href*=evil]:not([href^='https://www.openstreetmap.org/search?query=']),base",
          ),
        ].map((element) => element.outerHTML),
      ),
    ]).toEqual([subject, []]);
    expect(subject).not.toMatch(/[\r\n]/);
  }
  expect(ran).toBe(0);
  // The negative control: this reader runs script that a mail contains.
  await page.setContent(`<p>${scriptLine}`);
  await expect.poll(() => ran).toBe(1);
});

test("row 15: negative control: unsanitised markup is detected", async ({ page }) => {
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`update static_page set description_eng = ${scriptMarkup.replace(/<meta[^>]*>/, "")}`);
    await announceContentChange(ctx);
  });
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  await expect
    .poll(async () => (await page.goto(`${site.url}/privacy-policy`), (await findTraces(page)).length), {
      timeout: 10_000,
    })
    .toBeGreaterThan(3);
  // Even unsanitised script does not run, because the policy blocks it.
  await expect.poll(() => messages.join("\n")).toMatch(/Content Security Policy/);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});
