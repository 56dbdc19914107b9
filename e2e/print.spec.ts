/** Pages that people print take few sheets and leave out what only a screen needs. */
import { locales } from "#i18n/locale.ts";
import { m } from "#messages";
import { buyOrder, courseBySlug, newPerson, post } from "#test/http/client.ts";
import { pdfPages } from "#test/pdf-text.ts";
import { waitUntilLoaded } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";

const slug = "patient-safety-essentials";

for (const locale of locales)
  test(`L-5 order, ticket, CPD record and course print on few sheets (${locale})`, async ({ visit, site }) => {
    const t = { locale };
    const person = await newPerson(site, "Sara Nasser");
    const { token } = person;
    const order = await buyOrder(site, person, (await courseBySlug(site, slug)).id);
    const { body } = await post(
      site,
      "/api/order_details",
      { user_id: person.user.id, order_id: order.order_id },
      { token },
    );
    const { lines } = body["order"] as { lines: { attendees: { ticket: string }[] }[] };
    // Last year and the year before: an activity must not lie in the future, and 9 January of this year may.
    const year = new Date().getFullYear() - 1;
    for (let index = 0; index < 9; index++)
      await post(
        site,
        "/api/save-activity",
        {
          title: `Journal club ${index}`,
          provider: "Example Hospital",
          kind: "reading",
          date: `${year - (index % 2)}-01-0${9 - index}`,
          hours: 1,
        },
        { token },
      );
    const visitor = await visit(site, { locale, width: 1440, as: person });
    const { page } = visitor;
    const print = async (path: string) => {
      await visitor.open(path);
      await waitUntilLoaded(visitor);
      return pdfPages(await page.pdf({ preferCSSPageSize: true }));
    };

    await test.step("an order with its invoice prints on one sheet", async () => {
      const sheets = await print(`/my-courses/${order.order_id}`);
      expect(sheets).toHaveLength(1);
      // poppler reads a gap between some letters as a space.
      expect(sheets[0]?.replaceAll(" ", "")).toMatch(/INV-\d{4}-\d{6}/);
      expect(sheets[0]).toContain("Sara Nasser");
    });
    await test.step("a ticket prints on one sheet", async () => {
      const sheets = await print(`/ticket/${lines[0]?.attendees[0]?.ticket}`);
      expect(sheets).toHaveLength(1);
      expect(sheets[0]).toContain("Sara Nasser");
      expect(sheets[0]).not.toContain(m.tickets_hint_bright({}, t));
    });
    await test.step("a CPD record prints one year on one sheet, without controls", async () => {
      const sheets = await print("/my-cpd");
      expect(sheets).toHaveLength(1);
      expect(sheets[0]?.match(/Journal club/g)).toHaveLength(5);
      expect(sheets[0]).not.toContain(m.cpd_share_heading({}, t));
    });
    await test.step("a course prints on two sheets", async () => {
      const sheets = await print(`/courses/${slug}`);
      expect(sheets).toHaveLength(2);
    });
  });
