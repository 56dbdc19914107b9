import { describe, expect, it, vi } from "vitest";
import { staffCall } from "../api.ts";
import { messages as arabic } from "./messages.ar.ts";
import { messages as english, type Messages } from "./messages.en.ts";
import { messagesProvider, pluralForm } from "./messages.ts";

function texts(tree: Messages, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : texts(value, `${path}${key}.`),
  );
}
const formsOf = (text: string) => text.split("||||").length;
const placesOf = (text: string) => new Set([...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name));

describe("the portal's texts", () => {
  const en = new Map(texts(english));
  const ar = new Map(texts(arabic));

  it("are the same in both languages, none of them empty", () => {
    expect([...ar.keys()].toSorted()).toEqual([...en.keys()].toSorted());
    for (const [key, text] of [...en, ...ar]) if (key !== "ra.boolean.null") expect(text.trim(), key).not.toBe("");
  });

  it("have two plural forms in English and six in Arabic", () => {
    for (const [key, text] of en) {
      expect([1, 2], key).toContain(formsOf(text));
      expect(formsOf(ar.get(key) ?? ""), key).toBe(formsOf(text) === 2 ? 6 : 1);
    }
  });

  it("have no place in Arabic that English does not fill", () => {
    for (const [key, text] of ar)
      for (const place of placesOf(text)) expect([...placesOf(en.get(key) ?? ""), "smart_count"], key).toContain(place);
  });

  it("are written in their language", () => {
    const latin = new Set(["ra.page.edit", "ra.page.show", "ra.page.list", "ra.boolean.null"]);
    for (const [key, text] of ar)
      if (!latin.has(key)) expect(/[\u0600-\u06ff]/.test(text), `${key}: ${text}`).toBe(true);
  });
});

describe("messagesProvider", () => {
  it("replaces places and chooses the plural form of the language", async () => {
    const provider = await messagesProvider("ar");
    expect(provider.translate("shell.seats.held", { smart_count: 2, held: 2 })).toBe("مقعدان محجوزان مؤقتًا");
    await provider.changeLocale("en");
    expect(provider.translate("ra.action.bulk_actions", { smart_count: 3 })).toBe("3 items selected");
    expect(provider.translate("no.such.text", { _: "as given" })).toBe("as given");
  });

  it("C28: tells of each change of the language, when the server is already asked in the new one", async () => {
    const languages: (string | null)[] = [];
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (_address, init) => {
      languages.push(new Headers(init?.headers).get("accept-language"));
      return Response.json({});
    });
    const provider = await messagesProvider("ar", () => void staffCall("GET me"));
    expect(languages).toEqual([]);
    await provider.changeLocale("en");
    await provider.changeLocale("ar");
    expect(languages).toEqual(["en", "ar"]);
    fetched.mockRestore();
  });

  it("E48: a check of a length counts its characters", async () => {
    const provider = await messagesProvider("ar");
    const least = (min: number) => provider.translate("ra.validation.minLength", { min });
    expect([1, 2, 3, 12, 100].map(least)).toEqual([
      "استخدم حرفًا واحدًا على الأقل",
      "استخدم حرفين على الأقل",
      "استخدم 3 أحرف على الأقل",
      "استخدم 12 حرفًا على الأقل",
      "استخدم 100 حرف على الأقل",
    ]);
    expect(provider.translate("ra.validation.maxLength", { max: 3 })).toBe("استخدم 3 أحرف على الأكثر");
  });

  it("takes the last form where a text lists fewer", () => {
    expect(pluralForm("one||||other", "ar", 11)).toBe("other");
  });
});
