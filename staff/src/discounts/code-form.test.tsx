/** Every field of a discount code is in its form, and in the read-only view for those who may not change it. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it } from "vitest";
import { codeFieldNames, codeForm } from "../../../src/features/discounts/code-form.ts";
import { loadPageTexts, m, setLocale } from "../messages.ts";
import { CodeFactCards } from "./code-facts.tsx";
import { CodeFields } from "./code-fields.tsx";
import type { FullCode } from "./code-labels.tsx";
import { toCodeInput, getFieldLabel, toCodeValues } from "./code-values.ts";

const renderHtml = (element: ReactElement) =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>);

const code = {
  code: "WARD10",
  purpose: "Ward managers",
  percent: 12,
  amount: null,
  maxDiscount: "350.00",
  minSeats: 3,
  scope: "only",
  courseIds: [1],
  runIds: [2],
  validFrom: "2099-02-03",
  validTo: "2099-04-05",
  maxUses: 77,
  maxUsesPerAccount: 8,
  firstOrderOnly: true,
  runs: [
    { id: 2, courseId: 1, name_eng: "Safe handover", name_ar: null, startDate: "2099-05-01", endDate: "2099-05-02" },
  ],
} as unknown as FullCode;
const amountCode = { ...code, percent: null, amount: "200.00", maxDiscount: null };

beforeEach(async () => {
  await setLocale("en");
  await loadPageTexts();
});

it("X-05 the form and the facts of a code have each of its fields", () => {
  const labelledNames = codeFieldNames.filter((name) => !(name in codeForm.courses));
  const values = toCodeValues(code, "2099-01-01");
  const handleChange = () => undefined;
  const forms = [values, toCodeValues(amountCode, "2099-01-01")].map((values) =>
    renderHtml(<CodeFields code={code} values={values} errors={{}} onChange={handleChange} />),
  );
  const facts = [code, amountCode].map((code) => renderHtml(<CodeFactCards code={code} names={["Safe handover"]} />));
  for (const html of [forms.join(""), facts.join("")]) {
    for (const name of labelledNames) expect(html).toContain(`>${getFieldLabel(name)}<`);
    expect(html).toContain(m.staff_discounts_scope_only());
    expect(html).toContain("Safe handover");
  }
  expect(forms[0]).not.toContain(m.staff_discounts_fields_amount());
  expect(facts[1]).not.toContain(m.staff_discounts_fields_percent());
});

it("X-05 the form keeps values that nobody changed, and sends only one kind of discount", () => {
  const { runs: _runs, ...fields } = code;
  const input = toCodeInput(toCodeValues(code, "2099-01-01"));
  expect(input).toMatchObject(fields);
  expect(Object.keys(input).toSorted()).toEqual([...codeFieldNames].toSorted());
  const edited = { ...toCodeValues(code, "2099-01-01"), kind: "amount" as const, amount: "1,200.50", minSeats: "" };
  expect(toCodeInput(edited)).toMatchObject({ percent: null, maxDiscount: null, amount: "1200.50", minSeats: 1 });
  expect(toCodeInput({ ...edited, kind: "percent", maxUses: "many" })).toMatchObject({
    amount: null,
    maxUses: "many",
  });
});

it("X-05 a new code begins today, for one order of each account", () => {
  expect(toCodeInput({ ...toCodeValues(null, "2099-01-01"), code: "NEW", percent: "10" })).toMatchObject({
    code: "NEW",
    purpose: null,
    percent: 10,
    amount: null,
    maxDiscount: null,
    minSeats: 1,
    scope: "all",
    courseIds: [],
    runIds: [],
    validFrom: "2099-01-01",
    validTo: null,
    maxUses: null,
    maxUsesPerAccount: 1,
    firstOrderOnly: false,
  });
});
