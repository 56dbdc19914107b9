/** A passkey instead of the code, and a trusted computer (P-01, P-02), with the browser's virtual authenticator. */
import { startTestSite } from "#test/site.ts";
import { staffPasskeys } from "#features/staff/tables.server.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { expectAccessible } from "./support/visitor.ts";

let site: PostgresSite;
test.beforeAll(async () => {
  // WebAuthn requires a host name; an IP address does not work.
  const started = await startTestSite({ database: "postgres", host: "localhost" });
  if (!started.database) throw new Error("no database");
  site = { ...started, database: started.database };
});
test.afterAll(() => site?.stop());

test("P-01 P-02 a passkey is added and signs in; then the computer is trusted", { tag: "@all" }, async ({ visit }) => {
  const colleague = await openColleague(visit, site, "owner");
  const { page, context } = colleague;
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  const computers = page.getByRole("region", { name: "Trusted computers" });
  const signOut = async () => {
    await page.getByRole("banner").getByRole("button").last().click();
    await page.getByRole("menuitem").last().click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  };
  const enterPassword = async () => {
    await page.getByLabel("Email").fill("owner@example.com");
    await page.getByLabel("Password", { exact: false }).first().fill("demo-staff-1");
    await button("Continue").click();
  };

  await test.step("a passkey is added", async () => {
    await colleague.openStaff("/account");
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name", { exact: false }).last().fill("Work laptop");
    await colleague.checkPage("a new passkey");
    await button("Continue").click();
    await expect(passkeys.getByRole("listitem")).toContainText("Work laptop");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("a device that does not verify its user cannot sign in, but can try again", async () => {
    await signOut();
    await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await enterPassword();
    await button("Use a passkey").click();
    await expect(button("Use a passkey")).toBeEnabled();
    expect((await context.request.get(`${site.url}/api/staff/me`)).status()).toBe(401);
    await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  });
  await test.step("the passkey signs in, and the computer becomes trusted", async () => {
    await page.getByLabel("Trust this computer for 30 days").check();
    await colleague.checkPage("code or passkey");
    await button("Use a passkey").click();
    await expect(page.getByRole("banner")).toBeVisible();
  });
  await test.step("on a trusted computer the password signs in; removing a passkey asks for the passkey", async () => {
    await signOut();
    await enterPassword();
    await expect(page.getByRole("banner")).toBeVisible();
    await colleague.openStaff("/account");
    await expect(computers.getByRole("listitem")).toHaveCount(1);
    await colleague.checkPage("account");
    await passkeys.getByRole("button", { name: /Remove.*Work laptop/ }).click();
    const [passkey] = await site.database.db.select().from(staffPasskeys);
    colleague.allowStatus(`/api/staff/passkeys/${passkey?.id}`, 403);
    await button("Remove").last().click();
    await expect(page.getByRole("dialog", { name: "Confirm your identity" })).toBeVisible();
    await expect(button("Use a passkey")).toBeVisible();
    await expectAccessible(page, "fresh sign-in");
    await button("Use a passkey").click();
    await expect(passkeys.getByRole("listitem")).toHaveCount(0);
  });
  await test.step("the account page ends the trust", async () => {
    await computers.getByRole("button", { name: /Stop trusting/ }).click();
    await button("Remove").last().click();
    await expect(computers.getByRole("listitem")).toHaveCount(0);
    await signOut();
    await enterPassword();
    await expect(page.getByRole("heading", { name: "Your six-digit code" })).toBeVisible();
    await expect(button("Use a passkey")).toHaveCount(0);
  });
});
