import { describe, expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { locales } from "#i18n/locale.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { registerMails, templateNamed } from "#platform/mail/templates.server.ts";
import { noDatabase, testContext, testEnv } from "#test/context.ts";
import * as profile from "#features/people/profile/emails.server.tsx";
import * as emails from "./emails.server.tsx";

const templates = {
  welcome: emails.welcome,
  "password-reset": emails.passwordReset,
  "password-changed": emails.passwordChanged,
  "email-change": profile.emailChange,
  "email-change-notice": profile.emailChangeNotice,
  "account-deleted": profile.accountDeleted,
};
// Rendering an email needs no database.
const ctx = testContext(noDatabase, { env: testEnv({ BASE_URL: "https://site.example" }) });
const render = async (name: string, locale: "en" | "ar", change: object = {}) => {
  registerMails(templates, async () => ({
    name: "Nama Health",
    address: "Riyadh",
    phone: "+966110000000",
    email: "info@example.com",
  }));
  return inLocale(locale, () => renderMail(ctx, name, { ...templateNamed(name).sample[locale], ...change }, locale));
};

describe.each(Object.keys(templates))("the email %s", (name) => {
  it.each(locales)(
    "renders completely in %s: subject, HTML and plain text, with absolute addresses",
    async (locale) => {
      const { subject, html, text } = await render(name, locale);
      expect(html).toContain(`<html dir="${locale === "ar" ? "rtl" : "ltr"}" lang="${locale}"`);
      expect(/[\u0600-\u06ff]/.test(subject)).toBe(locale === "ar");
      expect(text).not.toMatch(/<[a-z/]|undefined|\{|\[object/i);
      const addresses = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address ?? "");
      expect(addresses.length).toBeGreaterThan(1);
      for (const address of addresses) expect(address).toMatch(/^(https:\/\/(site|nama)\.example|mailto:)/);
    },
  );

  it("escapes markup and line breaks in a name", async () => {
    const { subject, html } = await render(name, "en", {
      name: '<img src=x onerror="alert(1)">\r\nBcc: x@example.com',
    });
    expect(html).not.toContain("<img src=x");
    expect(subject).not.toMatch(/[\r\n]|Bcc/);
  });
});

it.each(["password-reset", "email-change"] as const)(
  "A-07 the link of %s uses the site's origin, and is the same at each rendering",
  async (name) => {
    const link = /https:\/\/site\.example\/ar\/[a-z/-]+\/[\w-]{43}(?=[\s"]|$)/;
    const [one, two, other] = [
      await render(name, "ar"),
      await render(name, "ar"),
      await render(name, "ar", { seed: "another" }),
    ];
    expect(link.exec(one.text)?.[0]).toBeDefined();
    expect(link.exec(two.html)?.[0]).toBe(link.exec(one.text)?.[0]);
    expect(link.exec(other.text)?.[0]).not.toBe(link.exec(one.text)?.[0]);
  },
);
