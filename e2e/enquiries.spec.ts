/** The three forms without an account: demo, message, newsletter. */
import type { Locator } from "@playwright/test";
import { limits } from "#platform/rate-limit.server.ts";
import { post } from "#test/http/client.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports, type Visitor } from "./support/visitor.ts";

const words = {
  en: {
    demo: "Book a demo",
    wait: "Wait...",
    sent: "Your request has been submitted to the admin",
    close: "Close",
    subscribed: "Subscribed successfully",
    next: "One more step",
    thanks: "For contacting us, we will get back to you as soon as possible.",
  },
  ar: {
    demo: "احجز عرضًا توضيحيًا",
    wait: "انتظر…",
    sent: "تم إرسال طلبك إلى الإدارة",
    close: "إغلاق",
    subscribed: "تم الاشتراك بنجاح",
    next: "بقيت خطوة واحدة",
    thanks: "على تواصلك معنا، وسنعود إليك في أقرب وقت ممكن.",
  },
};

/** Clicks a button and sees it say Wait..., disabled, until the server may answer. */
async function pressAndWait({ page }: Visitor, submit: Locator, path: string, wait: string) {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${path}`, async (route) => (await held, await route.continue()), { times: 1 });
  await submit.click();
  await expect(submit.getByText(wait)).toBeVisible();
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  answer();
}

async function openDemo(visitor: Visitor) {
  const { page, locale, width } = visitor;
  const dialog = page.getByRole("dialog", { name: words[locale].demo });
  const isSmall = width < 768;
  if (isSmall) await page.getByRole("banner").getByRole("button").last().click();
  await (isSmall ? page.getByRole("dialog") : page)
    .getByRole("button", { name: words[locale].demo })
    .locator("visible=true")
    .first()
    .click();
  await expect(dialog).toBeVisible();
  return dialog;
}

for (const viewport of selectViewports("ar"))
  test.describe(`forms (${viewport.locale}, ${viewport.width} px)`, () => {
    const labels = words[viewport.locale];

    test("H-05 Book a demo shows field errors, then Wait..., then a confirmation, and is empty the next time", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      visitor.expect("/api/book-demo", 422);
      await visitor.open("/faq");
      expect(visitor.requests.filter((request) => request.url().includes("demo-modal"))).toEqual([]);
      const dialog = await openDemo(visitor);
      const submit = dialog.locator("button[type=submit]");
      await submit.click();
      await expect(dialog.locator("[aria-invalid=true]").first()).toBeVisible();
      await expect
        .poll(() =>
          dialog
            .locator("[aria-invalid=true]")
            .evaluateAll((fields) => fields.map((field) => field.getAttribute("name"))),
        )
        .toEqual(["name", "email", "contact_number", "workplace", "program"]);
      await expect(dialog.locator("[name=name]")).toBeFocused();
      await visitor.checkPage("the demo form with its errors");

      // By key, field after field: what a key removes is no layout shift.
      for (const text of [
        "Sara Nasser",
        `demo-${viewport.locale}-${viewport.width}@example.com`,
        "0512345678",
        "Example Hospital",
      ]) {
        await visitor.page.keyboard.type(text);
        await visitor.page.keyboard.press("Tab");
      }
      await visitor.page.keyboard.press("ArrowDown");
      await visitor.page.keyboard.press("ArrowDown");
      await expect(dialog.locator("[name=program]")).toHaveValue("Audit management");
      await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(0);
      await pressAndWait(visitor, submit, "/api/book-demo", labels.wait);
      await expect(dialog.getByText(labels.sent)).toBeVisible();
      await expect(dialog.locator("input:visible")).toHaveCount(0);
      await visitor.checkPage("the requested demo");

      await dialog.getByRole("button", { name: labels.close }).last().click();
      await expect(dialog).toBeHidden();
      await expect((await openDemo(visitor)).locator("[name=name]")).toHaveValue("");
    });

    test("C-11 N-14 the newsletter rejects a blank field without a request, then subscribes, or shows the server's message", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      visitor.expect("/api/email_subscribe", 422);
      await visitor.open("/thank-you");
      await visitor.page.waitForLoadState("networkidle");
      const form = visitor.page.locator("footer form");
      const [email, submit] = [form.locator("[name=email]"), form.locator("button[type=submit]")];
      await form.scrollIntoViewIfNeeded();
      await visitor.page.waitForLoadState("networkidle");
      const before = visitor.requests.length;
      await email.focus();
      await submit.click();
      await expect(form.locator("[aria-invalid=true]")).toBeVisible();
      // F-47: no request of any kind, neither at the focus nor at the click.
      expect(visitor.requests.slice(before).map((request) => request.url())).toEqual([]);
      await visitor.checkPage("the newsletter form left blank");

      await email.fill("not an address");
      await expect(form.locator("[aria-invalid=true]")).toHaveCount(0);
      const answered = visitor.page.waitForResponse("**/api/email_subscribe");
      await submit.click();
      const [first] = ((await (await answered).json()) as { email: string[] }).email;
      await expect(form.getByText(first ?? "?")).toBeVisible();
      await expect(email).toHaveAttribute("aria-invalid", "true");

      const address = `news-${viewport.locale}-${viewport.width}@example.com`;
      await email.fill(address);
      await pressAndWait(visitor, submit, "/api/email_subscribe", labels.wait);
      await expect(form.getByText(labels.subscribed)).toBeVisible();
      await expect(form.getByText(labels.next)).toContainText(address);
      await expect(email).toHaveValue("");
      await visitor.checkPage("the newsletter that was subscribed to");
    });

    test(
      "C-08 a message shows field errors, then Wait..., then Thank you",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        visitor.expect("/api/contact", 422);
        await visitor.open("/contact-us");
        const form = visitor.page.locator("main form");
        const submit = form.locator("button[type=submit]");
        await submit.click();
        await expect(form.locator("[aria-invalid=true]").first()).toBeVisible();
        expect(
          await form
            .locator("[aria-invalid=true]")
            .evaluateAll((fields) => fields.map((field) => field.getAttribute("name"))),
        ).toEqual(["name", "email"]);
        await visitor.checkPage("the contact form with its errors");

        await form.locator("[name=name]").fill("Sara Nasser");
        await form.locator("[name=email]").fill(`contact-${viewport.locale}-${viewport.width}@example.com`);
        await pressAndWait(visitor, submit, "/api/contact", labels.wait);
        await expect(visitor.page.getByText(labels.thanks)).toBeVisible();
        await visitor.page.waitForURL((url) => url.pathname === new URL(visitor.url("/thank-you")).pathname);
      },
    );
  });

for (const viewport of selectViewports("ar"))
  test(
    `F-47 contact and demo forms request nothing before sending, and sending makes only its own call (${viewport.locale}, ${viewport.width} px)`,
    { tag: "@all" },
    async ({ visit, site }) => {
      const visitor = await visit(site, viewport);
      const calls = () =>
        visitor.requests
          .filter((request) => new URL(request.url()).pathname.startsWith("/api/"))
          .map((request) => new URL(request.url()).pathname);
      await visitor.open("/contact-us");
      const form = visitor.page.locator("main form");
      for (const [name, text] of [
        ["name", "Sara Nasser"],
        ["email", `quiet-${viewport.locale}@example.com`],
        ["message", "Hello"],
      ] as const) {
        await form.locator(`[name=${name}]`).focus();
        await form.locator(`[name=${name}]`).fill(text);
      }
      await (await openDemo(visitor)).locator("[name=name]").fill("Sara Nasser");
      await visitor.page.keyboard.press("Escape");
      expect(calls()).toEqual([]);
      await form.locator("button[type=submit]").click();
      await visitor.page.waitForURL("**/thank-you");
      expect(calls()).toEqual(["/api/contact"]);
    },
  );

test.describe("with the limits of the real site", () => {
  let strictSite: TestSite;
  test.beforeAll(async () => {
    strictSite = await startTestSite({ database: "postgres", env: { RATE_LIMIT_FACTOR: "1" } });
  });
  test.afterAll(() => strictSite.stop());

  test(
    "F-47 over the limit per address, the form gets a stamp, waits and resends; what was typed stays",
    { tag: "@all" },
    async ({ visit }) => {
      const visitor = await visit(strictSite);
      visitor.expect("/api/contact", 429);
      const write = () => post(strictSite, "/api/contact", { name: "Sara Nasser", email: "many@example.com" });
      for (let nth = 0; nth < limits.formPerAddress.max; nth++) expect((await write()).status).toBe(200);
      expect((await write()).status).toBe(429);
      await visitor.open("/contact-us");
      const form = visitor.page.locator("main form");
      await form.locator("[name=name]").fill("Sara Nasser");
      await form.locator("[name=email]").fill("late@example.com");
      await form.locator("button[type=submit]").click();
      await expect(form.getByText(words.en.wait)).toBeVisible();
      await visitor.page.waitForURL("**/thank-you");
      const calls = visitor.requests
        .map((request) => new URL(request.url()).pathname)
        .filter((path) => path.startsWith("/api/"));
      expect(calls).toEqual(["/api/contact", "/api/form-token", "/api/contact"]);
    },
  );
});

test(
  "C-11 the mailed link confirms after a click, the other unsubscribes; an unknown link says so",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site);
    visitor.expect("/api/newsletter-confirm", 404);
    await visitor.open("/");
    await visitor.page.locator("footer [name=email]").fill("links@example.com");
    await visitor.page.locator("footer form button[type=submit]").click();
    await expect(visitor.page.getByText(words.en.subscribed)).toBeVisible();
    const mail = (await site.mails()).find(({ to }) => to === "links@example.com");
    const link = (verb: string) => new RegExp(`/newsletter/${verb}/[\\w-]+`).exec(mail?.text ?? "")?.[0] ?? "/no-link";
    for (const [verb, button, after] of [
      ["confirm", "Confirm", "You’re subscribed"],
      ["unsubscribe", "Unsubscribe", "You’ve been unsubscribed"],
    ] as const) {
      await visitor.open(link(verb));
      await visitor.checkPage(`the ${verb} page`);
      await visitor.page.getByRole("main").getByRole("button", { name: button }).click();
      await expect(visitor.page.getByRole("heading", { name: after })).toBeVisible();
    }
    // U-24: said before anything is offered.
    visitor.expect(new URL(visitor.url("/newsletter/confirm/nothing")).pathname, 404);
    await visitor.open("/newsletter/confirm/nothing");
    await expect(visitor.page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect(visitor.page.getByRole("button", { name: "Confirm" })).toHaveCount(0);
  },
);
