/** Every field of the settings has a label, and a control of its type. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { sectionNames, sections } from "../../../src/features/settings/sections.ts";
import { defaultSettings, isGroup } from "../../../src/features/settings/settings.ts";
import { loadPageTexts, setLocale, findMessage } from "../messages.ts";
import { PlainSection } from "./plain-section.tsx";
import type { Draft, Section } from "./use-settings.ts";

/** Fields that have a control of their own instead of a labelled text field. */
const separateControls = /^(?:messageSet|socialLinks|contactInfo(?:Eng|Ar)|questions)$/;

it.each(["en", "ar"] as const)("P-19 %s: each field of each section has a label", async (locale) => {
  await setLocale(locale);
  await loadPageTexts();
  for (const id of sectionNames)
    for (const key of sections[id].keys) {
      const value: unknown = defaultSettings[key];
      for (const name of isGroup(value) ? Object.keys(value) : [key])
        if (!separateControls.test(name))
          expect(findMessage(`staff_settings_${id}_${name.replace("Halalas", "")}`), `${id}.${name}`).toBeDefined();
    }
});

it("P-19 a number has a number field, an optional field is not required, and a field shows its hint", async () => {
  await setLocale("en");
  await loadPageTexts();
  const renderSection = (id: Section["id"], data: Section["data"]) => {
    const value = (_id: string, name: string) => data[name];
    const draft = { value, getSaved: value, isChanged: () => false, getErrors: () => undefined } as unknown as Draft;
    return renderToStaticMarkup(<PlainSection draft={draft} section={{ id, version: 1, data }} />);
  };
  const findInput = (html: string, name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  const training = renderSection("training", { presentFromPercent: 90, certificateHours: 24 });
  for (const name of ["presentFromPercent", "certificateHours"]) {
    expect(findInput(training, `training.${name}`)).toContain('type="number"');
    expect(training).toContain(findMessage(`staff_settings_training_${name}_hint`));
  }
  const newsletter = renderSection("newsletter", { senderEng: "Nama", senderAr: "نماء", replyTo: "" });
  expect(findInput(newsletter, "newsletter.senderEng")).toContain("required");
  expect(findInput(newsletter, "newsletter.replyTo")).not.toContain("required");
});
