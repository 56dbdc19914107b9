/** Everything somebody can do about their own account. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { m } from "#messages";
import { newPerson, post } from "#test/http/client.ts";
import { hasFocus, holds } from "./support/awaited.ts";
import { field, fieldMessage, fill } from "./support/buying.ts";
import { ready, visit, oppositeWorlds, type Visitor } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "embedded" });

const main = ({ page }: Visitor) => page.getByRole("main");
const submit = (visitor: Visitor) => main(visitor).locator("form button[type=submit]");
const stored = ({ page }: Visitor) => page.evaluate(() => ({ token: localStorage.getItem("user-token") ?? "", user: (JSON.parse(localStorage.getItem("session") ?? "{}") as { current_user?: Record<string, string> }).current_user }));
/** Opens the profile and waits until it shows whose it is. */
async function openProfile(visitor: Visitor) {
  await visitor.open("/profile");
  await expect.poll(() => field(visitor, "email").inputValue()).not.toBe("");
}

describe.each(oppositeWorlds)("the profile ($locale, $width px)", (world) => {
  const t = { locale: world.locale };

  it("A-04 R-09 shows who somebody is, names the first error of each field, saves, and says so for 4000 ms", async () => {
    const person = await newPerson(site);
    const visitor = await visit(site, { ...world, as: person });
    const { page } = visitor;
    await page.clock.install();
    await openProfile(visitor);
    expect(await main(visitor).getByRole("complementary").getByRole("navigation").locator("a, button").allInnerTexts()).toEqual([m.accounts_profile({}, t), m.accounts_my_courses({}, t), m.accounts_log_out({}, t)]);
    await holds(field(visitor, "name"), "Sara Nasser");
    await holds(field(visitor, "profession"), "Nurse");
    await visitor.check("the profile");

    visitor.expect("/api/edit-profile", 422);
    for (const [name, value] of Object.entries({ name: "", contact_number: "12", scfhs_number: "<b>" })) await fill(visitor, name, value);
    await submit(visitor).click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await Promise.all(["name", "contact_number", "scfhs_number", "email"].map((name) => fieldMessage(visitor, name)))).toEqual([m.platform_field_required({}, t), m.platform_field_phone({}, t), m.platform_field_scfhs({}, t), null]);
    await hasFocus(field(visitor, "name"));
    await visitor.check("the profile with errors");
    await main(visitor).getByRole("button", { name: m.accounts_cancel({}, t) }).click();
    await holds(field(visitor, "name"), "Sara Nasser");
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(0);

    for (const [name, value] of Object.entries({ name: "Sara N. Nasser", contact_number: "0500000007", profession: "Pharmacist" })) await fill(visitor, name, value);
    await page.clock.pauseAt(Date.now() + 60_000);
    await submit(visitor).click();
    const said = page.getByRole("status").filter({ hasText: m.accounts_profile_saved({}, t) });
    await said.waitFor();
    expect(m.accounts_profile_saved({}, { locale: "en" })).toBe("Profile has been updated successfully");
    await page.clock.runFor(3_900);
    expect(await said.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await said.waitFor({ state: "detached" });
    await page.clock.resume();
    await holds(field(visitor, "contact_number"), "+966500000007");
    await visitor.check("the saved profile");

    const { token, user } = await stored(visitor);
    expect(token).not.toBe(person.token);
    expect(user).toMatchObject({ id: person.id, name: "Sara N. Nasser", contact_number: "+966500000007", profession: "Pharmacist" });
    expect([(await post(site, "/api/me", {}, { token: person.token })).status, (await post(site, "/api/me", {}, { token })).status]).toEqual([401, 200]);
    await page.reload();
    await expect.poll(() => field(visitor, "name").inputValue()).toBe("Sara N. Nasser");
  });

  it("R-06 A-08 its parts lead to Login and back: without a session, and when it has been ended elsewhere", async () => {
    const person = await newPerson(site);
    const visitor = await visit(site, world);
    const { page } = visitor;
    for (const path of ["/profile/security", "/profile/data", "/profile"]) {
      await visitor.open(path);
      await page.waitForURL((url) => url.pathname === new URL(visitor.url("/login")).pathname && url.searchParams.get("redirect") === new URL(visitor.url(path)).pathname);
    }
    const logIn = async () => {
      // The address is the login's before its form is there.
      await main(visitor).getByRole("button", { name: m.accounts_login_submit({}, t), exact: true }).waitFor();
      await fill(visitor, "email", person.email);
      await fill(visitor, "password", person.password);
      // The profile asks who is logged in; what follows is to be seen by the next call.
      const known = page.waitForResponse("**/api/me");
      await submit(visitor).click();
      await page.waitForURL(visitor.url("/profile"));
      await known;
    };
    await logIn();
    await expect.poll(() => field(visitor, "name").inputValue()).toBe(person.name);
    await visitor.answered();
    await post(site, "/api/logout", {}, { token: (await stored(visitor)).token });
    visitor.expect("/api/edit-profile", 401);
    await submit(visitor).click();
    await page.waitForURL(/\/login\?.*expired/);
    await page.getByText(m.accounts_login_expired({}, t)).waitFor();
    await expect.poll(async () => (await stored(visitor)).token).toBe("");
    await logIn();
  });

  it("another e-mail asks for the password, and counts once the link sent there was opened", async () => {
    const person = await newPerson(site);
    const visitor = await visit(site, { ...world, as: person });
    const { page } = visitor;
    const email = `new-${person.email}`;
    await openProfile(visitor);
    expect(await field(visitor, "password").count()).toBe(0);
    await fill(visitor, "email", email);
    visitor.expect("/api/edit-profile", 422);
    await submit(visitor).click();
    await expect.poll(() => fieldMessage(visitor, "password")).toBe(m.platform_field_required({}, t));
    await visitor.check("the profile asking for the password");
    await fill(visitor, "password", person.password);
    await submit(visitor).click();
    await page.getByRole("status").filter({ hasText: email }).waitFor();
    await holds(field(visitor, "email"), person.email);
    const pattern = new RegExp(`${site.url}((?:/ar)?/profile/confirm-email/[\\w-]{43})`);
    const find = async () => pattern.exec((await site.mails()).find(({ to }) => to === email)?.text ?? "")?.[1] ?? "";
    await expect.poll(find).not.toBe("");
    await expect.poll(async () => (await site.mails()).some(({ to, subject }) => to === person.email && subject === m.accounts_mail_email_asked_subject({}, t))).toBe(true);
    await visitor.open(await find());
    await visitor.check("the link to a new e-mail");
    await page.getByRole("button", { name: m.accounts_email_confirm({}, t) }).click();
    await page.getByRole("heading", { name: m.accounts_email_changed_heading({}, t) }).waitFor();
    await visitor.check("the new e-mail");
    await page.getByRole("link", { name: m.accounts_email_to_profile({}, t) }).click();
    await expect.poll(() => field(visitor, "email").inputValue()).toBe(email);
  });

  it("security: a new password, and the sessions elsewhere are ended", async () => {
    const person = await newPerson(site);
    const elsewhere = [(await post(site, "/api/login", { email: person.email, password: person.password }, { headers: { "user-agent": "Mozilla/5.0 (iPhone) Version/18.5 Safari/604.1" } })).body["token"], (await post(site, "/api/login", { email: person.email, password: person.password })).body["token"]].map(String);
    const visitor = await visit(site, { ...world, as: person });
    const { page } = visitor;
    await visitor.open("/profile/security");
    const rows = main(visitor).getByRole("listitem").filter({ hasText: /./ }).and(main(visitor).locator("section li"));
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().innerText()).toContain(m.accounts_session_current({}, t));
    await visitor.check("security");
    await rows.filter({ hasText: "Safari, iPhone" }).getByRole("button").click();
    const sure = page.getByRole("dialog", { name: m.accounts_session_end_sure({}, t) });
    await sure.waitFor();
    await visitor.check("the question before a session is ended");
    visitor.expect("/api/end-session", 422);
    await sure.locator("button[type=submit]").click();
    await sure.getByText(m.platform_field_required({}, t)).waitFor();
    const asked = sure.locator('input[name="password"]');
    await hasFocus(asked);
    await asked.fill(person.password);
    await sure.locator("button[type=submit]").click();
    await page.getByRole("status").filter({ hasText: m.accounts_session_ended({}, t) }).waitFor();
    await sure.waitFor({ state: "hidden" });
    await expect.poll(() => rows.count()).toBe(2);
    expect((await post(site, "/api/me", {}, { token: elsewhere[0] })).status).toBe(401);
    expect((await post(site, "/api/me", {}, { token: elsewhere[1] })).status).toBe(200);

    visitor.expect("/api/change-password", 422);
    await submit(visitor).click();
    await expect.poll(() => fieldMessage(visitor, "current_password")).toBe(m.platform_field_required({}, t));
    await visitor.check("security with errors");
    await fill(visitor, "current_password", "not the password");
    for (const name of ["password", "password_confirmation"]) await fill(visitor, name, "four other own words");
    await submit(visitor).click();
    await expect.poll(() => fieldMessage(visitor, "current_password")).toBe(m.accounts_password_wrong({}, t));
    await fill(visitor, "current_password", person.password);
    await submit(visitor).click();
    await page.getByRole("status").filter({ hasText: m.accounts_password_changed({}, t) }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await holds(field(visitor, "current_password"), "");
    expect((await post(site, "/api/me", {}, { token: elsewhere[1] })).status).toBe(401);
    expect((await post(site, "/api/me", {}, { token: (await stored(visitor)).token })).status).toBe(200);
  });

  it("my data: everything in one file; deleting asks for the password and leaves nobody", async () => {
    const person = await newPerson(site);
    const visitor = await visit(site, { ...world, as: person });
    const { page } = visitor;
    await visitor.open("/profile/data");
    await visitor.check("my data");
    const [download] = await Promise.all([page.waitForEvent("download"), main(visitor).getByRole("button", { name: m.accounts_data_download({}, t), exact: true }).click()]);
    expect(download.suggestedFilename()).toBe("nama-health-my-data.json");
    const data = JSON.parse(readFileSync(await download.path(), "utf8")) as { account: Record<string, unknown> };
    expect(data).toMatchObject({ account: { id: person.id, email: person.email }, orders: [], sessions: [{ current: true }] });

    await main(visitor).getByRole("button", { name: m.accounts_delete({}, t) }).click();
    const dialog = page.getByRole("dialog", { name: m.accounts_delete_sure({}, t) });
    await dialog.waitFor();
    await visitor.check("the question before an account is deleted");
    visitor.expect("/api/delete-account", 422);
    await fill(visitor, "password", "not the password");
    await dialog.locator("button[type=submit]").click();
    await expect.poll(() => fieldMessage(visitor, "password")).toBe(m.accounts_password_wrong({}, t));
    await fill(visitor, "password", person.password);
    await dialog.locator("button[type=submit]").click();
    await page.waitForURL(/\/login\?deleted=1$/);
    await page.getByText(m.accounts_deleted({}, t)).waitFor();
    await expect.poll(async () => (await stored(visitor)).token).toBe("");
    expect((await post(site, "/api/login", { email: person.email, password: person.password })).status).toBe(422);
  });

  it("A-02 the registration form is filled in with what is known of somebody, but no password and no promise", async () => {
    const visitor = await visit(site, { ...world, as: await newPerson(site, "Huda Saleh") });
    await visitor.open("/register");
    await expect.poll(() => field(visitor, "name").inputValue()).toBe("Huda Saleh");
    expect(await Promise.all(["contact_number", "workplace", "profession", "address", "password"].map((name) => field(visitor, name).inputValue()))).toEqual(["+966500000001", "Example Hospital", "Nurse", "Example Street 1", ""]);
    expect(await field(visitor, "remember_me").isChecked()).toBe(false);
    await visitor.check("registration of somebody known");
  });
});

