/** The frame around every page, and what holds for all pages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPerson, type Person } from "#test/http/client.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { closeBrowser } from "./support/browser.ts";
import { visit, worlds } from "./support/person.ts";

let site: TestSite;
let person: Person;
beforeAll(async () => {
  site = await startTestSite({ database: "embedded" });
  person = await newPerson(site);
});
afterAll(async () => {
  await closeBrowser();
  await site.stop();
});

const publicPages = ["/", "/login", "/register", "/courses", "/courses?page=2", "/courses?q=nothing-like-this", "/courses/patient-safety-essentials", "/courses/safe-handover", "/courses/critical-appraisal", "/order-response"];
const ownPages = ["/my-courses", "/my-courses/999", "/checkout/patient-safety-essentials", "/checkout/safe-handover", "/order-response?id=00000000-0000-4000-8000-000000000000&status=paid"];

describe.each(worlds)("every page ($locale, $width px)", (world) => {
  it("E-03 E-04 a visitor finds no console error, no failed request, nothing for axe, nothing that moves", async () => {
    const visitor = await visit(site, world);
    for (const path of publicPages) {
      await visitor.open(path);
      await visitor.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await visitor.check(path);
    }
  });

  it("E-03 E-04 so does somebody who is logged in", async () => {
    const visitor = await visit(site, { ...world, as: person });
    visitor.expect("/api/order_details", 404);
    visitor.expect("/api/update-payment-status", 404);
    for (const path of ["/", "/courses/patient-safety-essentials", "/login", "/register", ...ownPages]) {
      await visitor.open(path);
      await visitor.page.waitForLoadState("networkidle");
      await visitor.check(path);
    }
  });
});
