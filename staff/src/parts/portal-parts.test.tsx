/** Tests of the markup of components of the portal. */
import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { loadPageTexts, m, setLocale } from "../messages.ts";
import { CodeFactCards } from "../discounts/code-facts.tsx";
import type { FullCode } from "../discounts/code-labels.tsx";
import { MediaTextFacts } from "../media/media-form.tsx";
import type { Media } from "../media/media.ts";
import { isChangeable, toRunValues, type RunValues } from "../runs/form-values.ts";
import { RunFacts } from "../runs/run-facts.tsx";
import type { FullRun } from "../runs/types.ts";
import { MailsCard } from "../today/waiting-cards.tsx";
import { Chip } from "./chip.tsx";
import { ComboBox } from "./combo-box.tsx";
import { ConflictBanner } from "./conflict-banner.tsx";
import { DayField, DateTimeField, getTextBelow, TimeField } from "./date-time-fields.tsx";
import { formatDate } from "./formats.ts";
import { SeatBar } from "./seat-bar.tsx";
import { insertCode } from "./insert-code.tsx";

const toText = (html: string) => html.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|");

beforeEach(async () => {
  await setLocale("ar");
  await loadPageTexts();
});

it("CT-08 wraps the text of a long chip, not of a short one", () => {
  const renderChip = (text: string) => renderToStaticMarkup(<Chip icon="check">{text}</Chip>);
  for (const longText of ["Published, hidden until it has a run", "Publishes Sat 28 Nov, 20:09"])
    expect(renderChip(longText)).not.toContain("nowrap");
  expect(renderChip("Published")).toContain("whitespace-nowrap");
});

it("D10 puts a dot between the seats and the mark of a run with low bookings", () => {
  expect(toText(renderToStaticMarkup(<SeatBar sold={5} capacity={24} isLow />))).toContain("5 من 24 · إقبال ضعيف");
});

it("B9 B43 a number in a sentence does not break at its dashes", () => {
  const number = "NH-2026-B7VY-P6FU";
  const html = renderToStaticMarkup(<>{insertCode((code) => `حلّت محلها ${code} في 17 أكتوبر`, number)}</>);
  expect(html).toMatch(new RegExp(`<bdi[^>]*whitespace-nowrap[^>]*>${number}</bdi>`));
  expect(toText(html)).toBe(`حلّت محلها |${number}| في 17 أكتوبر`);
});

it("B41 shows the attempts of a failed email on a separate line", () => {
  const mail = { id: 1, subject: "Order 1001", to: "samar.aljabr@example.com", attempts: 4 };
  const createdAt = "2026-11-20T08:00:00Z";
  const mails = { count: 1, newestAt: createdAt, items: [{ ...mail, createdAt, problem: null }] };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <MailsCard mails={mails} />
    </MemoryRouter>,
  );
  expect(html).toContain(`<div class="text-sm text-ink-3">${m.staff_today_mails_tries({ count: 4 })}</div>`);
});

it("CT-11 has no merge button if both changed the same field", () => {
  const renderBanner = (both: string[]) => {
    const ignore = () => undefined;
    const handlers = { onMerge: ignore, onCompare: ignore, onTakeTheirs: ignore, onSaveSeparately: ignore };
    const fields = { theirs: ["Name"], mine: ["Name"], both };
    return renderToStaticMarkup(
      <ConflictBanner author="Lina" savedAt={null} isPending={false} {...fields} {...handlers} />,
    );
  };
  expect(renderBanner([])).toContain(m.staff_common_action_merge_versions());
  expect(renderBanner(["Name"])).not.toContain(m.staff_common_action_merge_versions());
  expect(renderBanner(["Name"])).toContain(m.staff_editor_conflict_compare());
});

it("L-9 CT-29 date and time fields have one format, and below them that format or the day in words", () => {
  const ignoreChange = () => undefined;
  const renderField = (Field: typeof DayField, value: string) => {
    const html = renderToStaticMarkup(<Field label="L" value={value} onChange={ignoreChange} hint="H" />);
    return [
      / value="([^"]*)"/.exec(html)?.[1],
      /<p id="[^"]*-hint"[^>]*>([^<]*)/.exec(html)?.[1],
      /type="([^"]*)"/.exec(html)?.[1],
    ];
  };
  const [date, time] = [m.staff_common_format_date(), m.staff_common_format_time()];
  expect(renderField(DayField, "")).toEqual(["", `${date} · H`, "text"]);
  expect(renderField(DayField, "31/02/2099")).toEqual(["31/02/2099", `${date} · H`, "text"]);
  expect(renderField(DayField, "2099-12-09")).toEqual(["09/12/2099", "الأربعاء 9 ديسمبر 2099 · H", "text"]);
  expect(renderField(TimeField, "")).toEqual(["", `${time} · H`, "text"]);
  expect(renderField(TimeField, "16:00")).toEqual(["16:00", "H", "text"]);
  expect(renderField(DateTimeField, "")).toEqual(["", `${date} ${time} · H`, "text"]);
  expect(renderField(DateTimeField, "2099-12-09T16:00").slice(0, 2)).toEqual([
    "09/12/2099 16:00",
    "الأربعاء 9 ديسمبر 2099، 16:00 · H",
  ]);
});

