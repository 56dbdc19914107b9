import { expect, it, vi } from "vitest";
import { callStaff } from "./api.ts";
import { m, onLocaleChange, setLocale, textNamed, underscored } from "./messages.ts";

it("speaks the language that was loaded, with its plural forms", async () => {
  await setLocale("ar");
  expect(m.staff_shell_seats_held({ held: 2 })).toBe("مقعدان محجوزان مؤقتًا");
  expect(m.staff_common_action_save()).toBe("حفظ");
  await setLocale("en");
  expect(m.staff_shell_seats_held({ held: 2 })).toBe("2 held");
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

it("C28: tells of each change of the language, when the server is already asked in the new one", async () => {
  const languages: (string | null)[] = [];
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (_address, init) => {
    languages.push(new Headers(init?.headers).get("accept-language"));
    return Response.json({});
  });
  const stop = onLocaleChange(() => void callStaff("GET /api/staff/me"));
  await setLocale("en");
  await setLocale("ar");
  expect(languages).toEqual(["en", "ar"]);
  stop();
  fetched.mockRestore();
});
