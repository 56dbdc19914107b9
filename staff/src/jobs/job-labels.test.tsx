import { I18nContext } from "ra-core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import arabic from "../../messages/ar/jobs.json" with { type: "json" };
import english from "../../messages/en/jobs.json" with { type: "json" };
import { messagesProvider } from "../providers/messages.ts";
import { JobName } from "./job-labels.tsx";

async function readName(id: string, locale: "en" | "ar"): Promise<string> {
  const provider = await messagesProvider(locale);
  const html = renderToStaticMarkup(
    <I18nContext value={provider}>
      <JobName id={id} />
    </I18nContext>,
  );
  return html.replaceAll(/<[^>]*>/g, "");
}

it("B5: a job is called by what it does, without its internal name", async () => {
  expect(await readName("mail.queue-missing", "en")).toBe(english.names["mail_queue-missing"]);
  expect(await readName("mail.queue-missing", "ar")).toBe(arabic.names["mail_queue-missing"]);
  // Negative control: one without words is called by its name.
  expect(await readName("no.such-job", "en")).toBe("no.such-job");
});
