/** The markup of parts of the portal. */
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { loadPageTexts, m, setLocale } from "../messages.ts";
import { MailsCard } from "../today/waiting-cards.tsx";
import { Chip } from "./chip.tsx";
import { ConflictBanner } from "./conflict-banner.tsx";
import { SeatBar } from "./seat-bar.tsx";
import { withCode } from "./with-code.tsx";

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|");

beforeEach(async () => {
  await setLocale("ar");
  await loadPageTexts();
});

it("CT-08 the text of a long chip may break, that of a short one does not", () => {
  const chip = (text: string) => renderToStaticMarkup(<Chip icon="check">{text}</Chip>);
  for (const long of ["Published, hidden until it has a run", "Publishes Sat 28 Nov, 20:09"])
    expect(chip(long)).not.toContain("nowrap");
  expect(chip("Published")).toContain("whitespace-nowrap");
});

it("D10 a dot stands between the seats and the mark of a run with low bookings", () => {
  expect(textOf(renderToStaticMarkup(<SeatBar sold={5} capacity={24} isLow />))).toContain("5 من 24 · إقبال ضعيف");
});

it("B9 B43 a number in a sentence does not break at its dashes", () => {
  const number = "NH-2026-B7VY-P6FU";
  const html = renderToStaticMarkup(<>{withCode((code) => `حلّت محلها ${code} في 17 أكتوبر`, number)}</>);
  expect(html).toMatch(new RegExp(`<bdi[^>]*whitespace-nowrap[^>]*>${number}</bdi>`));
  expect(textOf(html)).toBe(`حلّت محلها |${number}| في 17 أكتوبر`);
});

it("B41 the attempts of a failed mail stand on a line of their own", () => {
  const mail = { id: 1, subject: "Order 1001", to: "samar.aljabr@example.com", attempts: 4 };
  const created_at = "2026-11-20T08:00:00Z";
  const mails = { count: 1, newest_at: created_at, items: [{ ...mail, created_at, problem: null }] };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <MailsCard mails={mails} />
    </MemoryRouter>,
  );
  expect(html).toContain(`<div class="small quiet">${m.staff_today_mails_tries({ count: 4 })}</div>`);
});

it("CT-11 where both changed a field there is no button that merges without asking", () => {
  const banner = (both: string[]) => {
    const run = () => undefined;
    const ways = { onMerge: run, onCompare: run, onTakeTheirs: run, onKeepApart: run };
    const fields = { theirs: ["Name"], mine: ["Name"], both };
    return renderToStaticMarkup(<ConflictBanner author="Lina" savedAt={null} isBusy={false} {...fields} {...ways} />);
  };
  expect(banner([])).toContain(m.staff_editor_conflict_merge());
  expect(banner(["Name"])).not.toContain(m.staff_editor_conflict_merge());
  expect(banner(["Name"])).toContain(m.staff_editor_conflict_compare());
});
