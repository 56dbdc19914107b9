/** A hospital pastes its people at checkout and uploads a workbook on the order's page. */
import yazl from "yazl";
import { buffer } from "node:stream/consumers";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { courseBySlug, newPerson } from "#test/http/client.ts";
import {
  answerBank,
  field,
  fieldMessage,
  fillAddress,
  fillCard,
  settled,
  submitButton,
  submitToBank,
} from "./support/buying.ts";
import { buildCart, type PicturedCourse } from "./support/cart.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test } from "./support/test.ts";
import { oneViewport } from "./support/visitor.ts";

/** As Excel writes it: shared strings, the sheet deflated, an empty cell left out. */
async function workbook(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const strings = [...new Set(rows.flat())];
  const cell = (text: string, row: number, at: number) =>
    text === "" ? "" : `<c r="${"ABC"[at]}${row}" t="s"><v>${strings.indexOf(text)}</v></c>`;
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const zip = new yazl.ZipFile();
  const parts: Record<string, string> = {
    "xl/workbook.xml": `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Target="worksheets/sheet3.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `<sst ${main}>${strings.map((text) => `<si><r><t>${text.slice(0, 2)}</t></r><r><t xml:space="preserve">${text.slice(2)}</t></r></si>`).join("")}</sst>`,
    "xl/worksheets/sheet3.xml": `<worksheet ${main}><sheetData>${rows.map((row, at) => `<row r="${at + 1}">${row.map((text, column) => cell(text, at + 1, column)).join("")}</row>`).join("")}</sheetData></worksheet>`,
  };
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream);
}

for (const viewport of oneViewport("en"))
  test(`X-03 people are pasted, mended in place and uploaded; nothing is lost (${viewport.locale}, ${viewport.width} px)`, async ({
    visit,
    postgresSite: site,
  }) => {
    const t = { locale: viewport.locale };
    const person = await newPerson(site);
    const { id, slug } = await makeCourse(site.database.db);
    await makeRun(site.database.db, id, { capacity: 20 });
    const course = (await courseBySlug(site, slug)) as PicturedCourse;
    const visitor = await visit(site, { ...viewport, as: person, stored: { cart: buildCart([course, 5]) } });
    const { page } = visitor;
    const tag = crypto.randomUUID().slice(0, 8);
    const mail = (name: string) => `${name}-${tag}@example.com`;
    const check = page.getByRole("button", { name: m.groups_list_check({}, t) });
    const rows = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /./ }) });
    const row = (name: string) => rows.filter({ hasText: name }).last();

    await visitor.open("/checkout/cart");
    await fillAddress(visitor);
    await page.getByText(m.checkout_mode_paste({}, t), { exact: true }).click();
    const pasted = page.getByLabel(m.groups_list_paste({}, t));
    const useReady = (count: number) => page.getByRole("button", { name: m.groups_list_use({ count }, t) });
    await test.step("the switch of the first seat keeps its focus beside the list", async () => {
      await page.getByRole("button", { name: m.checkout_other_attends({}, t) }).click();
      await expect(page.getByRole("button", { name: m.checkout_i_attend({}, t) })).toBeFocused();
      await expect(field(visitor, "attendees.0.name")).toBeVisible();
    });
    await test.step("Y-02 a list that was not read holds Submit back", async () => {
      await pasted.fill(mail("omar"));
      await submitButton(visitor).click();
      await expect(pasted).toBeFocused();
      expect(await fieldMessage(visitor, `list.${course.id}`)).toBe(m.checkout_list_unused({}, t));
    });
    await pasted.fill(`1\tOmar Khalid\t${mail("omar")}\t0501234567\n2\tLayla Fahad\t${mail("layla")}\t0501234568`);
    await check.click();
    await expect(page.getByRole("group", { name: m.groups_list_columns({}, t) })).toBeVisible();
    await visitor.check("columns of a list to choose");
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await sticksOut(visitor), "columns to choose").toEqual([]);
    await page.setViewportSize({ width: viewport.width, height: 900 });
    await page.getByRole("button", { name: m.groups_list_columns_use({}, t) }).click();
    await expect(page.getByText(m.groups_list_sum({ ready: 2, all: 2 }, t))).toBeVisible();
    await expect(page.getByText(m.groups_list_lines({ count: 2, twice: 0, leftOut: 0 }, t))).toBeVisible();
    await pasted.fill(
      [
        `Omar Khalid, ${mail("omar")}, 00-RN-0000002`,
        `منى اللامي, ${mail("mona")}, 00-RN-0000877`,
        `Yasser Dawood, yasser-${tag}@example, 00-TC-0000004`,
        `Omar Khalid, ${mail("omar")}, 00-RN-0000002`,
      ].join("\n"),
    );
    await check.click();
    await expect(page.getByText(m.groups_list_sum({ ready: 2, all: 4 }, t))).toBeVisible();
    await expect(row("Yasser Dawood").getByText(m.platform_field_email({}, t))).toBeVisible();
    await expect(page.getByText(m.groups_list_same({ line: 1 }, t))).toBeVisible();
    await visitor.check("people pasted, with mistakes");
    for (const width of [320, viewport.width]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sticksOut(visitor), `at ${width}`).toEqual([]);
    }
    // The page is left and comes back: what was typed and checked is there.
    await page.reload();
    await page.getByText(m.checkout_mode_paste({}, t), { exact: true }).click();
    await expect(page.getByText(m.groups_list_sum({ ready: 2, all: 4 }, t))).toBeVisible();
    await test.step("the ready are used; who is still to be mended stays, and holds Submit back", async () => {
      await useReady(2).click();
      await expect(field(visitor, "attendees.1.email")).toHaveValue(mail("mona"));
      await expect(page.getByText(m.groups_list_sum({ ready: 0, all: 1 }, t))).toBeVisible();
      await submitButton(visitor).click();
      await expect(pasted).toBeFocused();
      expect(await fieldMessage(visitor, `list.${course.id}`)).toBe(m.checkout_list_unused({}, t));
      await visitor.check("a list of which one person is left");
    });
    await page.getByLabel(m.groups_list_field({ field: m.common_email({}, t), line: 1 }, t)).fill(mail("yasser"));
    await page.keyboard.press("Enter");
    await expect(page.getByText(m.groups_list_sum({ ready: 1, all: 1 }, t))).toBeVisible();
    await useReady(1).click();
    await expect(field(visitor, "attendees.0.email")).toHaveValue(mail("omar"));
    await expect(field(visitor, "attendees.2.email")).toHaveValue(mail("yasser"));
    const review = page.locator("section[aria-labelledby=review]");
    await expect(
      review.getByText(m.orders_seats_unnamed({ count: 2 }, t), { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    // A list that is in the seats holds nothing back, even when its tab is opened again.
    await page.getByText(m.checkout_mode_paste({}, t), { exact: true }).click();
    await expect(pasted).toHaveValue("");
    await fillCard(visitor);
    await submitToBank(visitor);
    await answerBank(visitor);
    await settled(visitor);

    const response = page.getByRole("link", { name: m.payments_view_order({}, t) });
    await response.click();
    await page.getByRole("button", { name: m.groups_list_open({}, t) }).click();
    await page.getByLabel(m.groups_list_file({}, t)).setInputFiles({
      name: "people.xlsx",
      mimeType: "application/octet-stream",
      buffer: await workbook([
        ["Name", "Email", "SCFHS"],
        ["Layla Fahad", mail("layla"), ""],
        ["Omar Khalid", mail("omar"), "00-RN-0000002"],
        ["Huda Salem", mail("huda"), "07-RM-0012345"],
      ]),
    });
    await expect(page.getByText(m.groups_list_has_seat({}, t))).toBeVisible();
    await page.getByRole("button", { name: m.groups_list_use({ count: 2 }, t) }).click();
    await expect(page.getByText(mail("huda"), { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: m.tickets_of({ name: isolate("Layla Fahad") }, t) })).toBeVisible();
  });
