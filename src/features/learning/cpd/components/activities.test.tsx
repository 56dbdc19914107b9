import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { Activities, mergeActivities } from "./activities.tsx";
import type { Declared, Verified } from "./record-types.ts";

const verified: Verified = {
  number: "NH-2027-K7Q4-9M2X",
  name_eng: "Safe handover",
  name_ar: "التسليم الآمن",
  start_date: "2027-01-10",
  end_date: "2027-01-11",
  hours: 12,
  category: "accredited",
  delivery: "onsite",
  accreditation_number: "CPD-1",
  repeated: false,
} as unknown as Verified;
const links = { pdf_url: "/take.pdf", badge_url: "/badge.json", linkedin_url: "https://linkedin.example/add" };
const declared = {
  id: 3,
  title: "Ward round",
  provider: "Example Hospital",
  kind: "reading",
  date: "2027-02-01",
  hours: 2,
} as unknown as Declared;

/** Renders the table of activities. Returns the cells of each row, its head first. */
function renderRows(rows: ReturnType<typeof mergeActivities>, onEdit?: () => void): string[] {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Activities caption="Activities" rows={rows} proofLabel="Check" {...(onEdit && { onEdit })} />
    </MemoryRouter>,
  );
  const [, table = ""] = /<table(.*)<\/table>/s.exec(html) ?? [];
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, cells = ""]) => cells);
}
const lastCell = (row: string | undefined) => [...(row ?? "").matchAll(/<t[hd]([^>]*)>(.*?)<\/t[hd]>/gs)].at(-1) ?? [];

describe("L-22 the proof of an activity is in the last column", () => {
  it("for others: the number links to the check, with a tick", () => {
    const [head, row] = renderRows(mergeActivities([verified], []));
    for (const cells of [head, row]) expect(lastCell(cells)[1]).toContain("text-end");
    expect(lastCell(head)[2]).toContain("Check");
    const [, , proof = ""] = lastCell(row);
    expect(proof).toMatch(
      new RegExp(`<a[^>]*href="/verify/${verified.number}".*circle-check.*${verified.number}`, "s"),
    );
  });

  it("for its owner: the certificate, and a menu of actions; declared activities can be changed", () => {
    const rows = mergeActivities([{ ...verified, links }], [declared]);
    const [, declaredRow, verifiedRow] = renderRows(rows, () => {});
    expect(lastCell(declaredRow)[2]).toMatch(/<button[^>]*>.*Change<\/button>/s);
    const [, , proof = ""] = lastCell(verifiedRow);
    const [beforeMenu = "", inMenu = ""] = proof.split("<details");
    expect(beforeMenu).toContain(links.pdf_url);
    for (const address of [links.badge_url, links.linkedin_url]) {
      expect(beforeMenu).not.toContain(address);
      expect(inMenu).toContain(address);
    }
  });
});
