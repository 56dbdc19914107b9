/** Signing in to the portal: invitation, second factor, the frame in both languages (P-01, P-02, P-21). */
import { execFileSync } from "node:child_process";
import { URI } from "otpauth";
import { staffSessions, staffTriedCodes } from "#features/staff/tables.server.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

for (const { locale, width } of selectViewports("en")) {
  const isArabic = locale === "ar";
  const text = isArabic
    ? { signIn: "تسجيل الدخول", next: "متابعة", email: "البريد الإلكتروني", password: "كلمة المرور", code: "الرمز" }
    : { signIn: "Sign in", next: "Continue", email: "Email", password: "Password", code: "Code" };

  test.describe(`signing in to the portal (${locale}, ${width} px)`, () => {
    test("P-01 rejects a wrong password and a wrong code, then signs in and out", async ({
      visit,
      postgresSite: site,
    }) => {
      const visitor = await visit(site, { locale, width, stored: { "staff.locale": JSON.stringify(locale) } });
      const { page } = visitor;
      visitor.allowStatus("/api/staff/sign-in", 422);
      visitor.allowStatus("/api/staff/sign-in/code", 422);
      const submit = async (name: string) => page.getByRole("button", { name, exact: true }).click();

      await test.step("someone who is not signed in sees the sign-in page with its styles", async () => {
        await page.goto(`${site.url}/staff/orders`);
        await expect(page.getByRole("heading", { name: text.signIn })).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("dir", isArabic ? "rtl" : "ltr");
        await expect(page.getByRole("button", { name: text.next })).toHaveCSS("background-color", "rgb(12, 97, 85)");
        await visitor.checkPage("sign-in");
      });
      await test.step("a wrong password gets one message, at the email", async () => {
        await page.getByLabel(text.email).fill("owner@example.com");
        await page.getByLabel(text.password, { exact: false }).first().fill("not-the-password");
        await submit(text.next);
        await expect(page.getByLabel(text.email)).toHaveAttribute("aria-invalid", "true");
        await expect(page.getByLabel(text.email)).toBeFocused();
      });
      await test.step("a wrong code is marked", async () => {
        await page.getByLabel(text.password, { exact: false }).first().fill("demo-staff-1");
        await submit(text.next);
        await page.getByRole("textbox", { name: text.code }).fill("000000");
        await submit(text.signIn);
        await expect(page.getByRole("textbox", { name: text.code })).toHaveAttribute("aria-invalid", "true");
        await visitor.checkPage("code");
      });
      await test.step("the right code opens the requested page", async () => {
        await site.database.db.delete(staffTriedCodes);
        const code = (await page.getByRole("main").locator("bdi").last().textContent()) ?? "";
        // A code copied from a message has a space between its two groups.
        await page.getByRole("textbox", { name: text.code }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
        await expect(page.locator(".code-box")).toHaveText([...code]);
        await submit(text.signIn);
        await expect(page.getByRole("banner")).toBeVisible();
        await expect(page).toHaveURL(`${site.url}/staff/orders`);
      });
      await test.step("signing out ends the session", async () => {
        await page.getByRole("banner").getByRole("button").last().click();
        await page.getByRole("menuitem").last().click();
        await expect(page.getByRole("heading", { name: text.signIn })).toBeVisible();
        expect((await visitor.context.request.get(`${site.url}/api/staff/me`)).status()).toBe(401);
      });
    });
  });
}

test("P-01 DK-25 an owner invited from the command line sets password and second factor and saves ten recovery codes", async ({
  visit,
  postgresSite: site,
}) => {
  const visitor = await visit(site);
  const { page } = visitor;
  visitor.allowStatus("/api/staff/invitation/check", 422);
  visitor.allowStatus("/api/staff/invitation", 404);
  const email = `huda-${Date.now()}@example.com`;
  const printed = execFileSync("node", ["scripts/staff.ts", "invite", email, "--role", "owner"], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: site.database.url, DATA_DIR: site.dataDir, BASE_URL: site.url },
  });
  const link = /https?:\S+/.exec(printed)?.[0] ?? "";

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await visitor.checkPage("invitation");
  const submitPasswords = async (first: string, second: string) => {
    await page.getByLabel("Password", { exact: false }).first().fill(first);
    await page.getByLabel("Password again").fill(second);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  let generateCode = () => "";
  const submitCode = async () => {
    await page.getByRole("textbox", { name: "Code" }).fill(generateCode());
    await page.getByRole("button", { name: "Check the code" }).click();
  };

  await test.step("errors are shown at their fields, and nothing typed is lost", async () => {
    await page.getByLabel("Name in Latin script").fill("Dr. Huda A.");
    await page.getByLabel("Password again").fill("palm-Tree");
    await page.getByRole("button", { name: "العربية" }).click();
    await expect(page.getByLabel("الاسم بالأحرف اللاتينية")).toHaveValue("Dr. Huda A.");
    await expect(page.locator("#password_confirmation")).toHaveValue("palm-Tree");
    await page.getByRole("button", { name: "English" }).click();
    await expect(page.getByLabel("Name in Latin script")).toHaveValue("Dr. Huda A.");
    await submitPasswords("palm-Tree-by-the-well-7", "another-Tree-by-the-well-7");
    await expect(page.getByLabel("Password again")).toHaveAttribute("aria-invalid", "true");
    // C28: the field for the name in Arabic script rejects Latin letters.
    await page.getByLabel("Name in Arabic script").fill("Huda");
    await submitPasswords("palm-Tree-by-the-well-7", "palm-Tree-by-the-well-7");
    await expect(page.getByText("Enter the name in Arabic script.")).toBeVisible();
    await page.getByLabel("Name in Arabic script").fill("د. هدى أ.");
    // S-01: an easy password is refused in this step, which shows the rules, before the second factor is set up.
    await expect(page.getByText("At least 8 characters, and hard to guess")).toBeVisible();
    await submitPasswords("password1", "password1");
    await expect(page.getByLabel("Password", { exact: false }).first()).toBeFocused();
    await expect(page.locator(".setup-key")).toHaveCount(0);
    await expect(page.getByLabel("Name in Latin script")).toHaveValue("Dr. Huda A.");
    await submitPasswords("palm-Tree-by-the-well-7", "palm-Tree-by-the-well-7");
    await visitor.checkPage("second factor");
    const key = ((await page.locator(".setup-key bdi").textContent()) ?? "").replaceAll(" ", "");
    const totp = URI.parse(`otpauth://totp/x?secret=${key}`);
    generateCode = () => ("period" in totp ? totp.generate() : "");
  });
  await test.step("ten recovery codes must be saved before continuing", async () => {
    await submitCode();
    await expect(page.locator(".recovery-codes > li")).toHaveCount(10);
    await expect(page.getByRole("button", { name: "Go to the portal" })).toBeDisabled();
    await visitor.checkPage("recovery codes");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Go to the portal" }).click();
    await expect(page.getByRole("banner")).toContainText("Dr. Huda A.");
  });
  await test.step("C28: in Arabic the portal shows the owner's Arabic name, also after a change", async () => {
    await page.getByRole("button", { name: "العربية" }).click();
    await expect(page.getByRole("banner")).toContainText("د. هدى أ.");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("د. هدى أ.");
    await page.goto(`${site.url}/staff/account`);
    await expect(page.getByLabel("الاسم بالأحرف اللاتينية")).toHaveValue("Dr. Huda A.");
    const arabic = page.getByLabel("الاسم بالأحرف العربية");
    await expect(arabic).toHaveValue("د. هدى أ.");
    await visitor.checkPage("own account");
    await arabic.fill("د. هدى الأنصاري");
    await page.getByRole("button", { name: "حفظ" }).click();
    await expect(page.getByRole("banner")).toContainText("د. هدى الأنصاري");
    await page.goto(`${site.url}/staff/audit`);
    const list = page.getByRole("main");
    await expect(list).toContainText("د. هدى الأنصاري");
    await expect(list).not.toContainText("Huda A.");
    await page.getByRole("button", { name: "English" }).click();
    await expect(page.getByRole("banner")).toContainText("Dr. Huda A.");
    await expect(list).toContainText("Dr. Huda A.");
  });
  await test.step("the invitation link works once", async () => {
    await page.goto(link);
    await expect(page.getByRole("alert")).toBeVisible();
  });
});

