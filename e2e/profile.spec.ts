/** Everything a person can do with their account. */
import { readFileSync } from "node:fs";
import { m } from "#messages";
import { newPerson, post } from "#test/http/client.ts";
import { field, fieldMessage, fill } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { ready, selectViewports, openToLogin, type Visitor } from "./support/visitor.ts";

const main = ({ page }: Visitor) => page.getByRole("main");
const submitButton = (visitor: Visitor) => main(visitor).locator("form button[type=submit]");
const readStoredSession = ({ page }: Visitor) =>
  page.evaluate(() => ({
    token: localStorage.getItem("user-token") ?? "",
    user: (JSON.parse(localStorage.getItem("session") ?? "{}") as { current_user?: Record<string, string> })
      .current_user,
  }));
/** Opens the profile and waits until it shows the person's data. */
async function openProfile(visitor: Visitor) {
  await visitor.open("/profile");
  await expect(field(visitor, "email")).not.toHaveValue("");
}

for (const viewport of selectViewports("ar"))
  test.describe(`the profile (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test("A-04 R-09 shows the person, the first error of each field, and for 4000 ms that it was saved", async ({
      visit,
      site,
    }) => {
      const person = await newPerson(site);
      const visitor = await visit(site, { ...viewport, as: person });
      const { page } = visitor;
      await page.clock.install();

      await test.step("shows the person who is logged in", async () => {
        await openProfile(visitor);
        await expect
          .poll(() =>
            main(visitor).getByRole("complementary").getByRole("navigation").locator("a, button").allInnerTexts(),
          )
          .toEqual([
            m.profile_title({}, t),
            m.common_my_courses({}, t),
            m.cpd_title({}, t),
            m.common_action_logout({}, t),
          ]);
        await expect(field(visitor, "name")).toHaveValue("Sara Nasser");
        await expect(field(visitor, "profession")).toHaveValue("Nurse");
        await visitor.checkPage("the profile");
      });

      await test.step("shows the first error of each field", async () => {
        visitor.allowStatus("/api/edit-profile", 422);
        for (const [name, value] of Object.entries({ name: "", contact_number: "12", scfhs_number: "<b>" }))
          await fill(visitor, name, value);
        await submitButton(visitor).click();
        await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
        expect(
          await Promise.all(
            ["name", "contact_number", "scfhs_number", "email"].map((name) => fieldMessage(visitor, name)),
          ),
        ).toEqual([
          m.platform_field_required({}, t),
          m.platform_field_phone({}, t),
          m.platform_field_scfhs({}, t),
          null,
        ]);
        await expect(field(visitor, "name")).toBeFocused();
        await visitor.checkPage("the profile with errors");
        await main(visitor)
          .getByRole("button", { name: m.common_action_cancel({}, t) })
          .click();
        await expect(field(visitor, "name")).toHaveValue("Sara Nasser");
        await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
      });

      await test.step("saves, and shows a notice for 4000 ms", async () => {
        for (const [name, value] of Object.entries({
          name: "Sara N. Nasser",
          contact_number: "0500000007",
          profession: "Pharmacist",
        }))
          await fill(visitor, name, value);
        await page.clock.pauseAt(Date.now() + 60_000);
        await submitButton(visitor).click();
        const notice = page.getByRole("status").filter({ hasText: m.profile_saved({}, t) });
        await expect(notice).toBeVisible();
        expect(m.profile_saved({}, { locale: "en" })).toBe("Profile has been updated successfully");
        await page.clock.runFor(3_900);
        await expect(notice).toBeVisible();
        await page.clock.runFor(200);
        await expect(notice).toHaveCount(0);
        await page.clock.resume();
        await expect(field(visitor, "contact_number")).toHaveValue("+966500000007");
        await visitor.checkPage("the saved profile");
      });

      await test.step("the browser gets a new token, and the old one is invalid", async () => {
        const { token, user } = await readStoredSession(visitor);
        expect(token).not.toBe(person.token);
        expect(user).toMatchObject({
          id: person.id,
          name: "Sara N. Nasser",
          contact_number: "+966500000007",
          profession: "Pharmacist",
        });
        expect([
          (await post(site, "/api/me", {}, { token: person.token })).status,
          (await post(site, "/api/me", {}, { token })).status,
        ]).toEqual([401, 200]);
        await page.reload();
        await expect(field(visitor, "name")).toHaveValue("Sara N. Nasser");
      });
    });

    test(
      "R-06 A-08 account pages lead to Login and back, without a session and after the session was ended elsewhere",
      { tag: "@all" },
      async ({ visit, site }) => {
        const person = await newPerson(site);
        const visitor = await visit(site, viewport);
        const { page } = visitor;
        for (const path of ["/profile/security", "/profile/data", "/profile"]) await openToLogin(visitor, path);
        const logIn = async () => {
          // The URL changes to /login before the form is rendered.
          await expect(
            main(visitor).getByRole("button", { name: m.common_action_login({}, t), exact: true }),
          ).toBeVisible();
          await fill(visitor, "email", person.email);
          await fill(visitor, "password", person.password);
          // Waits for the profile's own /api/me, so that only the next call notices the logout below.
          const meResponse = page.waitForResponse("**/api/me");
          await submitButton(visitor).click();
          await page.waitForURL(visitor.url("/profile"));
          await meResponse;
        };
        await logIn();
        await expect(field(visitor, "name")).toHaveValue(person.name);
        await visitor.waitForAnswers();
        await post(site, "/api/logout", {}, { token: (await readStoredSession(visitor)).token });
        visitor.allowStatus("/api/edit-profile", 401);
        await submitButton(visitor).click();
        await page.waitForURL(/\/login\?.*expired/);
        await expect(page.getByText(m.accounts_login_expired({}, t))).toBeVisible();
        await expect.poll(async () => (await readStoredSession(visitor)).token).toBe("");
        await logIn();
      },
    );

    test(
      "U-04 a new email requires the password, and takes effect when the person confirms it by the emailed link",
      { tag: "@all" },
      async ({ visit, site }) => {
        const person = await newPerson(site);
        const visitor = await visit(site, { ...viewport, as: person });
        const { page } = visitor;
        const email = `new-${person.email}`;
        await openProfile(visitor);
        await expect(field(visitor, "password")).toHaveCount(0);
        await fill(visitor, "email", email);
        visitor.allowStatus("/api/edit-profile", 422);
        await submitButton(visitor).click();
        await expect.poll(() => fieldMessage(visitor, "password")).toBe(m.platform_field_required({}, t));
        await visitor.checkPage("the profile asking for the password");
        await fill(visitor, "password", person.password);
        await submitButton(visitor).click();
        await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
        await expect(field(visitor, "email")).toHaveValue(person.email);
        const pattern = new RegExp(`${site.url}((?:/ar)?/profile/confirm-email/[\\w-]{43})`);
        const findLink = async () =>
          pattern.exec((await site.mails()).find(({ to }) => to === email)?.text ?? "")?.[1] ?? "";
        await expect.poll(findLink).not.toBe("");
        await expect
          .poll(async () =>
            (await site.mails()).some(
              ({ to, subject }) => to === person.email && subject === m.profile_mail_email_requested_subject({}, t),
            ),
          )
          .toBe(true);
        // Where someone else is logged in, the link asks for the password, and the focus is in that field.
        const otherVisitor = await visit(site, { ...viewport, as: await newPerson(site) });
        await otherVisitor.open(await findLink());
        otherVisitor.allowStatus("/api/confirm-email", 422);
        await otherVisitor.page.getByRole("button", { name: m.profile_email_confirm({}, t) }).click();
        await expect(field(otherVisitor, "password")).toBeFocused();
        await expect(otherVisitor.page.getByText(m.accounts_confirm_password({}, t))).toBeVisible();
        await otherVisitor.checkPage("the link to a new e-mail, opened by someone else");
        await visitor.open(await findLink());
        await visitor.checkPage("the link to a new e-mail");
        await page.getByRole("button", { name: m.profile_email_confirm({}, t) }).click();
        await expect(page.getByRole("heading", { name: m.profile_email_changed_heading({}, t) })).toBeVisible();
        await visitor.checkPage("the new e-mail");
        await page.getByRole("link", { name: m.profile_email_to_profile({}, t) }).click();
        await expect(field(visitor, "email")).toHaveValue(email);
      },
    );

    test("security: changes the password and ends other sessions", { tag: "@all" }, async ({ visit, site }) => {
      const person = await newPerson(site);
      const otherTokens = [
        (
          await post(
            site,
            "/api/login",
            { email: person.email, password: person.password },
            { headers: { "user-agent": "Mozilla/5.0 (iPhone) Version/18.5 Safari/604.1" } },
          )
        ).body["token"],
        (await post(site, "/api/login", { email: person.email, password: person.password })).body["token"],
      ].map(String);
      const visitor = await visit(site, { ...viewport, as: person });
      const { page } = visitor;
      const rows = main(visitor)
        .getByRole("listitem")
        .filter({ hasText: /./ })
        .and(main(visitor).locator("section li"));
      const isAlive = async (token: string | undefined) => (await post(site, "/api/me", {}, { token })).status === 200;

      await test.step("every session is listed, the current one first", async () => {
        await visitor.open("/profile/security");
        await expect(rows).toHaveCount(3);
        await expect(rows.first()).toContainText(m.profile_session_current({}, t), { useInnerText: true });
        await visitor.checkPage("security");
      });

      await test.step("another session is ended with the password", async () => {
        await rows.filter({ hasText: "Safari, iPhone" }).getByRole("button").click();
        const dialog = page.getByRole("dialog", { name: m.profile_session_end_sure({}, t) });
        await expect(dialog).toBeVisible();
        await visitor.checkPage("the question before a session is ended");
        visitor.allowStatus("/api/end-session", 422);
        await dialog.locator("button[type=submit]").click();
        await expect(dialog.getByText(m.platform_field_required({}, t))).toBeVisible();
        const password = dialog.locator('input[name="password"]');
        await expect(password).toBeFocused();
        await password.fill(person.password);
        await dialog.locator("button[type=submit]").click();
        await expect(page.getByRole("status").filter({ hasText: m.profile_session_ended({}, t) })).toBeVisible();
        await expect(dialog).toBeHidden();
        await expect(rows).toHaveCount(2);
        expect([await isAlive(otherTokens[0]), await isAlive(otherTokens[1])]).toEqual([false, true]);
      });

      await test.step("errors of a new password are shown at their fields", async () => {
        visitor.allowStatus("/api/change-password", 422);
        await submitButton(visitor).click();
        await expect.poll(() => fieldMessage(visitor, "current_password")).toBe(m.platform_field_required({}, t));
        await visitor.checkPage("security with errors");
        await fill(visitor, "current_password", "not the password");
        for (const name of ["password", "password_confirmation"]) await fill(visitor, name, "four other own words");
        await submitButton(visitor).click();
        await expect.poll(() => fieldMessage(visitor, "current_password")).toBe(m.accounts_password_wrong({}, t));
      });

      await test.step("a new password ends the other sessions", async () => {
        await fill(visitor, "current_password", person.password);
        await submitButton(visitor).click();
        await expect(page.getByRole("status").filter({ hasText: m.accounts_password_changed({}, t) })).toBeVisible();
        await expect(rows).toHaveCount(1);
        await expect(field(visitor, "current_password")).toHaveValue("");
        expect([await isAlive(otherTokens[1]), await isAlive((await readStoredSession(visitor)).token)]).toEqual([
          false,
          true,
        ]);
      });
    });

    test(
      "my data is one file; deleting the account asks for the password, logs out and removes the account",
      { tag: "@all" },
      async ({ visit, site }) => {
        const person = await newPerson(site);
        const visitor = await visit(site, { ...viewport, as: person });
        const { page } = visitor;
        await visitor.open("/profile/data");
        await visitor.checkPage("my data");
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          main(visitor)
            .getByRole("button", { name: m.profile_data_download({}, t), exact: true })
            .click(),
        ]);
        expect(download.suggestedFilename()).toBe("nama-health-my-data.json");
        const data = JSON.parse(readFileSync(await download.path(), "utf8")) as { account: Record<string, unknown> };
        expect(data).toMatchObject({
          account: { id: person.id, email: person.email },
          orders: [],
          sessions: [{ current: true }],
        });

        await main(visitor)
          .getByRole("button", { name: m.profile_delete({}, t) })
          .click();
        const dialog = page.getByRole("dialog", { name: m.profile_delete_sure({}, t) });
        await expect(dialog).toBeVisible();
        await visitor.checkPage("the question before an account is deleted");
        visitor.allowStatus("/api/delete-account", 422);
        await fill(visitor, "password", "not the password");
        await dialog.locator("button[type=submit]").click();
        await expect.poll(() => fieldMessage(visitor, "password")).toBe(m.accounts_password_wrong({}, t));
        await fill(visitor, "password", person.password);
        await dialog.locator("button[type=submit]").click();
        await page.waitForURL(/\/login\?deleted=1$/);
        await expect(page.getByText(m.accounts_deleted({}, t))).toBeVisible();
        await expect.poll(async () => (await readStoredSession(visitor)).token).toBe("");
        expect((await post(site, "/api/login", { email: person.email, password: person.password })).status).toBe(422);
      },
    );
  });

test(
  "a profile saved in one tab is shown in the other, which continues with the new token; Logout closes both",
  { tag: "@all" },
  async ({ visit, site }) => {
    const person = await newPerson(site);
    const firstTab = await visit(site, { as: person });
    await openProfile(firstTab);
    const page = await firstTab.context.newPage();
    const secondTab: Visitor = { ...firstTab, page };
    await page.goto(firstTab.url("/profile"));
    await ready(page);
    await expect(field(secondTab, "name")).toHaveValue(person.name);
    await fill(firstTab, "name", "Sara of Tab One");
    await submitButton(firstTab).click();
    await expect(firstTab.page.getByText(m.profile_saved())).toBeVisible();
    await expect(field(secondTab, "name")).toHaveValue("Sara of Tab One");
    await fill(secondTab, "workplace", "Hospital of Tab Two");
    await submitButton(secondTab).click();
    await expect(page.getByText(m.profile_saved())).toBeVisible();
    await expect(field(firstTab, "workplace")).toHaveValue("Hospital of Tab Two");
    await firstTab.waitForAnswers();
    await main(firstTab).getByRole("button", { name: m.common_action_logout() }).click();
    await firstTab.page.waitForURL(/\/login\?logout=1$/);
    await page.waitForURL(/\/login\?/);
  },
);

test(
  "E-01 a failed save while offline loses nothing, and what is being typed is not overwritten by another tab",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site, { as: await newPerson(site) });
    await openProfile(visitor);
    await fill(visitor, "workplace", "Typed here");
    await visitor.page.evaluate(() => window.dispatchEvent(new StorageEvent("storage", { key: "session" })));
    visitor.expectFailure(`${site.url}/api/`);
    await visitor.context.setOffline(true);
    await submitButton(visitor).click();
    await expect(visitor.page.getByText(m.platform_no_connection())).toBeVisible();
    await expect(field(visitor, "workplace")).toHaveValue("Typed here");
    await visitor.context.setOffline(false);
    await submitButton(visitor).click();
    await expect(visitor.page.getByText(m.profile_saved())).toBeVisible();
  },
);
