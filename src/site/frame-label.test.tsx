import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { defaultSettings } from "#features/settings/settings.ts";
import { LocaleContext } from "#i18n/link.tsx";
import { FrameLabel, frameNames, frameText } from "./frame-label.tsx";
import { SettingsContext } from "./frame-settings.ts";

const specifiedEnglish = ["Courses", "Contact Us", "Search...", "Login", "Register", "Profile", "Logout", "Book a demo", "English", "Arabic"];
const arabicLetters = /[\u0621-\u064a]/;

it("R-16 as-specified: on Arabic pages only Home is Arabic, the ten other labels are English", () => {
  const shown = frameNames.map((name) => frameText(name, "ar", "as-specified"));
  expect(shown.filter(({ lang }) => lang === "en").map(({ text }) => text)).toEqual(specifiedEnglish);
  expect(shown.filter(({ lang }) => lang === "ar").map(({ text }) => text)).toEqual(["الرئيسية"]);
});

it("R-16 complete: on Arabic pages every label is Arabic, a language keeping its own name", () => {
  for (const name of frameNames.filter((name) => name !== "english")) expect(frameText(name, "ar", "complete").text).toMatch(arabicLetters);
  expect(frameText("english", "ar", "complete").text).toBe("English");
});

it("R-16 the message set changes nothing on English pages", () => {
  for (const name of frameNames) expect(frameText(name, "en", "as-specified")).toEqual(frameText(name, "en", "complete"));
});

it("R-16 marks an English label on an Arabic page as English", () => {
  const login = (messageSet: "complete" | "as-specified") =>
    renderToStaticMarkup(
      <LocaleContext value="ar">
        <SettingsContext value={{ ...defaultSettings, messageSet }}>
          <FrameLabel name="login" />
        </SettingsContext>
      </LocaleContext>,
    );
  expect(login("as-specified")).toBe('<bdi lang="en">Login</bdi>');
  expect(login("complete")).toBe("تسجيل الدخول");
});
