import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { chosen, eitherMessage } from "./one-language.ts";

const folder = "src/i18n/paraglide/messages";
const messages = readdirSync(folder).filter((name) => name.endsWith(".js") && !name.startsWith("_"));

it("knows the shape of every message, so that none brings its other language along unseen", () => {
  expect(messages.length).toBeGreaterThan(500);
  for (const name of messages) expect(eitherMessage(readFileSync(join(folder, name), "utf8"), false), name).not.toBeNull();
});

it("keeps the words of the one language and nothing of the other, whatever is in them", () => {
  const made = eitherMessage(readFileSync(join(folder, "sales_cart_link.js"), "utf8"), false) ?? "";
  expect(chosen(made, 0)).toContain("Cart: ");
  expect(chosen(made, 0)).not.toMatch(/[\u0600-\u06ff]/);
  expect(chosen(made, 1)).toContain("السلة: مقعد واحد");
  expect(chosen(made, 1)).not.toContain("Cart: ");
});

it("lets a label be asked for in either language, and without one in the page's", async () => {
  const made = eitherMessage(readFileSync(join(folder, "site_label_home.js"), "utf8"), true) ?? "";
  for (const [argument, own] of [[0, "Home"], [1, "الرئيسية"]] as const) {
    const module = (await import(`data:text/javascript,${encodeURIComponent(chosen(made, argument))}`)) as { site_label_home: (inputs?: object, options?: { locale: string }) => string };
    expect([module.site_label_home(), module.site_label_home({}, { locale: "en" }), module.site_label_home({}, { locale: "ar" })]).toEqual([own, "Home", "الرئيسية"]);
  }
});