test(
  "S-45 sign-in opens the screen of the role's work, or the requested page",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    const { page, waitForAnswers } = await visit(site, { stored: { "staff.locale": '"en"' } });
    const signIn = async (role: string) => {
      await site.database.db.delete(staffTriedCodes);
      await page.getByLabel("Email").fill(`${role}@example.com`);
      await page.getByLabel("Password", { exact: false }).first().fill("demo-staff-1");
      await page.getByRole("button", { name: "Continue" }).click();
      const code = (await page.locator(".alert bdi").textContent()) ?? "";
      await page.getByRole("textbox", { name: "Code" }).fill(code);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("banner")).toBeVisible();
    };
    const signOut = async () => {
      await waitForAnswers();
      await page.getByRole("button", { name: "Profile and sign out" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    };
    await page.goto(`${site.url}/staff`);
    await signIn("content");
    await expect(page).toHaveURL(({ pathname }) => pathname === "/staff");
    for (const [role, path] of [
      ["finance", "/staff/payments"],
      ["support", "/staff/enquiries"],
      ["training", "/staff"],
    ] as const) {
      // Sign-in does not open the page on which the previous colleague signed out.
      await signOut();
      await signIn(role);
      await expect(page).toHaveURL(({ pathname }) => pathname === path);
    }
    await signOut();
    await page.goto(`${site.url}/staff/media?per_page=48`);
    await signIn("content");
    await expect(page).toHaveURL(`${site.url}/staff/media?per_page=48`);
  },
);

