/** Claim links: the buyer sends and withdraws them, a colleague claims a seat. */
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { buyOrder, courseBySlug, newPerson, type Person } from "#test/http/client.ts";
import { expectAnswer } from "./support/answers.ts";
import { fill } from "./support/buying.ts";
import { checkNarrow } from "./support/sticks-out.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

async function buyThreeSeats(site: PostgresSite, person: Person): Promise<number> {
  const runId = (await courseBySlug(site, "patient-safety-essentials")).id;
  return (await buyOrder(site, person, runId, { qty: 3 })).order_id;
}

for (const viewport of selectViewports("ar"))
  test(`X-03, X-06, U-04 a link is sent, withdrawn, sent again and claimed once (${viewport.locale}, ${viewport.width} px)`, async ({
    visit,
    postgresSite: site,
  }) => {
    const t = { locale: viewport.locale };
    const person = await newPerson(site, "Sara Nasser");
    const orderId = await buyThreeSeats(site, person);
    const buyer = await visit(site, { ...viewport, as: person });
    const colleague = await visit(site, viewport);
    const email = `mona-${crypto.randomUUID()}@example.com`;
    const seat = (n: number) => buyer.page.getByRole("form", { name: m.enrolments_seat_number({ n }, t), exact: true });
    const findMailedLink = async () => {
      const mail = (await site.mails()).find(({ to, text }) => to === email && text.includes("/claim/"));
      return /https?:\/\/[^/]+(\/(?:ar\/)?claim\/\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    };
    const expectHeading = (title: string) =>
      expect(colleague.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const openLink = async (path: string) => {
      await colleague.page.goto(site.url + path);
    };

    await buyer.open(`/my-courses/${orderId}`);
    await buyer.page.getByRole("button", { name: m.groups_links_open({}, t) }).click();
    await seat(2).getByLabel(m.common_email({}, t)).fill(email);
    await seat(2)
      .getByRole("button", { name: m.groups_link_send({}, t) })
      .click();
    await expect(buyer.page.getByText(m.groups_link_sent({ email }, t))).toBeVisible();
    await checkNarrow(buyer, "links of an order");
    let withdrawn = "";
    await expect.poll(async () => (withdrawn = await findMailedLink())).not.toBe("");
    await seat(2)
      .getByRole("button", { name: m.groups_link_withdraw_of({ seat: m.enrolments_seat_number({ n: 2 }, t) }, t) })
      .click();
    await expect(buyer.page.getByText(m.groups_link_withdrawn({}, t))).toBeVisible();
    await openLink(withdrawn);
    await expectHeading(m.groups_claim_withdrawn({}, t));
    await checkNarrow(colleague, "a link that was withdrawn");

    await seat(2).getByLabel(m.common_email({}, t)).fill(email);
    await seat(2)
      .getByRole("button", { name: m.groups_link_send({}, t) })
      .click();
    let link = "";
    await expect.poll(async () => (link = await findMailedLink())).not.toBe(withdrawn);
    await openLink(link);
    await expectHeading(m.groups_claim_heading({}, t));
    await expect(colleague.page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await checkNarrow(colleague, "a claim link");
    await fill(colleague, "name", "Mona Lami");
    colleague.allowStatus("/api/claim-seat", 422);
    await fill(colleague, "email", "mona");
    await colleague.page.getByRole("button", { name: m.groups_claim_confirm({}, t) }).click();
    await expect(colleague.page.getByText(m.platform_field_email({}, t))).toBeVisible();
    await fill(colleague, "email", email);
    await colleague.page.getByRole("button", { name: m.groups_claim_confirm({}, t) }).click();
    await expectAnswer(colleague.page, m.groups_claim_yours({}, t));
    await checkNarrow(colleague, "a seat that was taken by link");
    await colleague.page.getByRole("link", { name: m.groups_claim_ticket({}, t) }).click();
    await expect(colleague.page.getByText("Mona Lami").last()).toBeVisible();
    await openLink(link);
    await expectHeading(m.groups_claim_taken({}, t));
    await buyer.open(`/my-courses/${orderId}`);
    await buyer.page.getByRole("button", { name: m.groups_links_open({}, t) }).click();
    const [claimedText = ""] = m.groups_link_claimed({ name: isolate("Mona Lami"), time: "|" }, t).split("|");
    await expect(buyer.page.getByText(claimedText)).toBeVisible();
  });
