/**
 * What is typed at checkout stays until it is paid: through a language switch, another page and an expired session. The
 * card is never stored.
 */
import { m } from "#messages";
import { approvedCard } from "#test/buyer.ts";
import { newPerson, post, type Person } from "#test/http/client.ts";
import {
  buy,
  cardFieldNames,
  field,
  fill,
  fillAddress,
  fillCard,
  openBilling,
  openCheckout,
  submitButton,
} from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { ready, selectViewports, type Visitor } from "./support/visitor.ts";

const slug = "good-clinical-practice";
const company = {
  "company.name": "Example Co.",
  "company.vat_number": "300000000000003",
};
const guest = { name: "Huda Salem", email: "huda.salem@example.com" };

/** Fills the checkout form with an address, a company, another person as attendee, and a card. */
async function typeEverything(visitor: Visitor): Promise<void> {
  const t = { locale: visitor.locale };
  await openCheckout(visitor, slug);
  await fillAddress(visitor);
  await visitor.page.getByLabel(m.checkout_company({}, t), { exact: true }).check();
  for (const [name, value] of Object.entries(company)) await fill(visitor, name, value);
  await visitor.page.getByRole("button", { name: m.checkout_other_attends({}, t) }).click();
  await fill(visitor, "attendees.0.name", guest.name);
  await fill(visitor, "attendees.0.email", guest.email);
  await fillCard(visitor);
}
/** Expects that the form still has all that was typed, except the card. */
async function expectEverythingKept(visitor: Visitor): Promise<void> {
  await expect(field(visitor, "number")).toBeVisible();
  const values = {
    city: "Riyadh",
    address_1: "Example Street 1",
    ...company,
    "attendees.0.name": guest.name,
    "attendees.0.email": guest.email,
  };
  for (const [name, value] of Object.entries(values)) await expect(field(visitor, name)).toHaveValue(value);
  expect(await Promise.all(cardFieldNames.map((name) => field(visitor, name).inputValue()))).toEqual(
    cardFieldNames.map(() => ""),
  );
}
const readSessionStorage = ({ page }: Visitor) => page.evaluate(() => JSON.stringify(sessionStorage));
const readDraft = ({ page }: Visitor) => page.evaluate(() => sessionStorage.getItem("draft:checkout"));

async function logIn(visitor: Visitor, { email, password }: Person): Promise<void> {
  await visitor.page.waitForURL(/\/login\?.*expired/);
  await fill(visitor, "email", email);
  await fill(visitor, "password", password);
  await visitor.page.locator("main form button[type=submit]").click();
}
/** Ends the session elsewhere, then submits as the buyer. */
async function submitTooLate(visitor: Visitor, person: Person): Promise<void> {
  await visitor.waitForAnswers();
  await post(visitor.site, "/api/logout", {}, { token: person.token });
  visitor.allowStatus("/api/validate-billing-address", 401);
  visitor.allowStatus("/api/begin-checkout", 401);
  await submitButton(visitor).click();
}

for (const viewport of selectViewports("en"))
  test.describe(`what was typed at checkout (${viewport.locale}, ${viewport.width} px)`, () => {
    const { locale, width } = viewport;
    const t = { locale };

    test("F-22 survives a language switch and a visit to the terms; the card is stored nowhere", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, { ...viewport, as: await newPerson(site) });
      const { page } = visitor;
      await typeEverything(visitor);
      expect(await readSessionStorage(visitor)).toContain(guest.email);
      expect((await readSessionStorage(visitor)).replace(/\D/g, "")).not.toContain(approvedCard.number);

      const other = locale === "en" ? "ar" : "en";
      if (width === 390) await page.getByRole("button", { name: m.site_menu_open({}, t) }).click();
      else
        await page
          .locator("header summary")
          .filter({ hasText: `${m.common_language({}, t)}: ` })
          .click();
      await page.locator(`a[hreflang=${other}]`).filter({ visible: true }).first().click();
      await page.waitForURL((url) => url.pathname === `${other === "ar" ? "/ar" : ""}/checkout/${slug}`);
      await ready(page);
      await expectEverythingKept({ ...visitor, locale: other });

      await page
        .locator("footer")
        .getByRole("link", { name: m.common_terms({}, { locale: other }) })
        .click();
      await page.waitForURL(/\/terms-and-conditions/);
      await page.goBack();
      await expectEverythingKept({ ...visitor, locale: other });
    });

    test(
      "F-22 survives a session that expires at submit, and the seat keeps the attendee that was typed, not the buyer",
      { tag: "@all" },
      async ({ visit, site }) => {
        const person = await newPerson(site);
        const visitor = await visit(site, { ...viewport, as: person });
        await typeEverything(visitor);
        await submitTooLate(visitor, person);
        await logIn(visitor, person);
        await visitor.page.waitForURL(visitor.url(`/checkout/${slug}`));
        await expectEverythingKept(visitor);
        await expect(visitor.page.locator("section[aria-labelledby=attends]")).not.toContainText(person.email, {
          useInnerText: true,
        });
        await visitor.checkPage("checkout after logging in again");
      },
    );
  });

