/** What the W3C's own checker says about the HTML of every page. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withSite } from "../lib/every-page.ts";
import { sendRequest } from "../lib/http.ts";
import { start } from "../lib/processes.ts";
import type { PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { toolFolder } from "../lib/tools.ts";

interface Message {
  type: "error" | "info" | "non-document-error";
  subType?: "warning";
  url: string;
  message: string;
  extract?: string;
}

/**
 * What it says and we mean: React quotes each attribute, so its slashes confuse no one; tables that become cards on
 * phones would lose their roles with their display.
 */
const meant =
  /^Trailing slash on void elements|^The “\w+” role is unnecessary for element “(table|thead|tbody|tr|th|td)”|^The “role” attribute must not be used on a “(tr|th|td)” element which has a “table” ancestor/;

/** What the checker says of these files. */
async function check(files: string[]): Promise<Message[]> {
  const jar = join(toolFolder("vnu-jar"), "build/dist/vnu.jar");
  const { child } = start("java", [
    "-Xss4m",
    "-jar",
    jar,
    "--format",
    "json",
    "--stdout",
    "--exit-zero-always",
    ...files,
  ]);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  if (!text.startsWith("{")) throw new Error("The checker said nothing: is Java installed?");
  return (JSON.parse(text) as { messages: Message[] }).messages;
}

export async function validity(bench: Bench): Promise<PartFigures> {
  return withSite(bench, "bench_validity", async (site, paths) => {
    const files = new Map<string, string>();
    for (const [index, path] of paths.entries()) {
      const file = join(bench.stage.scratch, `page-${index}.html`);
      writeFileSync(file, (await sendRequest(undefined, site.url + path)).bytes);
      files.set(file, path);
    }
    const messages = (await check([...files.keys()])).filter(({ message }) => !meant.test(message));
    const byText = new Map<string, { pages: Set<string>; extract: string }>();
    for (const { message, extract = "", url } of messages) {
      const said = byText.get(message) ?? { pages: new Set(), extract: extract.replaceAll(/\s+/g, " ").slice(0, 200) };
      byText.set(message, said);
      said.pages.add(files.get(url.replace(/^file:/, "")) ?? url);
    }
    const errors = messages.filter(({ type }) => type !== "info").length;
    return {
      figures: [
        { name: "errors in the HTML", value: errors, unit: "", target: { atMost: 0 }, note: `${paths.length} pages` },
        { name: "warnings", value: messages.length - errors, unit: "", target: { atMost: 0 } },
      ],
      remarks: [...byText].map(
        ([message, { pages, extract }]) =>
          `${message} ${extract} (${pages.size}: ${[...pages].slice(0, 4).join(", ")})`,
      ),
    };
  });
}
