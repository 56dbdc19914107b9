import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext } from "#test/context.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { openColleague } from "./support/staff.ts";
import { test } from "./support/test.ts";

test("look", async ({ visit, postgresSite: site }) => {
  test.setTimeout(240_000);
  const ctx = testContext(site.database);
  const names = [
    "Abdullah Fahad",
    "Dana Rashid",
    "Fahad Qasim",
    "Hanan Turki",
    "Layla Hamad",
    "Majed Ali",
    "Mona Lutfi",
    "سارة ناصر",
    "Nasser Badr",
    "Rawan Salem",
  ];
  const people = [];
  for (const [at, name] of names.entries())
    people.push(
      await makeUser(ctx.db, {
        name,
        email: `p${at}-${Date.now()}@example.com`,
        scfhsNumber: at % 4 === 3 ? "" : `0011820${at}`,
        locale: at % 2 ? "ar" : "en",
        profession: at % 3 ? "Nurse" : "Doctor",
      }),
    );
  const [one] = people;
  if (!one) return;
  const run = await makeRun(
    ctx.db,
    (
      await makeCourse(ctx.db, {
        nameEng: "Patient safety essentials for clinical teams",
        nameAr: "أساسيات سلامة المرضى",
      })
    ).id,
  );
  const [orderId = 0] = await paidOrders(ctx, 1, { runId: run.id, buyer: one });
  await bookPlace(ctx, { orderId, runId: run.id, seat: 1, name: one.name, email: one.email });
  await ctx.db.insert(outboxMails).values([
    {
      key: `a${one.id}`,
      to: one.email,
      locale: "en",
      template: "order-confirmed",
      props: {},
      subject: "Your seats are confirmed",
      text: "Dear Abdullah,\n\nyour seats are confirmed.",
      html: "x",
      status: "sent",
      sentAt: new Date(),
      createdAt: new Date(),
      attempts: 1,
    },
    {
      key: `b${one.id}`,
      to: one.email.replace("example", "exmaple"),
      locale: "ar",
      template: "attendee-place",
      props: {},
      subject: "تأكيد مقعدك",
      text: "أهلًا حنان، حُجز لك مقعد في دورة «تحسين الجودة».",
      html: "x",
      status: "failed",
      lastError: "EENVELOPE 550",
      createdAt: new Date(),
      attempts: 3,
    },
  ]);
  for (const locale of ["en", "ar"] as const) {
    const owner = await openColleague(visit, site, "owner", { locale, width: 1440 });
    const { page } = owner;
    const shot = async (name: string) => {
      await page.waitForTimeout(900);
      await page.screenshot({ path: `/tmp/people/${name}-${locale}.png`, fullPage: true });
      await owner.check(name).catch((e: Error) => console.log("CHECK", name, locale, e.message.slice(0, 1800)));
    };
    await owner.openStaff("/people");
    await shot("people");
    await owner.openStaff(`/people/${one.id}/show`);
    await shot("person");
    await page.getByRole("button", { name: locale === "en" ? "Erase personal data" : "مسح البيانات الشخصية" }).click();
    await shot("erase");
    await owner.openStaff("/mails");
    await page.locator(".mail-button").first().click();
    await shot("mails");
    await owner.openStaff("/audit");
    await page.locator(".opener").first().click();
    await shot("audit");
    await owner.openStaff("/staff");
    await shot("staff");
    await page.getByRole("button", { name: locale === "en" ? "Invite a colleague" : "دعوة زميل" }).click();
    await shot("invite");
    await owner.openStaff("/account");
    await shot("account");
  }
  const phone = await openColleague(visit, site, "support", { locale: "en", width: 390 });
  for (const [path, name] of [
    ["/people", "people"],
    [`/people/${one.id}/show`, "person"],
    ["/mails", "mails"],
    ["/audit", "denied"],
  ] as const) {
    await phone.openStaff(path);
    await phone.page.waitForTimeout(900);
    await phone.page.screenshot({ path: `/tmp/people/${name}-phone.png`, fullPage: true });
  }
});
