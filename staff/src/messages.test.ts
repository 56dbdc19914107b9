import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { callStaff } from "./api.ts";
import { loadPageTexts, m, onLocaleChange, setLocale, findMessage, toSnakeCase } from "./messages.ts";

/** Returns the file and all files that it imports statically. */
function collectImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(
    /^(?:import(?! type)|export|\}) [^"]*"(\.[^"]+\.tsx?)";$/gm,
  ))
    if (path.startsWith(".") && !path.includes("src/")) collectImports(join(dirname(file), path), seen);
  return seen;
}

it("P-21 the sign-in and the first page use only the texts that load first", () => {
  const settings = (name: string) => readFileSync(`staff/${name}.inlang/settings.json`, "utf8");
  const areas = readdirSync("messages/en/staff").map((file) => file.replace(".json", ""));
  const firstAreas = areas.filter((area) => settings("first").includes(`/${area}.json`));
  const laterAreas = areas.filter((area) => settings("project").includes(`/${area}.json`));
  expect([...firstAreas, ...laterAreas].toSorted()).toEqual(areas.toSorted());
  const screens = ["today/today-page.tsx", "sign-in/sign-in-page.tsx", "sign-in/invitation-page.tsx"];
  const files = ["main.tsx", ...screens, "sign-in/passkey-button.tsx"].flatMap((file) => [
    ...collectImports(`staff/src/${file}`),
  ]);
  expect(files.length).toBeGreaterThan(60);
  const violations = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/staff_([a-z_]+)/g)]
      .map(([, key = ""]) => key)
      .filter(
        (key) =>
          laterAreas.some((area) => key.startsWith(`${area}_`)) &&
          !firstAreas.some((area) => key.startsWith(`${area}_`)),
      )
      .map((key) => `${file}: ${key}`),
  );
  expect(violations).toEqual([]);
});

it("speaks the language that was loaded, with its plural forms", async () => {
  // Test files share modules, and another file may have loaded the texts of the pages.
  vi.resetModules();
  const fresh = await import("./messages.ts");
  await fresh.setLocale("ar");
  expect(fresh.m.staff_orders_number).toBeUndefined();
  // A language that is loaded at the same time includes the texts of the pages.
  await Promise.all([fresh.loadPageTexts(), fresh.setLocale("en"), fresh.setLocale("ar")]);
  expect(fresh.m.staff_content_untitled()).toBe("بلا عنوان");
  expect(fresh.m.staff_shell_seats_held({ held: 2 })).toBe("مقعدان محجوزان مؤقتًا");
  expect(fresh.m.staff_common_action_save()).toBe("حفظ");
  await fresh.setLocale("en");
  expect(fresh.m.staff_shell_seats_held({ held: 2 })).toBe("2 held");
});

it("finds the text of a computed key, if there is one", async () => {
  await Promise.all([loadPageTexts(), setLocale("en")]);
  expect(toSnakeCase("refund.left-to-person")).toBe("refund_left_to_person");
  expect(findMessage("staff_orders_reasons_cannot-attend")).toBe(m.staff_orders_reasons_cannot_attend());
  expect(findMessage("staff_enquiries_programs_Hospital information system (HIS)")).toBe(
    m.staff_enquiries_programs_hospital_information_system_his(),
  );
  expect(findMessage("staff_orders_reasons_no-such-reason")).toBeUndefined();
});

it("C28: notifies listeners of a new language after requests use it", async () => {
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