test.describe("the draft of a checkout", () => {
  test(
    "F-22 is not shown to another account that logs in on this browser",
    { tag: "@all" },
    async ({ visit, site }) => {
      const [first, second] = [await newPerson(site, "Sara Nasser"), await newPerson(site, "Omar Khalid")];
      const visitor = await visit(site, { as: first });
      await typeEverything(visitor);
      await submitTooLate(visitor, first);
      await logIn(visitor, second);
      await visitor.page.waitForURL(visitor.url(`/checkout/${slug}`));
      await expect(field(visitor, "number")).toBeVisible();
      await expect(field(visitor, "first_name")).toHaveValue("Omar");
      await expect(field(visitor, "city")).toHaveValue("");
      await expect(visitor.page.locator("section[aria-labelledby=attends]")).toContainText(second.email, {
        useInnerText: true,
      });
      expect(await readSessionStorage(visitor)).not.toContain(guest.email);
    },
  );

  test("F-22 is cleared when its order is paid, and by logout", { tag: "@all" }, async ({ visit, site }) => {
    const person = await newPerson(site);
    const visitor = await visit(site, { as: person });
    await buy(visitor, slug);
    await expect.poll(() => readDraft(visitor)).toBeNull();
    await openCheckout(visitor, "patient-safety-essentials");
    await openBilling(visitor);
    await fill(visitor, "city", "Jeddah");
    expect(await readDraft(visitor)).toContain("Jeddah");
    await visitor.page
      .locator("header")
      .getByRole("button", { name: m.common_action_logout() })
      .filter({ visible: true })
      .click();
    await visitor.page.waitForURL(/\/login\?logout=1$/);
    expect(await readDraft(visitor)).toBeNull();
  });
});

for (const viewport of selectViewports("en"))
  test.describe(`summary and terms of checkout (${viewport.locale}, ${viewport.width} px)`, () => {
    const { locale, width } = viewport;
    const t = { locale };

    test("F-27 checkout shows the total at the top on a phone, steps that begin with the course and have no cart, and the terms beside Submit", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, { ...viewport, as: await newPerson(site) });
      const { page } = visitor;
      await openCheckout(visitor, slug);
      const summary = page.locator("main summary");
      const total = await page.locator("section[aria-labelledby=review] dl").innerText();
      if (width === 390) {
        await expect(summary.filter({ hasText: m.checkout_show_summary({}, t) })).toBeVisible();
        expect(total).toContain((await summary.locator("strong").innerText()).trim());
        // The summary is above the form.
        expect((await summary.boundingBox())?.y ?? 0).toBeLessThan(
          (await page.locator("section[aria-labelledby=attends]").boundingBox())?.y ?? 0,
        );
        await visitor.checkPage("checkout with its summary closed");
        await summary.focus();
        await page.keyboard.press("Enter");
        await expect(summary.filter({ hasText: m.checkout_hide_summary({}, t) })).toBeVisible();
        await expect(page.locator("main details").getByText(m.common_subtotal({}, t))).toBeVisible();
        await visitor.checkPage("checkout with its summary open");
      } else await expect(summary).toBeHidden();

      const steps = page.getByRole("list", { name: m.checkout_steps({}, t) });
      await expect(steps.locator("li").first()).toContainText(m.common_course({}, t), { useInnerText: true });
      await expect(steps).not.toContainText(m.checkout_step_cart({}, t), { useInnerText: true });

      const acceptance = page.locator("section[aria-labelledby=review]").getByRole("link");
      await expect
        .poll(() =>
          acceptance.evaluateAll((links) =>
            links.map((link) => [
              new URL((link as HTMLAnchorElement).href).pathname + new URL((link as HTMLAnchorElement).href).hash,
              link.getAttribute("target"),
            ]),
          ),
        )
        .toEqual([
          [new URL(visitor.url("/terms-and-conditions")).pathname, "_blank"],
          [`${new URL(visitor.url("/terms-and-conditions")).pathname}#refunds`, "_blank"],
        ]);
      const [termsPage] = await Promise.all([page.waitForEvent("popup"), acceptance.last().click()]);
      await expect(termsPage.locator("#refunds")).toBeVisible();
      await termsPage.close();
      await expect(field(visitor, "number")).toBeVisible();
    });
  });