test("P-01 a visitor without a session, or whose session has ended, sees the sign-in at once", async ({
  visit,
  postgresSite: site,
}) => {
  const { page, openStaff, waitForAnswers, allowStatus } = await openColleague(visit, site, "owner");
  const expectSignIn = () => expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible({ timeout: 5_000 });
  allowStatus("/api/staff/me", 401);
  await openStaff("/orders");
  await waitForAnswers();
  await site.database.db.delete(staffSessions);
  await page.reload();
  await expectSignIn();
  await page.goto(`${site.url}/staff/runs?page=2`);
  await expectSignIn();
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get("next") === "/runs?page=2");
});

test("P-01 after the session has ended, the next page opens the sign-in, whose URL holds that page", async ({
  visit,
  postgresSite: site,
}) => {
  const { page, openStaff, waitForAnswers, allowStatus } = await openColleague(visit, site, "owner");
  for (const path of ["enquiries", "enquiry-summary"]) allowStatus(`/api/staff/${path}`, 401);
  await openStaff("/orders");
  // The calls of the page have begun once nothing is loading. `waitForAnswers` would not wait for calls to come.
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
  await waitForAnswers();
  await site.database.db.delete(staffSessions);
  await page.getByRole("link", { name: "Enquiries" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get("next") === "/enquiries");
});

for (const isEverywhere of [false, true])
  test(
    `P-01 after signing out${isEverywhere ? " everywhere" : ""} the portal sends no call that would be refused`,
    { tag: "@all" },
    async ({ visit, postgresSite: site }) => {
      const { page, openStaff, waitForAnswers, requests } = await openColleague(visit, site, "owner");
      await page.clock.install();
      await openStaff(isEverywhere ? "/account" : "/");
      await waitForAnswers();
      const [signOutReceived, signOutReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route("**/api/staff/sign-out", async (route) => {
        signOutReceived.resolve();
        await signOutReleased.promise;
        await route.continue();
      });
      if (isEverywhere) await page.getByRole("button", { name: "Sign out everywhere" }).click();
      else await page.getByRole("banner").getByRole("button").last().click();
      const before = requests.length;
      if (isEverywhere) await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
      else await page.getByRole("menuitem").last().click();
      await signOutReceived.promise;
      // While sign-out is pending, triggers the calls that repeat each minute, and those on returning to the portal.
      await page.clock.runFor(70_000);
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      signOutReleased.resolve();
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await waitForAnswers();
      await expect(page.getByText("Your session has ended")).toHaveCount(0);
      const paths = requests.slice(before).map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
      expect(new Set(paths.filter((path) => path.includes("/api/")))).toEqual(
        new Set(["POST /api/staff/sign-out", "GET /api/staff/demo-accounts"]),
      );
    },
  );

test("P-21 the language switches at once and is remembered; an unknown address shows that it has no page", async ({
  visit,
  postgresSite: site,
}) => {
  const { page, openStaff, checkPage } = await openColleague(visit, site, "content");
  await openStaff("/nowhere");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toContainText("There’s no page");
  await checkPage("not found");
  await page.getByRole("button", { name: "العربية" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await page.reload();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toContainText("لا توجد صفحة");
  await checkPage("not found, Arabic");
});
