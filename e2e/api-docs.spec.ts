/**
 * The API's documentation page, which runs third-party code under a Content Security Policy of its own. Any browser
 * error fails the test.
 */
import { expect, test } from "./support/test.ts";

test("/api/docs lists every path and calls one", async ({ visit, site }) => {
  const { page, url } = await visit(site, { locale: "en", width: 1440 });
  await page.goto(url("/api/docs"));
  await expect(page).toHaveTitle("Nama Health API");
  const { paths } = (await (await fetch(url("/api/openapi.json"))).json()) as { paths: object };
  await expect(page.locator(".opblock")).toHaveCount(Object.keys(paths).length);

  const faq = page.locator("#operations-default-faq");
  await faq.getByRole("button", { name: "POST /api/faq Every question" }).click();
  await faq.getByRole("button", { name: "Try it out" }).click();
  await faq.getByRole("button", { name: "Execute" }).click();
  await expect(faq.locator(".live-responses-table tbody .response-col_status")).toContainText("200");

  await page.getByRole("button", { name: "Authorize" }).first().click();
  await expect(page.getByRole("heading", { name: "Available authorizations" })).toBeVisible();
});
