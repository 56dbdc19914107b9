/** Colleagues who join by an invitation: they open its link and use an authenticator app. */
import { URI } from "otpauth";
import { staffTriedCodes } from "#features/staff/tables.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { portalText } from "./portal-text.ts";
import { expect, type PostgresSite, type Visit } from "./test.ts";
import type { Visitor } from "./visitor.ts";

export interface Invited extends Visitor {
  /** Returns the present code of their authenticator app and makes the site forget that it was used. */
  code(): Promise<string>;
  /** Opens a page of the portal and waits for its title. */
  openStaff(path: string): Promise<void>;
}

export const invitedPassword = "palm-Tree-by-the-well-7";

/** Opens an invitation's link in a new browser and completes every step until the portal is open. */
export async function acceptInvitation(
  visit: Visit,
  site: PostgresSite,
  { link, name, locale }: { link: string; name: string; locale: Locale },
): Promise<Invited> {
  const text = portalText(locale);
  const stored = { "staff.locale": JSON.stringify(locale) };
  const visitor = await visit(site, { locale, stored });
  const { page } = visitor;
  await page.goto(link);
  await page.getByLabel(text("sign_in.name")).fill(name);
  await page.locator("#password").fill(invitedPassword);
  await page.locator("#password_confirmation").fill(invitedPassword);
  await page.getByRole("button", { name: text("common.action_continue") }).click();
  const key = ((await page.locator(".setup-key bdi").textContent()) ?? "").replaceAll(" ", "");
  const totp = URI.parse(`otpauth://totp/x?secret=${key}`);
  const code = async () => {
    await site.database.db.delete(staffTriedCodes);
    return "period" in totp ? totp.generate() : "";
  };
  await page.getByRole("textbox", { name: text("sign_in.code") }).fill(await code());
  await page.getByRole("button", { name: text("sign_in.accept") }).click();
  await expect(page.locator(".recovery-codes > li")).toHaveCount(10);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: text("sign_in.to_portal") }).click();
  await expect(page.getByRole("banner")).toContainText(name);
  const openStaff = async (path: string) => {
    await page.goto(`${site.url}/staff${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  };
  return { ...visitor, code, openStaff };
}

/** Waits for a mail to this address and resolves with the portal link in the newest one. */
export async function linkFor(site: PostgresSite, email: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const mail = (await site.mails()).find(({ to }) => to === email);
      link = /https?:\S+\/staff\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
      return link;
    })
    .not.toBe("");
  return link;
}
