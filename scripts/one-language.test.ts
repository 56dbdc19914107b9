import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { bothOf, chosen, withMessages } from "./one-language.ts";

const messages = readdirSync("src/i18n/paraglide/messages").filter((name) => name.endsWith(".js") && !name.startsWith("_"));

it("knows the shape of every message, so that none brings its other language along unseen", () => {
  expect(messages.length).toBeGreaterThan(500);
  for (const name of messages) expect(bothOf(name.replace(".js", "")), name).not.toBeNull();
});

const importing = 'import { m } from "#messages";\n';

it("keeps the words of the one language and nothing of the other, whether the message is called, handed on or has inputs", () => {
  const made = withMessages(`${importing}export const all = [m.site_menu_open(), m.site_footer_news, m.sales_cart_link({ count: 2 })];`);
  expect(made).not.toMatch(/\bm\.s/);
  expect(chosen(made, 0)).toContain("Cart: ");
  expect(chosen(made, 0)).not.toMatch(/[\u0600-\u06ff]/);
  expect(chosen(made, 1)).toContain("السلة: مقعد واحد");
  expect(chosen(made, 1)).not.toMatch(/Cart: |News|menu`/);
  expect(chosen(made, 1)).not.toContain("__either");
});

it("a choice that a minifier moved to where it is called is still a call", () => {
  expect(chosen("f(__either(()=>1,()=>2)());let a=__either(()=>1,()=>2),b=__either(`x`,`y`);", 1)).toBe("f((()=>2)());let a=()=>2,b=`y`;");
});

it("leaves what is no message alone", () => {
  expect(withMessages(`${importing}const meters = m.length; const m2 = m.no_such_message();`)).toBe(`${importing}const meters = m.length; const m2 = m.no_such_message();`);
});

it("lets a label be asked for in either language, and without one in the page's", async () => {
  const made = withMessages("export const home = m.site_label_home;");
  for (const [argument, own] of [[0, "Home"], [1, "الرئيسية"]] as const) {
    const module = (await import(`data:text/javascript,${encodeURIComponent(chosen(made, argument))}`)) as { home: (inputs?: object, options?: { locale: string }) => string };
    expect([module.home(), module.home({}, { locale: "en" }), module.home({}, { locale: "ar" })]).toEqual([own, "Home", "الرئيسية"]);
  }
});
