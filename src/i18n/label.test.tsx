import { globSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Label, labelNames, labelText, MessageSetContext } from "./label.tsx";
import { LocaleContext } from "./link.tsx";

const specifiedEnglish = [
  "Courses",
  "Contact Us",
  "Search...",
  "Login",
  "Register",
  "Profile",
  "Logout",
  "Book a demo",
  "English",
  "Arabic",
];
const arabicLetters = /[\u0621-\u064a]/;

it("R-16 as-specified: on Arabic pages only Home is Arabic, and ten labels are English", () => {
  const labels = labelNames.map((name) => labelText(name, "ar", "as-specified"));
  expect(labels.filter(({ lang }) => lang === "en").map(({ text }) => text)).toEqual(specifiedEnglish);
  expect(labels.filter(({ lang }) => lang === "ar").map(({ text }) => text)).toEqual(["الرئيسية"]);
});

it("R-16 complete: on Arabic pages every label is Arabic, except the language name English", () => {
  for (const name of labelNames.filter((name) => name !== "english"))
    expect(labelText(name, "ar", "complete").text).toMatch(arabicLetters);
  expect(labelText("english", "ar", "complete").text).toBe("English");
});

it("R-16 the message set changes nothing on English pages", () => {
  for (const name of labelNames)
    expect(labelText(name, "en", "as-specified")).toEqual(labelText(name, "en", "complete"));
});

it("R-16 marks an English label on an Arabic page as English", () => {
  const login = (messageSet: "complete" | "as-specified") =>
    renderToStaticMarkup(
      <LocaleContext value="ar">
        <MessageSetContext value={messageSet}>
          <Label name="login" />
        </MessageSetContext>
      </LocaleContext>,
    );
  expect(login("as-specified")).toBe('<bdi lang="en">Login</bdi>');
  expect(login("complete")).toBe("تسجيل الدخول");
});

it("R-16 the message set applies even if a page has its own wording", () => {
  expect(labelText("register", "ar", "complete", "سجّل")).toEqual({ text: "سجّل", lang: "ar" });
  expect(labelText("register", "ar", "as-specified", "سجّل")).toEqual({ text: "Register", lang: "en" });
  expect(labelText("contact", "en", "as-specified", "Contact us")).toEqual({ text: "Contact us", lang: "en" });
});

const read = (path: string) => readFileSync(path, "utf8");
// Emails have one wording: the message set applies to pages only.
const sources = globSync("src/**/*.{ts,tsx}").filter((path) => !/\.test\.|paraglide|emails\.server/.test(path));

it("F-44 every interface text equal to a specified label goes through the message set", () => {
  const specified = new Set(specifiedEnglish.map((text) => text.toLowerCase()));
  const messages = globSync("messages/en/*.json").flatMap((path) =>
    Object.entries(JSON.parse(read(path)) as Record<string, unknown>),
  );
  const labelKeys = messages.flatMap(([key, text]) =>
    typeof text === "string" && specified.has(text.toLowerCase()) ? [key] : [],
  );
  expect(labelKeys.length).toBeGreaterThan(specified.size);
  // The code before a message must be a `Label` or `labelText`. label.tsx has the labels themselves.
  const usesSet =
    /(?:<Label name="\w+">\{|createElement\(Label, \{ name: "\w+" \}, |labelText\("\w+",(?: locale, set,)? )$/;
  const bypassing = sources
    .filter((path) => path !== "src/i18n/label.tsx")
    .flatMap((path) => {
      const code = read(path);
      return [...code.matchAll(/\bm\.(\w+)/g)].flatMap(({ 1: key = "", index }) =>
        labelKeys.includes(key) && !usesSet.test(code.slice(Math.max(0, index - 80), index)) ? [`${path} ${key}`] : [],
      );
    });
  expect(bypassing).toEqual([]);
});
