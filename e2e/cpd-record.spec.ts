/** K-05 and X-06: a person's CPD record, and the page that shares it. */
import { readFile } from "node:fs/promises";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { newPerson, post } from "#test/http/client.ts";
import { plainPdf } from "#test/media.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

for (const viewport of selectViewports("en"))
  test(`K-05 X-06 a record is filled and shared for chosen years, and its link withdrawn (${viewport.locale})`, async ({
    visit,
    site,
  }) => {
    const t = { locale: viewport.locale };
    const person = await newPerson(site);
    const visitor = await visit(site, { ...viewport, as: person });
    const { page } = visitor;
    const expectNoOverflow = async (what: string) => {
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sticksOut(visitor), `${what} at ${width}`).toEqual([]);
      }
      await page.setViewportSize({ width: viewport.width, height: 900 });
    };

    await test.step("an empty record shows what it will contain", async () => {
      await visitor.open("/my-cpd");
      await expect(page.getByText(m.cpd_empty({}, t))).toBeVisible();
      await visitor.checkPage("an empty record");
    });

    await test.step("a declared activity gets field errors (U-19: one asks for whole or half hours), then is saved and shown", async () => {
      await page.getByRole("button", { name: m.cpd_add_activity({}, t) }).click();
      await expect(page.getByLabel(m.cpd_what({}, t))).toBeFocused();
      visitor.allowStatus("/api/save-activity", 422);
      await page.getByLabel(m.cpd_hours({}, t)).fill("1.2");
      await page.getByRole("button", { name: m.cpd_save_activity({}, t) }).click();
      await expect(page.getByText(m.platform_field_required({}, t)).first()).toBeVisible();
      await expect(page.getByText(m.cpd_hours_wrong({}, t))).toBeVisible();
      await page.getByLabel(m.cpd_what({}, t)).fill("Ward round");
      await page.getByLabel(m.cpd_organised_by({}, t)).fill("Example Hospital");
      await page.getByLabel(m.cpd_hours({}, t)).fill("١٫٥");
      const proof = page.getByLabel(m.cpd_proof_choose({}, t));
      await proof.setInputFiles({ name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("no PDF") });
      visitor.allowStatus("/api/upload-proof", 422);
      await page.getByRole("button", { name: m.cpd_save_activity({}, t) }).click();
      await expect(page.getByRole("alert").filter({ hasText: m.changes_file_kind({}, t) })).toBeVisible();
      await expect(page.getByLabel(m.cpd_what({}, t))).toHaveValue("Ward round");
      await expectNoOverflow("a refused proof");
      const letter = { name: "letter.pdf", mimeType: "application/pdf", buffer: plainPdf() };
      await page.getByLabel(m.cpd_proof_replace({}, t)).setInputFiles(letter);
      await page.getByRole("button", { name: m.cpd_save_activity({}, t) }).click();
      await expect(page.getByText(m.cpd_activity_saved({}, t))).toBeVisible();
      await expect(page.getByText("Ward round", { exact: true }).filter({ visible: true })).toHaveCount(1);
      await expect(page.getByRole("img", { name: m.cpd_hours_by_year({}, t) })).toBeVisible();
    });

    await test.step("U-19 the proof is downloaded unchanged, then removed", async () => {
      const title = isolate("Ward round");
      const proof = page.getByRole("button", { name: m.cpd_proof_save({ title }, t) }).filter({ visible: true });
      const download = page.waitForEvent("download");
      await proof.click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe("letter.pdf");
      expect((await readFile(await saved.path())).equals(plainPdf())).toBe(true);
      await visitor.checkPage("a record with a proof");
      const change = page.getByRole("button", { name: m.cpd_change_named({ title }, t) }).filter({ visible: true });
      await change.click();
      await page.getByRole("button", { name: m.changes_file_remove({ name: isolate("letter.pdf") }, t) }).click();
      await page.getByRole("button", { name: m.cpd_save_activity({}, t) }).click();
      await expect(change).toBeVisible();
      await expect(proof).toHaveCount(0);
    });

    await test.step("the table is downloaded as a CSV file", async () => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: m.cpd_csv({}, t) }).click();
      expect((await download).suggestedFilename()).toMatch(/^cpd-record-\d{4}-\d\d-\d\d\.csv$/);
    });

    await test.step("forty more activities cause no overflow", async () => {
      for (let at = 0; at < 40; at++)
        await post(
          site,
          "/api/save-activity",
          { title: `Journal club ${at}`, provider: "Example Hospital", kind: "reading", date: "2025-05-04", hours: 1 },
          { token: person.token },
        );
      await visitor.open("/my-cpd");
      await expect(page.getByRole("tab", { name: "2025" })).toBeVisible();
      await visitor.checkPage("a record of forty");
      await expectNoOverflow("a record of forty");
    });

    await test.step("a link shows only the chosen years, and no record once it is withdrawn", async () => {
      await page.getByLabel(m.cpd_share_declared_too({}, t)).check();
      await page.getByRole("button", { name: m.cpd_share_make({}, t) }).click();
      await expect(page.getByText(m.cpd_share_made({}, t))).toBeVisible();
      const { body } = await post(site, "/api/my-cpd", {}, { token: person.token });
      const [link] = body["shares"] as { path: string }[];
      const guest = await visit(site, viewport);
      const answered = guest.page.waitForResponse((response) => response.url().endsWith("/api/shared-record"));
      await guest.open(link?.path ?? "");
      expect((await answered).headers()["cache-control"]).toBe("no-store");
      await expect(guest.page.getByRole("heading", { name: person.name })).toBeVisible();
      await expect(guest.page.getByText("Ward round", { exact: true }).filter({ visible: true })).toHaveCount(1);
      await expect(guest.page.getByText("Journal club 1", { exact: true })).toHaveCount(0);
      await expect(guest.page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
      await guest.checkPage("a shared record");
      await page.getByRole("button", { name: m.cpd_withdraw({}, t) }).click();
      await expect(page.getByText(m.cpd_share_withdrawn({}, t))).toBeVisible();
      guest.allowStatus("/api/shared-record", 404);
      await guest.page.reload();
      await expect(guest.page.getByRole("heading", { name: m.cpd_not_shared_heading({}, t) })).toBeVisible();
      await guest.checkPage("a withdrawn link");
    });
  });
