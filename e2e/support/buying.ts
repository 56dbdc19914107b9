/** What a buyer does, by field names and words, in either language. */
import type { Locator, Request } from "@playwright/test";
import { approvedCard } from "#test/buyer.ts";
import { m } from "#messages";
import type { Visitor } from "./visitor.ts";
import { ready } from "./visitor.ts";

export const cardFieldNames = ["name", "number", "month", "year", "cvc"] as const;

/** The field of a form by its name. */
export const field = ({ page }: Pick<Visitor, "page">, name: string) => page.locator(`main [name="${name}"]`);

/** Fills a field as a person does, with a key: what then moves, moves because of them. */
export async function fill(visitor: Visitor, name: string, value: string): Promise<void> {
  const input = field(visitor, name);
  await input.press("Shift");
  if (await input.evaluate((element) => element instanceof HTMLSelectElement)) await input.selectOption(value);
  else await input.fill(value);
}

/** The message under a field, as someone hears it who is in that field. */
export async function fieldMessage(visitor: Visitor, name: string): Promise<string | null> {
  return field(visitor, name).evaluate((element) => {
    if (element.getAttribute("aria-invalid") !== "true") return null;
    const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
    const id = ids.find((one) => one.endsWith("-error"));
    return (id && document.getElementById(id)?.textContent) ?? null;
  });
}

/** Opens checkout and waits until the buyer is known. */
export async function openCheckout(visitor: Visitor, slug: string): Promise<void> {
  await visitor.open(`/checkout/${slug}`);
  await field(visitor, "number").waitFor();
}

/** The part of checkout with the order's lines and terms: on a phone the summary above the form, which this opens. */
export async function showOrderLines({ page, width }: Visitor): Promise<Locator> {
  if (width !== 390) return page.locator("section[aria-labelledby=review]");
  const summary = page.locator("main details").filter({ has: page.locator("dl") });
  if ((await summary.getAttribute("open")) === null) await summary.locator("summary").click();
  return summary;
}

/** Opens the fields of the invoice, which stand behind a button once the site knows the buyer. */
export async function openBilling({ page, locale }: Visitor): Promise<void> {
  const change = page.getByRole("button", { name: m.checkout_billing_change_label({}, { locale }) });
  if (await change.isVisible()) await change.click();
}

/** Fills what an account does not know of an address. */
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

/** Sends the filled form; resolves on the bank's page. */
export async function submitToBank(visitor: Visitor): Promise<void> {
  await submitButton(visitor).click();
  await visitor.page.waitForURL(/\/card_auth\/[^/]+\/prepare/);
}

/** Answers on the bank's page and resolves when the site shows how it ended. */
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

/** Waits until the page knows what it has to show. */
export async function settled({ page }: Visitor): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector("main") !== null && document.querySelector('main [aria-busy="true"]') === null,
  );
}

/** The whole way from an open checkout to the statement at its end. */
export async function buy(visitor: Visitor, slug: string, card = approvedCard): Promise<void> {
  await openCheckout(visitor, slug);
  await fillAddress(visitor);
  await fillCard(visitor, card);
  await submitToBank(visitor);
  await answerBank(visitor);
  await settled(visitor);
}

/** The card posts the browser made to the provider. */
export const cardPosts = (visitor: Visitor): Request[] =>
  visitor.requests.filter(
    (request) =>
      request.method() === "POST" &&
      new URL(request.url()).pathname === "/v1/payments" &&
      request.url().startsWith(visitor.site.sandbox.url),
  );

/** Every request to the site that holds a card number in its address, headers or body, however it is spaced. */
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