it("L-9 a combo box without a button leaves no room for one before an English text of the Arabic portal", () => {
  const items = [{ name: "Training hall" }];
  const renderBox = (allowsFreeText: boolean) =>
    renderToStaticMarkup(
      <ComboBox
        allowsFreeText={allowsFreeText}
        label="L"
        items={items}
        getKey={({ name }) => name}
        getText={({ name }) => name}
        value={null}
        onChange={() => undefined}
        dir="ltr"
        lang="en"
      />,
    );
  expect(
    [renderBox(true), renderBox(false)].map((html) => [html.includes("button-room"), html.includes("<button")]),
  ).toEqual([
    [false, false],
    [true, true],
  ]);
});

it("L-9 CT-29 does not repeat the format below a message that names it", () => {
  const spelled = m.staff_common_format_date();
  expect(getTextBelow({ isWrong: true, spelled, hint: "H" })).toBe("H");
  expect(getTextBelow({ isWrong: true, spelled, hint: undefined })).toBe("");
  expect(getTextBelow({ isWrong: false, spelled, hint: undefined })).toBe(spelled);
});

it("L-9 CT-29 only the two date filters of the audit log follow the browser's language", () => {
  const native = /type="(?:date|time|datetime-local|month|week)"/;
  const root = new URL("../", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"),
  );
  expect(files.filter((file) => native.test(readFileSync(new URL(file, root), "utf8")))).toEqual([
    "audit/audit-list.tsx",
  ]);
});

const fullRun = {
  id: 7,
  delivery: "onsite",
  venueEng: "Hall 4, Riyadh",
  venueAr: "القاعة 4، الرياض",
  addressEng: "12 Palm Street",
  addressAr: "12 شارع النخيل",
  doorsOpen: "08:15",
  bringEng: "A stethoscope",
  bringAr: "سماعة طبية",
  language: "both",
  capacity: 24,
  minSeats: 10,
  decideBy: "2099-11-23T16:45",
  ifMissed: "run",
  remindsToDecide: true,
  price: "2400.00",
  groupFromSeats: 5,
  groupPercent: 12,
  allBackDays: 31,
  partBackDays: 17,
  partBackPercent: 55,
  moveDays: 9,
  hours: 16.5,
  lateMinutesAllowed: 20,
  accreditationStatus: "accredited",
  accreditationNumber: "CPD-2099-77",
  activityReference: "ACT-88",
  accreditingBodyEng: "Example Commission",
  accreditingBodyAr: "هيئة المثال",
  specialtyEng: "Nursing",
  specialtyAr: "التمريض",
  // The feedback card calls the server, so a cancelled run leaves it out.
  cancelledAt: "2099-11-01T08:00:00Z",
  saleStoppedAt: null,
  endDate: "2099-12-06",
  timesConfirmed: true,
  sessions: [
    {
      id: 1,
      startsAt: "2099-12-06T06:05:00Z",
      endsAt: "2099-12-06T12:35:00Z",
      joiningUrl: "https://meet.example/9",
    },
  ],
  clashes: [],
} as unknown as FullRun;

it.each(["en", "ar"] as const)("DK-26 %s: shows a run as text to people who cannot change it", async (locale) => {
  await setLocale(locale);
  const html = renderToStaticMarkup(<RunFacts run={fullRun} taxPercent={15} />);
  expect(html).not.toMatch(/<(?:input|select|textarea|fieldset|button)/);
  const text = toText(html);
  const spelled: Partial<Record<keyof RunValues, string>> = {
    visibility: m.staff_runs_visibility_public(),
    // Only a run for a company shows it.
    priceFor: "",
    delivery: m.staff_runs_delivery_onsite(),
    language: m.staff_runs_languages_both(),
    // The time follows its day, so it is not at the start of the cell.
    decideBy: "16:45",
    ifMissed: m.staff_runs_if_missed_run(),
    remindsToDecide: m.staff_runs_reminders_on(),
    price: "2,400.00",
    accreditationStatus: m.staff_runs_accreditation_states_accredited(),
  };
  for (const [name, value] of Object.entries(toRunValues(fullRun)))
    expect(text, name).toContain(`|${spelled[name as keyof RunValues] ?? value}`.replace("|16:45", "16:45"));
  for (const fact of ["2,760.00", "https://meet.example/9", m.staff_common_time_range({ from: "09:05", to: "15:35" })])
    expect(text).toContain(fact);
});

