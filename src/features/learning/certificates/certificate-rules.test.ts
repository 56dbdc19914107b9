import { describe, expect, it } from "vitest";
import {
  findPersonGaps,
  findRunGaps,
  splitNamesByScript,
  type Candidate,
  type CertifiableRun,
} from "./certificate-rules.ts";

const now = new Date("2027-01-15T12:00:00Z");
const run: CertifiableRun = {
  isCancelled: false,
  endsAt: new Date("2027-01-14T12:00:00Z"),
  isHeld: false,
  titleAr: "سلامة المرضى",
  isAccredited: true,
  scfhsFields: ["NH-PSE-2027-01", "DEMO-CPD-0101", "Commission", "الهيئة", "Nursing", "التمريض"],
  asksFeedback: true,
};
const omar: Candidate = {
  isHeld: false,
  unmarked: 0,
  isFull: true,
  nameEng: "Omar Khalid",
  nameAr: "عمر خالد",
  scfhsNumber: "00RN0000002",
  hasFeedback: true,
};

describe("K-01 who gets a certificate", () => {
  it.each([
    [{ isCancelled: true }, ["cancelled"]],
    [{ endsAt: new Date("2027-01-15T12:00:01Z") }, ["not-over"]],
    [{ isHeld: true }, ["held"]],
    [{ titleAr: null }, ["title-ar"]],
    [{ scfhsFields: ["NH-PSE-2027-01", null] }, ["scfhs-fields"]],
    [{ isCancelled: true, isHeld: true, scfhsFields: [""] }, ["cancelled", "held", "scfhs-fields"]],
    [{ isAccredited: false, scfhsFields: [null] }, []],
    [{ endsAt: now }, []],
  ] satisfies [Partial<CertifiableRun>, string[]][])("a run with %j has the gaps %j", (change, gaps) => {
    expect(findRunGaps({ ...run, ...change }, now)).toEqual(gaps);
  });

  it.each([
    [{ isHeld: true }, {}, ["person-held"]],
    [{ isFull: false, unmarked: 1 }, {}, ["unmarked"]],
    [{ isFull: false }, {}, ["attendance"]],
    [{ nameEng: null, nameAr: null }, {}, ["name"]],
    [{ nameAr: null }, {}, ["other-name"]],
    [{ nameEng: null }, {}, ["other-name"]],
    [{ scfhsNumber: "" }, {}, ["scfhs"]],
    [{ nameEng: "李小龍 Omar" }, {}, ["unprintable"]],
    [{ nameEng: "Şeyma Nguyễn Ḥasan" }, {}, []],
    [{ hasFeedback: false }, {}, ["feedback"]],
    [{ scfhsNumber: "" }, { isAccredited: false }, []],
    [{ hasFeedback: false }, { asksFeedback: false }, []],
    [{ isFull: false, scfhsNumber: "", hasFeedback: false }, {}, ["attendance", "scfhs", "feedback"]],
    [{}, {}, []],
  ] satisfies [Partial<Candidate>, Partial<CertifiableRun>, string[]][])(
    "K-01 B-04 %j in a run with %j: %j",
    (change, runChange, gaps) => {
      expect(findPersonGaps({ ...run, ...runChange }, { ...omar, ...change })).toEqual(gaps);
    },
  );

  it("assigns two names to their scripts in either order", () => {
    const bothNames = { nameEng: "Omar Khalid", nameAr: "عمر خالد" };
    expect(splitNamesByScript("Omar Khalid", "عمر خالد")).toEqual(bothNames);
    expect(splitNamesByScript("عمر خالد", "Omar Khalid")).toEqual(bothNames);
    expect(splitNamesByScript(" Omar Khalid ", "")).toEqual({ ...bothNames, nameAr: null });
    expect(splitNamesByScript("Omar Khalid", "Omar K.")).toEqual({ ...bothNames, nameAr: null });
    expect(splitNamesByScript(null, null)).toEqual({ nameEng: null, nameAr: null });
  });
});
