/** People, emails, audit log, staff and the own account in the portal (P-01, P-02, P-04, P-16, P-19). */
import { readFileSync } from "node:fs";
import { and, eq } from "drizzle-orm";
import { makeUser } from "#db/factories/user.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { post } from "#test/http/client.ts";
import { portalText } from "./support/portal-text.ts";
import { boughtOrder } from "./support/staff-orders.ts";
import { openColleague } from "./support/staff.ts";
import { expect, stepInAll, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

/** Records the top of the second entry of a menu in each frame until the menu has opened. */
function recordTopsWhileOpening(): Promise<number[]> {
  return new Promise((resolve) => {
    const tops: number[] = [];
    const recordTop = () => {
      const entry = document.querySelectorAll("[role=menuitem]")[1];
      const menu = entry?.closest("[role=menu]")?.parentElement;
      if (entry) tops.push(entry.getBoundingClientRect().top);
      const isMoving = document.getAnimations().some(({ playState }) => playState === "running");
      if (menu && !isMoving && getComputedStyle(menu).opacity === "1") resolve(tops);
      else requestAnimationFrame(recordTop);
    };
    requestAnimationFrame(recordTop);
  });
}

for (const { locale, width } of selectViewports("en")) {
  const isArabic = locale === "ar";
  const text = isArabic
    ? {
        search: /الاسم أو البريد/,
        more: "المزيد",
        signOut: "إنهاء كل الجلسات",
        export: "تصدير كل شيء",
        erase: "مسح البيانات الشخصية",
        details: /^التفاصيل.*مُسحت بيانات شخصية/,
      }
    : {
        search: /Name, email/,
        more: "More",
        signOut: "End all sessions",
        export: "Export everything",
        erase: "Erase personal data",
        // Names the action, because rows of tests that moved this site's clock ahead come first.
        details: /^Details.*Personal data erased/,
      };
  const words = isArabic
    ? {
        requestMade: /طريقة تقديم الطلب/,
        confirmEmail: /أدخل البريد/,
        eraseNow: "مسح نهائي",
        erased: "شخص مُسحت بياناته",
        failed: /تعذّرت أو تُعاد/,
        sendTo: /إرسال إلى/,
        retryAll: "إعادة محاولة المتعذّرة كلها",
        account: ["إنشاء رموز جديدة", "تسجيل الخروج من كل مكان"],
      }
    : {
        requestMade: /How the request was made/,
        confirmEmail: /Enter the email/,
        eraseNow: "Erase permanently",
        erased: "Erased person",
        failed: /Failed or retrying/,
        sendTo: /Send to/,
        retryAll: "Retry all failed",
        account: ["Create new codes", "Sign out everywhere"],
      };

  test.describe(`people in the portal (${locale}, ${width} px)`, () => {
    test("P-16 P-04 the owner finds a person, ends their sessions, exports and erases the account; the audit log shows it", async ({
      visit,
      postgresSite: site,
    }) => {
      const email = `mona-${Date.now()}@example.com`;
      await makeUser(site.database.db, { name: "Mona Lutfi", email, contactNumber: "+966500004711", locale });
      const owner = await openColleague(visit, site, "owner", { locale, width });
      const { page } = owner;

      await test.step("finds a person by part of the phone number", async () => {
        await owner.openStaff("/people");
        await page.getByLabel(text.search).fill("050 000 4711");
        // On a phone the result is a card that does not show the email.
        await expect(page.getByRole("link", { name: "Mona Lutfi" })).toHaveCount(1);
        await expect(page.getByRole("main").getByRole("link")).toHaveCount(1);
        await page.getByRole("link", { name: "Mona Lutfi" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Mona Lutfi" })).toBeVisible();
      });
      await stepInAll("ends the person's sessions", async () => {
        await page.getByRole("button", { name: text.more, exact: true }).click();
        await page.getByRole("menuitem").first().click();
        await owner.checkPage("new password");
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
        await page.getByRole("button", { name: text.more, exact: true }).click();
        await page.getByRole("menuitem", { name: text.signOut }).click();
        await owner.checkPage("end sessions");
        await page.getByRole("dialog").getByRole("button", { name: text.signOut }).click();
        await expect(page.getByRole("dialog")).toBeHidden();
      });
      await test.step("exports the account as a file", async () => {
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: text.export }).click();
        const file = await (await download).path();
        expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ account: { email, name: "Mona Lutfi" } });
      });
      await test.step("erases after the email address is typed", async () => {
        await page.getByRole("button", { name: text.erase }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel(words.requestMade).fill("By phone, identity checked");
        const erase = dialog.getByRole("button", { name: words.eraseNow });
        await expect(erase).toBeDisabled();
        await dialog.getByLabel(words.confirmEmail).fill(email);
        await owner.checkPage("erase");
        await erase.click();
        await expect(page.getByRole("heading", { level: 1, name: words.erased })).toBeVisible();
        await expect(page.getByText(email)).toBeHidden();
      });
      await test.step("the audit log shows it, without the name", async () => {
        await owner.openStaff("/audit");
        const main = page.getByRole("main");
        await main.getByRole("button", { name: text.details }).first().click();
        await expect(main.getByText("By phone, identity checked")).toBeVisible();
        await expect(main.getByText("Mona")).toBeHidden();
      });
    });

    test(
      "P-19 support sends a failed email to the right address, and has no access to the audit log",
      { tag: "@all" },
      async ({ visit, postgresSite: site }) => {
        const local = `hanan-${Date.now()}`;
        await makeUser(site.database.db, { name: "Hanan Turki", email: `${local}@example.com` });
        const baseMail = {
          locale: "en" as const,
          template: "order-confirmed",
          props: {},
          subject: "Your seat",
          createdAt: new Date(),
        };
        const failure = {
          to: `${local}@exmaple.com`,
          text: "Dear Hanan",
          html: "x",
          status: "failed" as const,
          lastError: "EENVELOPE 550",
        };
        await site.database.db.insert(outboxMails).values({ ...baseMail, ...failure, key: local });
        const support = await openColleague(visit, site, "support", { locale, width });
        const { page } = support;
        await support.openStaff("/mails");
        await page.getByRole("button", { name: words.failed }).click();
        await page
          .getByRole("button", { name: /Your seat/ })
          .first()
          .click();
        const panel = page.getByRole("complementary", { name: "Your seat" });
        await expect(panel.getByText("Dear Hanan")).toBeVisible();
        await support.checkPage("emails");
        await page.getByRole("button", { name: words.retryAll }).click();
        await support.checkPage("all again");
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
        await panel.getByRole("button", { name: words.sendTo }).click();
        await expect(panel.getByText(`${local}@example.com`).first()).toBeVisible();
        await expect(panel.getByRole("button", { name: words.sendTo })).toBeHidden();

        await support.openStaff("/audit");
        await expect(page.getByRole("table")).toBeHidden();
        await support.checkPage("no permission");
      },
    );

    test(
      "P-01 P-02 the owner sees staff and roles and sends an invitation; the account page and its dialogs open",
      { tag: "@all" },
      async ({ visit, postgresSite: site }) => {
        const owner = await openColleague(visit, site, "owner", { locale, width });
        const { page } = owner;
        const email = `new-${Date.now()}@example.com`;
        await owner.openStaff("/staff");
        await expect(page.getByRole("table")).toHaveCount(width === 390 ? 1 : 2);
        await owner.checkPage("staff");
        await page.locator(".page-actions button").click();
        const dialog = page.getByRole("dialog");
        await dialog.locator("#email").fill(email);
        await owner.checkPage("invite");
        await dialog.locator("button[type=submit]").click();
        await expect(page.getByText(email).first()).toBeVisible();
        await test.step("changing a colleague's role, signing them out and removing them ask first", async () => {
          // A phone lists the staff; roles are changed in a wide window.
          if (width === 390) return;
          const colleague = page.getByRole("row", { name: locale === "ar" ? "عمر ت." : "Omar T." }).first();
          await colleague.getByRole("combobox").selectOption("auditor");
          await owner.checkPage("another role");
          await page.keyboard.press("Escape");
          await expect(dialog).toHaveCount(0);
          await test.step("a menu's entries do not move while it opens", async () => {
            const tops = page.evaluate(recordTopsWhileOpening);
            await colleague.getByRole("button").click();
            expect(new Set(await tops).size).toBe(1);
            await page.keyboard.press("Escape");
            await expect(page.getByRole("menuitem")).toHaveCount(0);
          });
          for (const index of [0, 1]) {
            await colleague.getByRole("button").click();
            await page.getByRole("menuitem").nth(index).click();
            await owner.checkPage(index === 0 ? "sign a colleague out" : "remove a colleague");
            await page.keyboard.press("Escape");
            await expect(dialog).toHaveCount(0);
          }
        });
        await test.step("the account page and its dialogs open", async () => {
          await owner.openStaff("/account");
          await owner.checkPage("account");
          for (const name of words.account) {
            await page.getByRole("button", { name }).click();
            await owner.checkPage(name);
            await page.keyboard.press("Escape");
            await expect(dialog).toHaveCount(0);
          }
        });
      },
    );
  });
}

