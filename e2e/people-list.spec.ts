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
  submitButton,
  submitToBank,
  waitUntilLoaded,
} from "./support/buying.ts";
import { buildCart, type PicturedCourse } from "./support/cart.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

/** Builds a workbook as Excel does: shared strings, a compressed sheet, no empty cells. */
async function buildWorkbook(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const strings = [...new Set(rows.flat())];
  const cell = (text: string, row: number, column: number) =>
    text === "" ? "" : `<c r="${"ABC"[column]}${row}" t="s"><v>${strings.indexOf(text)}</v></c>`;
  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const zip = new yazl.ZipFile();
  const files: Record<string, string> = {
    "xl/workbook.xml": `<workbook ${namespace} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Target="worksheets/sheet3.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `<sst ${namespace}>${strings.map((text) => `<si><r><t>${text.slice(0, 2)}</t></r><r><t xml:space="preserve">${text.slice(2)}</t></r></si>`).join("")}</sst>`,
    "xl/worksheets/sheet3.xml": `<worksheet ${namespace}><sheetData>${rows.map((row, index) => `<row r="${index + 1}">${row.map((text, column) => cell(text, index + 1, column)).join("")}</row>`).join("")}</sheetData></worksheet>`,
  };
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream);
}

for (const viewport of selectViewports("en"))
  test(`X-03 people are pasted, corrected in place and uploaded; nothing is lost (${viewport.locale}, ${viewport.width} px)`, async ({
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
    const suffix = crypto.randomUUID().slice(0, 8);
    const emailFor = (name: string) => `${name}-${suffix}@example.com`;
    const checkButton = page.getByRole("button", { name: m.groups_list_check({}, t) });
    const rows = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /./ }) });
    const row = (name: string) => rows.filter({ hasText: name }).last();

    await visitor.open("/checkout/cart");
    await fillAddress(visitor);
    await page.getByText(m.checkout_mode_paste({}, t), { exact: true }).click();
    const pasteField = page.getByLabel(m.groups_list_paste({}, t));
    const readyButton = (count: number) => page.getByRole("button", { name: m.groups_list_use({ count }, t) });
    await test.step("beside the list, the attend button of seat 1 keeps focus when its label changes", async () => {
      await page.getByRole("button", { name: m.checkout_other_attends({}, t) }).click();
      await expect(page.getByRole("button", { name: m.checkout_i_attend({}, t) })).toBeFocused();
      await expect(field(visitor, "attendees.0.name")).toBeVisible();
    });
    await test.step("Y-02 an unchecked list blocks Submit", async () => {
      await pasteField.fill(emailFor("omar"));
      await submitButton(visitor).click();
      await expect(pasteField).toBeFocused();
      expect(await fieldMessage(visitor, `list.${course.id}`)).toBe(m.checkout_list_unused({}, t));
    });
    await pasteField.fill(
      `1\tOmar Khalid\t${emailFor("omar")}\t0501234567\n2\tLayla Fahad\t${emailFor("layla")}\t0501234568`,
    );
    await checkButton.click();
    await expect(page.getByRole("group", { name: m.groups_list_columns({}, t) })).toBeVisible();
    await visitor.checkPage("choosing the columns of a pasted list");
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await sticksOut(visitor), "choosing the columns").toEqual([]);
    await page.setViewportSize({ width: viewport.width, height: 900 });
    await page.getByRole("button", { name: m.groups_list_columns_use({}, t) }).click();
    await expect(page.getByText(m.groups_list_sum({ ready: 2, all: 2 }, t))).toBeVisible();
    await expect(page.getByText(m.groups_list_lines({ count: 2, twice: 0, leftOut: 0 }, t))).toBeVisible();
    await pasteField.fill(
      [
        `Omar Khalid, ${emailFor("omar")}, 00-RN-0000002`,
        `منى اللامي, ${emailFor("mona")}, 00-RN-0000877`,
        `Yasser Dawood, yasser-${suffix}@example, 00-TC-0000004`,
        `Omar Khalid, ${emailFor("omar")}, 00-RN-0000002`,
      ].join("\n"),
    );
    await checkButton.click();
    await expect(page.getByText(m.groups_list_sum({ ready: 2, all: 4 }, t))).toBeVisible();
    await expect(row("Yasser Dawood").getByText(m.platform_field_email({}, t))).toBeVisible();
    await expect(page.getByText(m.groups_list_same({ line: 1 }, t))).toBeVisible();
    await visitor.checkPage("people pasted, with mistakes");
    for (const width of [320, viewport.width]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sticksOut(visitor), `at ${width}`).toEqual([]);
    }
    // After a reload, the checked list is still there.
    await page.reload();
    await page.getByText(m.checkout_mode_paste({}, t), { exact: true }).click();
    await expect(page.getByText(m.groups_list_sum({ ready: 2, all: 4 }, t))).toBeVisible();
    await test.step("ready people get seats; the one still to be corrected stays in the list and blocks Submit", async () => {
      await readyButton(2).click();
      await expect(field(visitor, "attendees.1.email")).toHaveValue(emailFor("mona"));
      await expect(page.getByText(m.groups_list_sum({ ready: 0, all: 1 }, t))).toBeVisible();
      await submitButton(visitor).click();
      await expect(pasteField).toBeFocused();
      expect(await fieldMessage(visitor, `list.${course.id}`)).toBe(m.checkout_list_unused({}, t));
      await visitor.checkPage("a list of which one person is left");
    });
    await page.getByLabel(m.groups_list_field({ field: m.common_email({}, t), line: 1 }, t)).fill(emailFor("yasser"));
    await page.keyboard.press("Enter");
    await expect(page.getByText(m.groups_list_sum({ ready: 1, all: 1 }, t))).toBeVisible();
    await readyButton(1).click();
    await expect(field(visitor, "attendees.0.email")).toHaveValue(emailFor("omar"));
    await expect(field(visitor, "attendees.2.email")).toHaveValue(emailFor("yasser"));
    const review = page.locator("section[aria-labelledby=review]");
    await expect(
      review.getByText(m.orders_seats_unnamed({ count: 2 }, t), { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    // A list whose people all have seats blocks nothing, even when its tab is reopened.
    await page.getByText(m.checkout_mode_paste({}, t), { exact: true }).click();
    await expect(pasteField).toHaveValue("");
    await fillCard(visitor);
    await submitToBank(visitor);
    await answerBank(visitor);
    await waitUntilLoaded(visitor);

    const orderLink = page.getByRole("link", { name: m.payments_view_order({}, t) });
    await orderLink.click();
    await page.getByRole("button", { name: m.groups_list_open({}, t) }).click();
    await page.getByLabel(m.groups_list_file({}, t)).setInputFiles({
      name: "people.xlsx",
      mimeType: "application/octet-stream",
      buffer: await buildWorkbook([
        ["Name", "Email", "SCFHS"],
        ["Layla Fahad", emailFor("layla"), ""],
        ["Omar Khalid", emailFor("omar"), "00-RN-0000002"],
        ["Huda Salem", emailFor("huda"), "07-RM-0012345"],
      ]),
    });
    await expect(page.getByText(m.groups_list_has_seat({}, t))).toBeVisible();
    await page.getByRole("button", { name: m.groups_list_use({ count: 2 }, t) }).click();
    await expect(page.getByText(emailFor("huda"), { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: m.tickets_of({ name: isolate("Layla Fahad") }, t) })).toBeVisible();
  });
