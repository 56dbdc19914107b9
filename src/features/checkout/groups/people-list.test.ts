/** Lists of people: how they are read, and how each line is checked. */
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import yazl from "yazl";
import { m } from "#messages";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { NotFound, ValidationError } from "#platform/errors.ts";
import { limits } from "#platform/rate-limit.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { checkPeople } from "./check-people.server.ts";
import { readListFile } from "./list-file.ts";
import { maxListed, readPeople, type TypedPerson } from "./people-list.ts";

const sara = { name: "Sara Ahmed", email: "sara@example.com", scfhs_number: "12-RN-0012345" };
const unnumbered = { ...sara, scfhs_number: "" };
const lines = (...rows: readonly (readonly string[])[]) => rows.map((row) => row.join("\t")).join("\n");
/** Reads a list. Returns its people, or `columns` when these are unknown, or its problem. */
const read = (text: string) => {
  const reading = readPeople(text);
  return reading.kind === "people" ? reading.people : reading.kind === "columns" ? "columns" : reading.problem;
};
const readReport = (text: string, hiddenRows = 0) => {
  const reading = readPeople(text, null, hiddenRows);
  return reading.kind === "people" ? reading.report : null;
};

describe("a list of people", () => {
  it("S-10, B-02 rejects lists that are too wide, too long, unclosed or have too many people", () => {
    expect(read("\t".repeat(199_999))).toBe("wide");
    expect(read("x".repeat(10_001))).toBe("wide");
    expect(read("x".repeat(200_001))).toBe("long");
    expect(read("a\n".repeat(1001))).toBe("long");
    expect(read('"a\nb')).toBe("quote");
    const people = Array.from({ length: maxListed + 1 }, (_, at) => `A, a${at}@example.com`);
    expect(read(people.join("\n"))).toBe("people");
    expect(read(people.slice(1).join("\n"))).toHaveLength(maxListed);
    expect(read("")).toEqual([]);
  });

  it("X-03 uses the separator of most lines: tab, semicolon or comma", () => {
    const omar = { name: "Khalid, Omar", email: "omar@example.com", scfhs_number: "" };
    expect(read("Khalid, Omar;omar@example.com\nLayla;l@example.com")).toEqual([
      omar,
      { name: "Layla", email: "l@example.com", scfhs_number: "" },
    ]);
    expect(read("Khalid, Omar\tomar@example.com")).toEqual([omar]);
    expect(read("منى اللامي، mona@example.com")).toEqual([
      { name: "منى اللامي", email: "mona@example.com", scfhs_number: "" },
    ]);
  });

  it("X-03 accepts columns in any order without a heading", () => {
    expect(
      read(
        lines(
          ["٠٠-RN-٠٠٠٠٠٠٢", "منى", "mona@example.com"],
          ["", " "],
          ["Yasser Dawood", "yasser", "00-TC-0000004"],
          ["Layla Fahad (ward 12)", "layla@example.com", ""],
        ),
      ),
    ).toEqual([
      { name: "منى", email: "mona@example.com", scfhs_number: "٠٠-RN-٠٠٠٠٠٠٢" },
      { name: "Yasser Dawood", email: "yasser", scfhs_number: "00-TC-0000004" },
      { name: "Layla Fahad (ward 12)", email: "layla@example.com", scfhs_number: "" },
    ]);
  });

  const { name, email, scfhs_number: number } = sara;
  it.each([
    ["mobile beside the number", ["Name", "Email", "Mobile", "SCFHS No"], [name, email, "0501234567", number], sara],
    ["employee number first", ["Employee ID", "Name", "Email"], ["100234", name, email], unnumbered],
    [
      "job and department",
      ["Name", "Email", "SCFHS", "Job title", "Department"],
      [name, email, number, "Staff Nurse", "ICU 2"],
      sara,
    ],
    ["a second address", ["Name", "Email", "Manager email", "SCFHS"], [name, email, "boss@example.org", number], sara],
    ["names in both scripts", ["الاسم بالعربية", "Name", "Email"], ["سارة أحمد", name, email], unnumbered],
    ["first and last name", ["Email", "First name", "Last name", "SCFHS"], [email, "Sara", "Ahmed ", number], sara],
    ["serial number first", ["م", "الاسم", "البريد الإلكتروني", "رقم الهيئة"], ["1", name, email, number], sara],
  ])("B-02 headings define the columns: %s", (_case, heading, row, person) => {
    expect(read(lines(heading, row))).toEqual([person]);
    expect(read(`sep=;\n${heading.join(";")}\n${row.join(";")}\n`)).toEqual([person]);
    expect(read(lines(["Nurses of ward 4"], [], heading, row, ["Total", "", "1"]))).toEqual([person]);
  });

  it("B-02 reports lines read and left out, why, and unused columns", () => {
    const list = lines(
      ["Nurses"],
      ["Name", "Email", "Mobile"],
      [name, email, "050"],
      ["", "", "051"],
      ["الإجمالي", "1"],
    );
    expect(readReport(list, 3)).toEqual({
      rows: 8,
      leftOut: [
        { reason: "hidden", count: 3 },
        { reason: "heading", count: 2 },
        { reason: "empty", count: 1 },
        { reason: "total", count: 1 },
      ],
      unusedColumns: ["Mobile"],
    });
  });

  it("B-02 reads our own roster in both languages, pasted or as CSV; a single row without heading asks for its columns", () => {
    for (const locale of ["en", "ar"] as const) {
      const heading = [
        m.roster_column_place,
        m.common_name,
        m.common_name_other,
        m.common_scfhs_number,
        m.common_profession,
        m.common_email,
        m.common_phone,
        m.common_order,
        m.common_status,
      ].map((label) => label({}, { locale }));
      const row = ["1", name, "سارة أحمد", number, "Nursing", email, "'+966501234567", "1140", "Confirmed"];
      expect(read(lines(heading, row))).toEqual([sara]);
      expect(read(`\ufeff${heading.join(",")}\r\n${row.join(",")}\r\n`)).toEqual([sara]);
      const reading = readPeople(lines(row));
      if (reading.kind !== "columns") throw new Error("The columns are guessed");
      expect(reading.guess).toEqual([null, "name", null, "scfhs_number", null, "email", null, null, null]);
      expect(readPeople(lines(heading, row), reading.guess)).toMatchObject({
        people: [sara],
        report: { rows: 2, leftOut: [{ reason: "heading", count: 1 }] },
      });
    }
  });

  it("B-02 asks which columns to use if a row has more than three filled cells, or the heading no name", () => {
    expect(read(lines([name, email, "0501234567", number]))).toBe("columns");
    expect(read(lines(["Nurse", "Email", "SCFHS"], [name, email, number]))).toBe("columns");
    expect(read("Email\nsara@example.com")).toEqual([{ name: "", email, scfhs_number: "" }]);
  });

  it("U-11 a third cell that is no number is not part of the name", () => {
    expect(read("نوف العتيبي, nouf@example.com, !!")).toEqual([
      { name: "نوف العتيبي", email: "nouf@example.com", scfhs_number: "!!" },
    ]);
  });

  it("U-12 splits each line by its own separator", () => {
    const text = `Omar, omar@example.com, 00-RN-0000002
Layla; layla@example.com
منى\tmona@example.com\t00-RN-0000877
Huda, huda@example.com; 00-RN-0000003`;
    expect(read(text)).toEqual([
      { name: "Omar", email: "omar@example.com", scfhs_number: "00-RN-0000002" },
      { name: "Layla", email: "layla@example.com", scfhs_number: "" },
      { name: "منى", email: "mona@example.com", scfhs_number: "00-RN-0000877" },
      { name: "Huda", email: "huda@example.com", scfhs_number: "00-RN-0000003" },
    ]);
  });

  it("B-13 reads addresses pasted from an email as one person each", () => {
    const mona = { name: "منى", email: "mona@example.com", scfhs_number: "" };
    const omar = { name: "Khalid, Omar", email: "omar@example.com", scfhs_number: "" };
    for (const text of [
      "Sara Ahmed <sara@example.com>; Khalid, Omar <omar@example.com>; منى <mona@example.com>;",
      'Sara Ahmed <sara@example.com>, "Khalid, Omar" <omar@example.com>, منى <mona@example.com>',
      "'Sara Ahmed' <mailto:sara@example.com>;\nKhalid, Omar <omar@example.com>;\nمنى <mona@example.com>",
    ])
      expect(read(text), text).toEqual([unnumbered, omar, mona]);
    expect(read("Sara Ahmed <sara@example.com>, 12-RN-0012345")).toEqual([sara]);
    expect(read("a@example.com; b@example.com")).toHaveLength(2);
  });
});