it("tabs agree: a profile saved in one tab is shown in the other, which goes on with the new token; Logout in one closes both", async () => {
  const person = await newPerson(site);
  const one = await visit(site, { as: person });
  await openProfile(one);
  const page = await one.context.newPage();
  const two: Visitor = { ...one, page };
  await page.goto(one.url("/profile"));
  await ready(page);
  await expect.poll(() => field(two, "name").inputValue()).toBe(person.name);
  await fill(one, "name", "Sara of Tab One");
  await submit(one).click();
  await one.page.getByText(m.accounts_profile_saved()).waitFor();
  await expect.poll(() => field(two, "name").inputValue()).toBe("Sara of Tab One");
  await fill(two, "workplace", "Hospital of Tab Two");
  await submit(two).click();
  await page.getByText(m.accounts_profile_saved()).waitFor();
  await expect.poll(() => field(one, "workplace").inputValue()).toBe("Hospital of Tab Two");
  await one.answered();
  await main(one).getByRole("button", { name: m.accounts_log_out() }).click();
  await one.page.waitForURL(/\/login\?logout=1$/);
  await page.waitForURL(/\/login\?/);
});

it("E-01 a profile is not lost when the connection is gone, and what somebody is typing is not overwritten from elsewhere", async () => {
  const visitor = await visit(site, { as: await newPerson(site) });
  await openProfile(visitor);
  await fill(visitor, "workplace", "Typed here");
  await visitor.page.evaluate(() => window.dispatchEvent(new StorageEvent("storage", { key: "session" })));
  visitor.expectFailure(`${site.url}/api/`);
  await visitor.context.setOffline(true);
  await submit(visitor).click();
  await visitor.page.getByText(m.platform_no_connection()).waitFor();
  await holds(field(visitor, "workplace"), "Typed here");
  await visitor.context.setOffline(false);
  await submit(visitor).click();
  await visitor.page.getByText(m.accounts_profile_saved()).waitFor();
});
