/** Code of one language per page: the switch loads the page anew, so a browser never needs the other one's words (docs/decisions/010). */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, type Plugin } from "vite";
import { compiledEarly } from "./compiled-early.ts";
import { smaller } from "./smaller.ts";

const compiled = "src/i18n/paraglide";
/** Labels that Arabic pages show in English with the as-specified set (src/i18n/label.tsx). */
const inBothLanguages = /^site_label_/;
/** A name nobody declares: minifiers leave its calls alone, the Arabic argument after the English one. */
const marker = "__either";
const folder = "assets/ar/";

/** What Paraglide made of a message, one function a language; null where it has another shape. */
export function bothOf(name: string): { english: string; arabic: string } | null {
  const file = join(compiled, "messages", `${name}.js`);
  const code = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [english, arabic] = ["en", "ar"].map((locale) => new RegExp(`^const ${locale}_\\w+ = (?:/\\*\\*.*?\\*/ )?([\\s\\S]*?\\n\\});?$`, "m").exec(code)?.[1]);
  return english && arabic ? { english, arabic } : null;
}

/** The text of a message without inputs, as the template it is; null when it has inputs. */
const textOf = (made: string) => /^\(\) => \{\s*return \/\*\*.*?\*\/ \((`[^`$]*`)\)\s*\}$/.exec(made)?.[1] ?? null;

/** A module with its messages written into it, so that they share no files with other pages: `m.x()` and `m.x` become constants. */
export function withMessages(code: string): string {
  const made = new Map<string, string>();
  const replaced = code.replace(/\bm\.([a-z]\w+)(\(\))?/g, (whole, name: string, called?: string) => {
    const both = bothOf(name);
    if (!both) return whole;
    const { english, arabic } = both;
    const [text, other] = [textOf(english), textOf(arabic)];
    if (called && text && other) {
      made.set(`text_${name}`, `/* @__PURE__ */ ${marker}(${text}, ${other})`);
      return `text_${name}`;
    }
    made.set(`say_${name}`, inBothLanguages.test(name) ? `(inputs, options) => ((options?.locale ?? ${marker}("en", "ar")) === "ar" ? ${arabic} : ${english})(inputs)` : `/* @__PURE__ */ ${marker}(${english}, ${arabic})`);
    return `say_${name}${called ?? ""}`;
  });
  const constants = [...made].map(([name, value]) => `const ${name} = ${value};\n`).join("");
  return (constants.includes("registry.") ? 'import * as registry from "#i18n/paraglide/registry.js";\n' : "") + constants + replaced;
}

/** The code with every choice made: the first argument in English, the second in Arabic. */
export function chosen(code: string, argument: 0 | 1): string {
  const calls: { start: number; end: number; text: string }[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, callee, arguments: given, start, end } = node as { type?: string; callee?: { name?: string }; arguments?: { type: string; start: number; end: number }[]; start: number; end: number };
    const taken = type === "CallExpression" && callee?.name === marker ? given?.[argument] : undefined;
    const text = taken && code.slice(taken.start, taken.end);
    if (text) calls.push({ start, end, text: taken.type === "ArrowFunctionExpression" && !/[,;}\n]/.test(code[end] ?? ";") ? `(${text})` : text });
    else for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync("chunk.js", code).program);
  return calls.toSorted((one, other) => other.start - one.start).reduce((all, { start, end, text }) => all.slice(0, start) + text + all.slice(end), code);
}

/** A file's code as it is sent. */
const finished = async (chunk: { isDynamicEntry: boolean }, code: string) => compiledEarly(chunk) + (await smaller(code));

/** Builds the browser's code once and writes it twice: English in assets/, in assets/ar/ what differs in Arabic. */
export function oneLanguage(): Plugin {
  return {
    name: "one-language",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      if (/[\\/]paraglide[\\/]runtime\.js$/.test(id)) return { code: `export const getLocale = () => ${marker}("en", "ar");\nexport const overwriteGetLocale = () => {};\nexport const experimentalStaticLocale = undefined;`, map: null };
      return /\.tsx?(?:\?|$)/.test(id) && code.includes('import { m } from "#messages"') ? { code: withMessages(code), map: null } : null;
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const names = new Set(chunks.filter((chunk) => chunk.code.includes(marker)).map((chunk) => chunk.fileName));
        // A module must be the same one for all that import it: what imports an Arabic file is an Arabic file.
        for (let size = -1; size !== names.size; ) {
          size = names.size;
          for (const chunk of chunks) if ([...chunk.imports, ...chunk.dynamicImports].some((name) => names.has(name))) names.add(chunk.fileName);
        }
        const all = new Set(chunks.map((chunk) => chunk.fileName));
        await Promise.all(chunks.filter(({ fileName }) => !names.has(fileName)).map(async (chunk) => (chunk.code = await finished(chunk, chunk.code))));
        for (const chunk of chunks.filter(({ fileName }) => names.has(fileName))) {
          const moved = chosen(chunk.code, 1).replace(/(\.\/|assets\/)([\w.-]+\.js)/g, (whole, before: string, name: string) => {
            if (before === "assets/") return names.has(before + name) ? folder + name : whole;
            return all.has(`assets/${name}`) && !names.has(`assets/${name}`) ? `../${name}` : whole;
          });
          this.emitFile({ type: "asset", fileName: chunk.fileName.replace("assets/", folder), source: await finished(chunk, moved) });
          chunk.code = await finished(chunk, chosen(chunk.code, 0));
        }
      },
    },
  };
}

/** Lists the Arabic files for the browser's router, which React Router does for the English ones. */
export function writeArabicManifest(client: string): void {
  const name = readdirSync(join(client, "assets")).find((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined) throw new Error("The build wrote no manifest.");
  const manifest = readFileSync(join(client, "assets", name), "utf8").replace(/"\/assets\/([\w.-]+\.js)"/g, (whole, file: string) => (file === name || existsSync(join(client, folder, file)) ? `"/${folder}${file}"` : whole));
  writeFileSync(join(client, folder, name), manifest);
}
