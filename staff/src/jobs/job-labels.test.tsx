import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { loadPageTexts, m, setLocale, type PortalLocale } from "../messages.ts";
import { JobName } from "./job-labels.tsx";

async function readName(id: string, locale: PortalLocale): Promise<string> {
  await setLocale(locale);
  await loadPageTexts();
  return renderToStaticMarkup(<JobName id={id} />).replaceAll(/<[^>]*>/g, "");
}

it("B5: a job has a label that describes it, without its internal name", async () => {
  const names: string[] = [];
  for (const locale of ["en", "ar"] as const) {
    names.push(await readName("mail.queue-missing", locale));
    expect(names.at(-1)).toBe(m.staff_jobs_names_mail_queue_missing());
  }
  expect(new Set(names).size).toBe(2);
  // Negative control: a job without a label is shown by its name.
  expect(await readName("no.such-job", "en")).toBe("no.such-job");
});