for (const { locale, width } of selectViewports("en"))
  test(
    `A-11 the owner erases data kept under an email without an account (${locale}, ${width} px)`,
    { tag: "@all" },
    async ({ visit, postgresSite: site }) => {
      const text = portalText(locale);
      const { db } = site.database;
      const stamp = Date.now();
      const [subscriberEmail, attendeeEmail, memberEmail] = [
        `wrote-${stamp}@example.com`,
        `named-${stamp}@example.com`,
        `${stamp}@example.com`,
      ];
      expect((await post(site, "/api/email_subscribe", { email: subscriberEmail })).status).toBe(200);
      const { id } = await makeUser(db, { name: "Rana Qasim", email: memberEmail });
      const { orderId } = await boughtOrder(site);
      await db
        .update(enrolments)
        .set({ attendeeName: "Hala Omar", attendeeEmail, scfhsNumber: "" })
        .where(and(eq(enrolments.orderId, orderId), eq(enrolments.seat, 1)));

      await test.step("a role without the permission does not see the button", async () => {
        const support = await openColleague(visit, site, "support", { locale, width });
        await support.openStaff("/people");
        await support.waitForAnswers();
        await expect(support.page.getByRole("main").getByRole("link").first()).toBeVisible();
        await expect(support.page.getByRole("button", { name: text("people.by_address.open") })).toHaveCount(0);
      });

      const owner = await openColleague(visit, site, "owner", { locale, width });
      const { page } = owner;
      owner.allowStatus("/api/staff/people/address", 422);
      const opener = page.getByRole("button", { name: text("people.by_address.open") });
      const dialog = page.getByRole("dialog", { name: text("people.by_address.open") });
      const email = dialog.getByLabel(text("common.email"), { exact: false });
      const region = dialog.getByRole("region", { name: text("people.by_address.kept") });
      const erase = dialog.getByRole("button", { name: text("people.erase_now") });
      const searchAddress = async (address: string) => {
        await email.fill(address);
        await email.press("Enter");
      };

      await test.step("rejects a blank address and a colleague's address", async () => {
        await owner.openStaff("/people");
        await opener.click();
        await expect(email).toBeFocused();
        for (const wrong of ["", "support@example.com"]) {
          await searchAddress(wrong);
          await expect(email).toHaveAttribute("aria-invalid", "true");
          await expect(email).toBeFocused();
        }
        await owner.checkPage("a wrong address");
      });
      await test.step("says that nothing is kept under an unknown address", async () => {
        await searchAddress(`nobody-${stamp}@example.com`);
        await expect(region).toContainText(text("people.by_address.nothing"));
        await expect(erase).toHaveCount(0);
      });
      await test.step("an account is linked to its own page instead", async () => {
        await searchAddress(memberEmail);
        const link = region.getByRole("link", { name: text("people.by_address.to_person") });
        await expect(link).toHaveAttribute("href", `/staff/people/${id}`);
        await expect(erase).toHaveCount(0);
        await owner.checkPage("an account");
      });
      await test.step("a future seat blocks erasing", async () => {
        await searchAddress(attendeeEmail);
        await expect(region).toContainText(text("people.blocked"));
        await expect(region.getByText(text("people.goes_of.seats", { count: 1 }))).toBeVisible();
        await expect(erase).toHaveCount(0);
        await owner.checkPage("a seat ahead");
      });
      await test.step("shows what is erased, and erases once the kind of request is entered", async () => {
        await searchAddress(subscriberEmail);
        await expect(region).toBeFocused();
        for (const kind of ["mails", "newsletter"])
          await expect(region.getByText(text(`people.goes_of.${kind}`, { count: 1 }))).toBeVisible();
        await expect(region).not.toContainText(text("people.goes_account"));
        await expect(erase).toBeDisabled();
        await page.keyboard.press("Tab");
        await page.keyboard.type("By phone, identity checked");
        await owner.checkPage("what goes");
        await page.keyboard.press("Enter");
        await expect(page.getByText(text("people.erased_done"))).toBeVisible();
        await expect(dialog).toHaveCount(0);
        await expect(opener).toBeFocused();
      });
      await test.step("afterwards nothing is kept", async () => {
        await page.keyboard.press("Enter");
        await searchAddress(subscriberEmail);
        await expect(region).toContainText(text("people.by_address.nothing"));
      });
    },
  );