/** A workbook: a ZIP file with the rows of these sheets. */
async function workbook(sheets: { xml: string; state?: string }[], activeTab?: number, shared = ""): Promise<Blob> {
  const zip = new yazl.ZipFile();
  const parts: Record<string, string> = {
    "xl/workbook.xml": `<workbook><!-- a > b --><bookViews><workbookView ${activeTab === undefined ? "" : `activeTab="${activeTab}"`}/></bookViews><sheets>${sheets
      .map(
        ({ state }, at) =>
          `<sheet name="${at} &gt;" sheetId="${at}" ${state ? `state="${state}"` : ""} r:id="r${at}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at}.xml"/>`).join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
  };
  for (const [at, { xml }] of sheets.entries())
    parts[`xl/worksheets/sheet${at}.xml`] = `<x:worksheet><x:sheetData>${xml}</x:sheetData></x:worksheet>`;
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return new Blob([new Uint8Array(await buffer(zip.outputStream))]);
}
const cell = (text: string, reference = "") =>
  `<x:c ${reference && `r="${reference}"`} t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`;
const row = (cells: string, attributes = "") => `<x:row ${attributes}>${cells}</x:row>`;

describe("the file of a list", () => {
  it("S-10 rejects workbooks with far columns, many rows, inflated content or no visible sheet, and broken files", async () => {
    const large = `<si><t>${"x".repeat(6 * 2 ** 20)}</t></si>`;
    for (const file of [
      await workbook([{ xml: row(cell("a", "ZZZZZZ1")) }]),
      await workbook([{ xml: row(cell("a", "AY1")) }]),
      await workbook([{ xml: row(cell("a")).repeat(1001) }]),
      await workbook([{ xml: row('<x:c t="s"><x:v>0</x:v></x:c>') }], 0, large),
      await workbook([{ xml: row(cell("a")), state: "hidden" }]),
      await workbook([{ xml: '<x:row><x:c t="' }]),
      new Blob(["PK\u0003\u0004"]),
      new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0])]),
      new Blob(["x".repeat(2 ** 20 + 1)]),
    ])
      expect(await readListFile(file)).toBeNull();
  });

  it("B-08 reads the open sheet, else the first visible one, with cells without references in order", async () => {
    const [departments, people] = [row(cell("ICU")), row(cell("Sara") + cell("sara@example.com"))];
    const readText = async (...input: Parameters<typeof workbook>) =>
      (await readListFile(await workbook(...input)))?.text;
    const sheets = [{ xml: departments, state: "hidden" }, { xml: people }];
    expect(await readText(sheets)).toBe("Sara\tsara@example.com");
    expect(await readText(sheets, 0)).toBe("Sara\tsara@example.com");
    expect(await readText([{ xml: departments }, { xml: people }], 1)).toBe("Sara\tsara@example.com");
    expect(await readText([{ xml: departments }, { xml: people, state: "veryHidden" }], 1)).toBe("ICU");
    expect(await readText([{ xml: row(cell("a", "B1") + cell("b") + cell("c &amp; &#x62f;", "E1")) }])).toBe(
      "\ta\tb\t\tc & د",
    );
    const shared = "<si><r><t>Sa</t></r><r><t>ra</t></r><rPh><t>x</t></rPh></si>";
    expect(
      await readText([{ xml: row('<x:c t="s"><x:v>0</x:v></x:c><x:c/><x:c><x:v>12</x:v></x:c>') }], 0, shared),
    ).toBe("Sara\t\t12");
  });

  it("B-08 skips and counts hidden rows; reads Excel's Unicode text", async () => {
    const xml = row(cell("Sara")) + row(cell("Not Wanted"), 'hidden="1"') + row("", 'hidden="1"');
    expect(await readListFile(await workbook([{ xml }]))).toEqual({ text: "Sara", hiddenRows: 1 });
    const unicode = Buffer.from("\ufeffسارة\tsara@example.com", "utf16le");
    expect(await readListFile(new Blob([unicode]))).toMatchObject({ text: "سارة\tsara@example.com" });
  });
});

describeOnDatabase("checking a list of people", (open) => {
  let ctx: TestCtx;
  let runId: number;
  beforeEach(async () => {
    const database = await open();
    const buyer = await makeUser(database.db);
    ctx = testContext(database).as(buyer);
    runId = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 20 })).id;
  });
  const readErrors = (work: Promise<unknown>) =>
    work.then(
      () => ({}),
      (error: unknown) => (error instanceof ValidationError ? error.fields : Promise.reject(error)),
    );

  it("X-03 rejects visitors, empty and too long lists, and an unknown run", async () => {
    await expect(checkPeople({ ...ctx, viewer: null }, { runId, people: [] })).rejects.toMatchObject({ status: 401 });
    const people = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        name: `Person ${"abcdefghij"[at % 10]}`,
        email: `p${at}@example.com`,
        scfhs_number: "",
      }));
    for (const count of [0, maxListed + 1])
      expect(Object.keys(await readErrors(checkPeople(ctx, { runId, people: people(count) })))).toEqual(["people"]);
    await expect(checkPeople(ctx, { runId: 999_999, people: people(1) })).rejects.toThrow(NotFound);
    expect(await checkPeople(ctx, { runId, people: people(maxListed) })).toHaveLength(maxListed);
  });

  it("B-02, U-11 rejects a mobile number or a word as registration number", async () => {
    for (const scfhs_number of ["0501234567", "+966 50 123 4567", "00966501234567", "Ahmed", "!!"]) {
      const [line] = await checkPeople(ctx, { runId, people: [{ ...sara, scfhs_number }] });
      expect([line?.state, Object.keys(line?.errors ?? {})], scfhs_number).toEqual(["fix", ["scfhs_number"]]);
    }
    expect(await checkPeople(ctx, { runId, people: [sara] })).toMatchObject([{ state: "ready" }]);
  });

  it("X-03 checks 200 lines, says what each needs, and keeps what was typed", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Faisal Hamad", email: "faisal@example.com" });
    const rest = Array.from(
      { length: 194 },
      (_, at) => `Nurse ${String.fromCodePoint(97 + (at % 26))}, n${at}@example.com`,
    );
    const text = [
      "Omar Khalid, Omar.Khalid@example.com, 00-RN-0000002",
      "Layla O'Brien, layla.ob@example.com",
      "منى اللامي، mona.l@example.com، 00-RN-0000877",
      "Yasser Dawood, yasser@example, 00-TC-0000004",
      "Omar Khalid, omar.khalid@example.com, 00-RN-0000002",
      "Dr. Faisal Hamad, faisal@example.com, no number 1!",
      ...rest,
    ].join("\r\n");
    const reading = readPeople(text);
    if (reading.kind !== "people") throw new Error("The list is read");
    const listed = await checkPeople(ctx, { runId, people: reading.people });
    expect(listed).toHaveLength(200);
    expect(listed.slice(0, 6).map(({ state }) => state)).toEqual(["ready", "ready", "ready", "fix", "twice", "fix"]);
    expect(listed[0]).toMatchObject({ email: "omar.khalid@example.com", scfhs_number: "00RN0000002" });
    expect(listed[3]).toMatchObject({ email: "yasser@example", scfhs_number: "00-TC-0000004" });
    expect(Object.keys(listed[3]?.errors ?? {})).toEqual(["email"]);
    expect(listed[4]).toMatchObject({ same_as: 1 });
    expect(Object.keys(listed[5]?.errors ?? {})).toEqual(["scfhs_number"]);
    // Two lines are corrected. The others keep their state.
    const people = listed.map(({ name, email, scfhs_number }, at) => ({
      name,
      email: at === 3 ? "yasser@example.com" : email,
      scfhs_number: at === 5 ? "" : scfhs_number,
    }));
    const mended = await checkPeople(ctx, { runId, people });
    expect(mended.slice(3, 6).map(({ state }) => state)).toEqual(["ready", "twice", "booked"]);
    expect(mended.slice(6).every(({ state }) => state === "ready")).toBe(true);
  });

  it("S-11 says that someone has a seat only within the daily limit of named people", async () => {
    const strict = { ...ctx, env: testEnv({ RATE_LIMIT_FACTOR: "1" }) } as TestCtx;
    const { max } = limits.namedPeoplePerAccount;
    const [order = 0] = await paidOrders(ctx, 1, { runId });
    const booked = { name: "Sara N.", email: "booked@example.com", scfhs_number: "" };
    await bookPlace(ctx, { orderId: order, runId, seat: 1, name: booked.name, email: booked.email });
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: "A", email: `p${from + at}@example.com`, scfhs_number: "" }));
    const checkLastState = async (list: TypedPerson[]) =>
      (await checkPeople(strict, { runId, people: list })).at(-1)?.state;
    // A list that is longer than the limit is checked for everything else, and uses none of the limit.
    expect(await checkLastState([...people(1000, max), booked])).toBe("ready");
    expect(await checkLastState([booked])).toBe("booked");
    expect(await checkLastState(people(0, max - 1))).toBe("ready");
    // The same people count once a day, however often they are checked.
    expect(await checkLastState([booked])).toBe("booked");
    expect(await checkLastState([...people(2000, 1), booked])).toBe("ready");
  });
});