it("DK-26 says that a run has no minimum, own rules, confirmed times or accreditation", () => {
  const run = {
    ...fullRun,
    minSeats: null,
    allBackDays: null,
    partBackDays: null,
    partBackPercent: null,
    moveDays: null,
    language: null,
    accreditationStatus: "none",
    timesConfirmed: false,
    doorsOpen: null,
  } as unknown as FullRun;
  const text = toText(renderToStaticMarkup(<RunFacts run={run} taxPercent={undefined} />));
  for (const fact of [
    m.staff_runs_min_seats_none(),
    m.staff_runs_policy_none(),
    m.staff_runs_languages_none(),
    m.staff_runs_accreditation_states_none(),
    m.staff_runs_times_open(),
    `${m.staff_runs_fields_doors_open()}|–`,
  ])
    expect(text).toContain(fact);
  for (const fact of ["16:45", "CPD-2099-77", "09:05"]) expect(text).not.toContain(fact);
});

it("DK-26 a run can be changed until its last day is over, it is cancelled or its sale is stopped", () => {
  const run = { cancelledAt: null, saleStoppedAt: null, endDate: "2099-12-06" };
  expect(isChangeable(run, "2099-12-06")).toBe(true);
  expect(isChangeable(run, "2099-12-07")).toBe(false);
  expect(isChangeable({ ...run, cancelledAt: "2099-11-01T08:00:00Z" }, "2099-11-02")).toBe(false);
  expect(isChangeable({ ...run, saleStoppedAt: "2099-11-01T08:00:00Z" }, "2099-11-02")).toBe(false);
});

const fullCode = {
  code: "WARD10",
  purpose: "Ward managers",
  percent: 12,
  amount: null,
  maxDiscount: "350.00",
  minSeats: 3,
  scope: "only",
  courseIds: [1],
  runIds: [],
  validFrom: "2099-02-03",
  validTo: "2099-04-05",
  maxUses: 77,
  maxUsesPerAccount: 8,
  firstOrderOnly: true,
} as unknown as FullCode;
const names = ["Safe handover"];
const renderCodeText = (code: FullCode) => {
  const html = renderToStaticMarkup(<CodeFactCards code={code} names={names} />);
  expect(html).not.toMatch(/<(?:input|select|textarea|fieldset|button)/);
  return toText(html);
};

it.each(["en", "ar"] as const)(
  "DK-26 %s: those who may not change a discount code read its facts as text",
  async (locale) => {
    await setLocale(locale);
    const text = renderCodeText(fullCode);
    const days = [fullCode.validFrom, "2099-04-05"].map((day) => formatDate(day, "date", locale));
    const limits = ["12%", "350.00", "3", "77", "8", m.staff_common_boolean_true()];
    for (const fact of ["WARD10", "Ward managers", m.staff_discounts_scope_only(), ...names, ...days, ...limits])
      expect(text).toContain(`|${fact}|`);
    const changes = { percent: null, amount: "200.00", scope: "all", validTo: null, maxUses: null } as const;
    const otherText = renderCodeText({ ...fullCode, ...changes });
    expect(otherText).toContain("|200.00|");
    expect(otherText).toContain(`|${m.staff_discounts_scope_all()}|`);
    expect(otherText.split(`|${m.staff_discounts_most_none()}|`)).toHaveLength(3);
    for (const fact of ["12%", "350.00", "77", ...names]) expect(otherText).not.toContain(`|${fact}|`);
  },
);

it("DK-26 shows the descriptions of an upload as text to people who cannot change it", () => {
  const media = { kind: "picture", decorative: false, alt_eng: "A ward", alt_ar: "" } as Media;
  const renderFacts = (changes: Partial<Media> = {}) =>
    renderToStaticMarkup(<MediaTextFacts media={{ ...media, ...changes }} />);
  expect(renderFacts()).not.toMatch(/<(?:input|textarea|button)/);
  expect(toText(renderFacts())).toContain("|A ward|");
  expect(toText(renderFacts())).toContain(`|${m.staff_media_described_none()}|`);
  expect(toText(renderFacts({ decorative: true }))).toBe(`|${m.staff_media_panel_decorative()}|`);
  expect(renderFacts({ kind: "document" })).toBe("");
});
