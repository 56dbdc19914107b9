import { expect, it, vi } from "vitest";
import { callStaff } from "./api.ts";
import { i18nProvider, m, onLocaleChange, setLocale, textNamed, underscored } from "./messages.ts";

it("speaks the language that was loaded, with its plural forms", async () => {
  await setLocale("ar");
  expect(m.staff_shell_seats_held({ held: 2 })).toBe("مقعدان محجوزان مؤقتًا");
  expect(i18nProvider.translate("ra.action.save")).toBe("حفظ");
  await setLocale("en");
  expect(m.staff_shell_seats_held({ held: 2 })).toBe("2 held");
  expect(i18nProvider.translate("no.such.text", { _: "as given" })).toBe("as given");
  expect(i18nProvider.translate("What the server said.")).toBe("What the server said.");
});

it("finds the text that a value names, if there is one", async () => {
  await setLocale("en");
  expect(underscored("refund.left-to-person")).toBe("refund_left_to_person");
  expect(textNamed("staff_orders_reasons_cannot-attend")).toBe(m.staff_orders_reasons_cannot_attend());
  expect(textNamed("staff_enquiries_programs_Hospital information system (HIS)")).toBe(
    m.staff_enquiries_programs_hospital_information_system_his(),
  );
  expect(textNamed("staff_orders_reasons_no-such-reason")).toBeUndefined();
});

it("E48: a check of a length counts its characters", async () => {
  await setLocale("ar");
  const least = (min: number) => i18nProvider.translate("ra.validation.minLength", { min });
  expect([1, 2, 3, 12, 100].map(least)).toEqual([
    "استخدم حرفًا واحدًا على الأقل",
    "استخدم حرفين على الأقل",
    "استخدم 3 أحرف على الأقل",
    "استخدم 12 حرفًا على الأقل",
    "استخدم 100 حرف على الأقل",
  ]);
  expect(i18nProvider.translate("ra.validation.maxLength", { max: 3 })).toBe("استخدم 3 أحرف على الأكثر");
});

it("C28: tells of each change of the language, when the server is already asked in the new one", async () => {
  const languages: (string | null)[] = [];
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (_address, init) => {
    languages.push(new Headers(init?.headers).get("accept-language"));
    return Response.json({});
  });
  const stop = onLocaleChange(() => void callStaff("GET /api/staff/me"));
  await i18nProvider.changeLocale("en");
  await i18nProvider.changeLocale("ar");
  expect(languages).toEqual(["en", "ar"]);
  stop();
  fetched.mockRestore();
});
