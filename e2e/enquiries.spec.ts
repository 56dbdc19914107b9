/** The three forms without an account: demo, message, newsletter. */
import type { Locator } from "@playwright/test";
import { limits } from "#platform/rate-limit.server.ts";
import { post } from "#test/http/client.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports, type Visitor } from "./support/visitor.ts";

const labelsByLocale = {
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

/**
 * Clicks a button while the request is held back, checks that it shows Wait... and is disabled, then lets the request
 * through.
 */
async function submitAndExpectWait({ page }: Visitor, submit: Locator, path: string, wait: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => (await held, await route.continue()), { times: 1 });
  await submit.click();
  await expect(submit.getByText(wait)).toBeVisible();
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  release();
}

async function openDemo(visitor: Visitor) {
  const { page, locale, width } = visitor;
  const dialog = page.getByRole("dialog", { name: labelsByLocale[locale].demo });
  const isSmall = width < 768;
  if (isSmall) await page.getByRole("banner").getByRole("button").last().click();
  await (isSmall ? page.getByRole("dialog") : page)
    .getByRole("button", { name: labelsByLocale[locale].demo })
    .locator("visible=true")
    .first()
    .click();
  await expect(dialog).toBeVisible();
  return dialog;
}

for (const viewport of selectViewports("ar"))
  test.describe(`forms (${viewport.locale}, ${viewport.width} px)`, () => {
    const labels = labelsByLocale[viewport.locale];

    test("H-05 Book a demo shows field errors, then Wait..., then a confirmation, and is empty the next time", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      visitor.allowStatus("/api/book-demo", 422);
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

      // Types with the keyboard: an error that disappears on a key press does not count as a layout shift.
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
      await submitAndExpectWait(visitor, submit, "/api/book-demo", labels.wait);
      await expect(dialog.getByText(labels.sent)).toBeVisible();
      await expect(dialog.locator("input:visible")).toHaveCount(0);
      await visitor.checkPage("the requested demo");

      await dialog.getByRole("button", { name: labels.close }).last().click();
      await expect(dialog).toBeHidden();
      await expect((await openDemo(visitor)).locator("[name=name]")).toHaveValue("");
    });

    test("C-11 N-14 the newsletter form rejects a blank field without a request, shows the server's error, then subscribes", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      visitor.allowStatus("/api/email_subscribe", 422);
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
      // F-47: neither the focus nor the click makes a request of any kind.
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
      await submitAndExpectWait(visitor, submit, "/api/email_subscribe", labels.wait);
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
        visitor.allowStatus("/api/contact", 422);
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
        await submitAndExpectWait(visitor, submit, "/api/contact", labels.wait);
        await expect(visitor.page.getByText(labels.thanks)).toBeVisible();
        await visitor.page.waitForURL((url) => url.pathname === new URL(visitor.url("/thank-you")).pathname);
      },
    );
  });

for (const viewport of selectViewports("ar"))
  test(
    `F-47 contact and demo forms call no API before sending, and sending the contact form makes only its own call (${viewport.locale}, ${viewport.width} px)`,
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
    "F-47 over the limit per IP address, the form fetches a token, waits and sends again",
    { tag: "@all" },
    async ({ visit }) => {
      const visitor = await visit(strictSite);
      visitor.allowStatus("/api/contact", 429);
      const sendRequest = () => post(strictSite, "/api/contact", { name: "Sara Nasser", email: "many@example.com" });
      for (let nth = 0; nth < limits.formPerAddress.max; nth++) expect((await sendRequest()).status).toBe(200);
      expect((await sendRequest()).status).toBe(429);
      await visitor.open("/contact-us");
      const form = visitor.page.locator("main form");
      await form.locator("[name=name]").fill("Sara Nasser");
      await form.locator("[name=email]").fill("late@example.com");
      await form.locator("button[type=submit]").click();
      await expect(form.getByText(labelsByLocale.en.wait)).toBeVisible();
      await visitor.page.waitForURL("**/thank-you");
      const calls = visitor.requests
        .map((request) => new URL(request.url()).pathname)
        .filter((path) => path.startsWith("/api/"));
      expect(calls).toEqual(["/api/contact", "/api/form-token", "/api/contact"]);
    },
  );
});

test(
  "C-11 the links in the email confirm and end a subscription, each after a click; an unknown link shows that it no longer works",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site);
    visitor.allowStatus("/api/newsletter-confirm", 404);
    await visitor.open("/");
    await visitor.page.locator("footer [name=email]").fill("links@example.com");
    await visitor.page.locator("footer form button[type=submit]").click();
    await expect(visitor.page.getByText(labelsByLocale.en.subscribed)).toBeVisible();
    const mail = (await site.mails()).find(({ to }) => to === "links@example.com");
    const link = (verb: string) => new RegExp(`/newsletter/${verb}/[\\w-]+`).exec(mail?.text ?? "")?.[0] ?? "/no-link";
    for (const [verb, button, heading] of [
      ["confirm", "Confirm", "You’re subscribed"],
      ["unsubscribe", "Unsubscribe", "You’ve been unsubscribed"],
    ] as const) {
      await visitor.open(link(verb));
      await visitor.checkPage(`the ${verb} page`);
      await visitor.page.getByRole("main").getByRole("button", { name: button }).click();
      await expect(visitor.page.getByRole("heading", { name: heading })).toBeVisible();
    }
    // U-24: the page shows at once that the link is invalid, and has no button.
    visitor.allowStatus(new URL(visitor.url("/newsletter/confirm/nothing")).pathname, 404);
    await visitor.open("/newsletter/confirm/nothing");
    await expect(visitor.page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect(visitor.page.getByRole("button", { name: "Confirm" })).toHaveCount(0);
  },
);
