/** What a buyer does in the browser, in either language. */
import type { Locator, Request } from "@playwright/test";
import { approvedCard } from "#test/buyer.ts";
import { m } from "#messages";
import type { Visitor } from "./visitor.ts";
import { ready } from "./visitor.ts";

export const cardFieldNames = ["name", "number", "month", "year", "cvc"] as const;

/** The field of a form by its name. */
export const field = ({ page }: Pick<Visitor, "page">, name: string) => page.locator(`main [name="${name}"]`);

/** Fills a field after a key press, so that the browser attributes the layout shifts that follow to the user. */
export async function fill(visitor: Visitor, name: string, value: string): Promise<void> {
  const input = field(visitor, name);
  await input.press("Shift");
  if (await input.evaluate((element) => element instanceof HTMLSelectElement)) await input.selectOption(value);
  else await input.fill(value);
}

/** Reads the error message that a screen reader announces with the field; null when the field is valid. */
export async function fieldMessage(visitor: Visitor, name: string): Promise<string | null> {
  return field(visitor, name).evaluate((element) => {
    if (element.getAttribute("aria-invalid") !== "true") return null;
    const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
    const errorId = ids.find((id) => id.endsWith("-error"));
    return (errorId && document.getElementById(errorId)?.textContent) ?? null;
  });
}

/** Opens checkout and waits until its form is shown. */
export async function openCheckout(visitor: Visitor, slug: string): Promise<void> {
  await visitor.open(`/checkout/${slug}`);
  await field(visitor, "number").waitFor();
}

/** Returns the part of checkout with the order's lines and terms. On a phone it opens the summary that holds them. */
export async function showOrderLines({ page, width }: Visitor): Promise<Locator> {
  if (width !== 390) return page.locator("section[aria-labelledby=review]");
  const summary = page.locator("main details").filter({ has: page.locator("dl") });
  if ((await summary.getAttribute("open")) === null) await summary.locator("summary").click();
  return summary;
}

/** Opens the fields of the invoice, which are behind a button when the site already knows the buyer's values. */
export async function openBilling({ page, locale }: Visitor): Promise<void> {
  const change = page.getByRole("button", { name: m.checkout_billing_change_label({}, { locale }) });
  if (await change.isVisible()) await change.click();
}

/** Fills the parts of the billing address that an account does not have. */
export async function fillAddress(visitor: Visitor): Promise<void> {
  await field(visitor, "number").waitFor();
  await openBilling(visitor);
  await fill(visitor, "city", "Riyadh");
  await fill(visitor, "address_1", "Example Street 1");
}

export async function fillCard(visitor: Visitor, card = approvedCard): Promise<void> {
  for (const name of cardFieldNames) await fill(visitor, name, card[name]);
}

export const submitButton = ({ page, locale }: Pick<Visitor, "page" | "locale">) =>
  page.getByRole("button", { name: new RegExp(`^${m.checkout_submit({}, { locale })} · `) });

/** Submits the filled form and resolves when the bank's page is open. */
export async function submitToBank(visitor: Visitor): Promise<void> {
  await submitButton(visitor).click();
  await visitor.page.waitForURL(/\/card_auth\/[^/]+\/prepare/);
}

/** Answers on the bank's page and resolves when the site's result page is open. */
export async function answerBank(
  visitor: Visitor,
  answer: "AUTHENTICATED" | "UNAUTHENTICATED" | "cancel" = "AUTHENTICATED",
): Promise<void> {
  const { page } = visitor;
  if (answer !== "cancel") await page.locator("select[name=result]").selectOption(answer);
  await page.locator(answer === "cancel" ? "button[name=cancel]" : "button.primary").click();
  await page.waitForURL(/\/order-response\?/);
  await ready(page);
}

/** Waits until the page has its content and no part of it is loading. */
export async function waitUntilLoaded({ page }: Visitor): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector("main") !== null && document.querySelector('main [aria-busy="true"]') === null,
  );
}

/** Buys a course: opens checkout, pays at the bank and waits for the result. */
export async function buy(visitor: Visitor, slug: string, card = approvedCard): Promise<void> {
  await openCheckout(visitor, slug);
  await fillAddress(visitor);
  await fillCard(visitor, card);
  await submitToBank(visitor);
  await answerBank(visitor);
  await waitUntilLoaded(visitor);
}

/** The requests in which the browser sent a card to the provider. */
export const cardPosts = (visitor: Visitor): Request[] =>
  visitor.requests.filter(
    (request) =>
      request.method() === "POST" &&
      new URL(request.url()).pathname === "/v1/payments" &&
      request.url().startsWith(visitor.site.sandbox.url),
  );

/** URLs of the requests to the site that hold the card number, with any spacing, in the URL, headers or body. */
export function requestsWithCard(visitor: Visitor, number = approvedCard.number): string[] {
  return visitor.requests
    .filter((request) => request.url().startsWith(visitor.site.url))
    .filter((request) =>
      [request.url(), JSON.stringify(request.headers()), request.postData() ?? ""].some((text) =>
        text.replace(/\D/g, "").includes(number),
      ),
    )
    .map((request) => request.url());
}
