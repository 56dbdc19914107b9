/** Checks conventions that no compiler checks, such as messages in both languages and logical CSS. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter(Boolean);
const canRead = (file: string) => {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
};
const files = tracked.filter(canRead);
const code = files.filter((file) => /\.(ts|tsx)$/.test(file) && !file.includes("paraglide"));

function readMessages(locale: "en" | "ar"): Record<string, unknown> {
  const messages: Record<string, unknown> = {};
  for (const file of files.filter((name) => name.startsWith(`messages/${locale}/`)))
    for (const [key, message] of Object.entries(JSON.parse(readFileSync(file, "utf8")) as object)) {
      if (key in messages) throw new Error(`${key} is in two files`);
      if (key !== "$schema") messages[key] = message;
    }
  return messages;
}

/** Finds the inputs of a message, such as `{name}`, in any of its forms. */
const findInputs = (message: unknown) =>
  [...new Set([...JSON.stringify(message).matchAll(/\{([a-z][A-Za-z_]*)\}/g)].map((match) => match[1]))].sort();

describe("messages", () => {
  const en = readMessages("en");
  const ar = readMessages("ar");

  it("exist in both languages, each under its feature's name, with the same inputs", () => {
    expect(Object.keys(ar).sort()).toEqual(Object.keys(en).sort());
    for (const file of files.filter((name) => name.startsWith("messages/"))) {
      // For example, keys in messages/en/staff/orders.json begin with staff_orders_.
      const feature = file.replace(/^messages\/\w+\/|\.json$/g, "").replace("/", "_");
      for (const key of Object.keys(JSON.parse(readFileSync(file, "utf8")) as object))
        if (key !== "$schema") expect(key, file).toMatch(new RegExp(`^${feature}_[a-z0-9_]+$`));
    }
    for (const key of Object.keys(en)) expect(findInputs(ar[key]), key).toEqual(findInputs(en[key]));
  });

  it("are not empty and have each plural form of their language", () => {
    const forms = { en: ["one", "other"], ar: ["few", "many", "one", "other", "two", "zero"] };
    for (const [locale, messages] of [["en", en] as const, ["ar", ar] as const])
      for (const [key, message] of Object.entries(messages)) {
        if (typeof message === "string") {
          expect(message.trim(), key).not.toBe("");
          continue;
        }
        const [{ match }] = message as [{ match: Record<string, string> }];
        if (Object.keys(match).every((name) => /^many=\w/.test(name)))
          expect(
            Object.keys(match)
              .map((name) => name.slice("many=".length))
              .sort(),
            key,
          ).toEqual(forms[locale]);
      }
  });

  it("are all used, and every used message exists", () => {
    const used = new Set<string>();
    const source = code
      .filter((file) => /^(?:src|db|staff\/src)\//.test(file))
      .map((file) => readFileSync(file, "utf8"));
    for (const text of source) for (const match of text.matchAll(/\bm\.([a-z][a-z0-9_]*)\b/g)) used.add(match[1] ?? "");
    for (const text of source)
      for (const match of text.matchAll(/(?:\bm\[|\bfindMessage\()`([a-z0-9_]+)\$\{/g))
        for (const key of Object.keys(en)) if (key.startsWith(match[1] ?? "-")) used.add(key);
    // The portal's tables hold keys as string literals.
    for (const text of source)
      for (const match of text.matchAll(/"(staff_\w+)"/g)) if ((match[1] ?? "") in en) used.add(match[1] ?? "");
    expect(Object.keys(en).filter((key) => !used.has(key))).toEqual([]);
    expect([...used].filter((key) => !(key in en))).toEqual([]);
  });

  it("R-16 no Arabic message is still in English", () => {
    const untranslated = Object.entries(ar).filter(
      ([key, text]) =>
        !/[\u0600-\u06ff]/.test(JSON.stringify(text)) &&
        JSON.stringify(en[key]) === JSON.stringify(text) &&
        /[A-Za-z]{3}/.test(JSON.stringify(text)),
    );
    // These may stay in Latin letters: brands, the name of the English language, codes, and the pattern of a list.
    expect(
      untranslated
        .map(([key]) => key)
        .filter((key) => !/(_language_english|_label_english|_card_cvc|_brand_|_sar$|^staff_common_list$)/.test(key)),
    ).toEqual([]);
  });

  it("Arabic punctuation is Arabic", () => {
    const latin = Object.entries(ar).filter(
      ([, text]) => typeof text === "string" && /[\u0600-\u06ff]\s*[,;?](\s|$)/.test(text),
    );
    expect(latin).toEqual([]);
  });
});

describe("code", () => {
  it("uses logical CSS only, without left and right", () => {
    const physical =
      /(?<![\w-])-?(?:ml|mr|pl|pr|left|right|rounded-[lr]|rounded-[tb][lr]|border-[lr]|scroll-m[lr]|scroll-p[lr])-(?:[0-9a-z[]+)|(?<![\w-])text-(?:left|right)(?![\w-])|(?<![\w-])float-(?:left|right)/;
    const css =
      /(?<![\w-])(?:margin|padding|border)-(?:left|right)|(?:^|[;{\s])(?:left|right)\s*:|text-align:\s*(?:left|right)/;
    const violations: string[] = [];
    for (const file of files.filter(
      (name) =>
        /^src\/(ui|site|features)\/.*\.(tsx|css)$/.test(name) &&
        !name.includes("emails.server") &&
        !name.includes(".test."),
    )) {
      readFileSync(file, "utf8")
        .split("\n")
        .forEach((text, index) => {
          if (
            (file.endsWith(".css") ? css : physical).test(text) &&
            !/\b(ltr|rtl):/.test(text) &&
            !/^\s*(\/\/|\/?\*)/.test(text) &&
            !text.includes("physical on purpose")
          )
            violations.push(`${file}:${index + 1} ${text.trim().slice(0, 90)}`);
        });
    }
    expect(violations).toEqual([]);
  });

  it("hides the outer context inside a transaction, because its queries would not be part of the transaction", () => {
    const transactionCall = /\bin(?:Transaction|Savepoint)\(\s*(\w+),\s*(?:async )?\(?(\w*)\)? =>/g;
    const transactions = files
      .filter((file) => /^src\/.*\.tsx?$/.test(file) && !file.includes(".test."))
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(transactionCall)].map((match) => ({ file, match })));
    expect(transactions.length).toBeGreaterThan(50);
    expect(transactions.filter(({ match: [, outer, inner] }) => outer !== inner).map(({ file }) => file)).toEqual([]);
  });

  it("C-03 the files that the portal's README names exist", () => {
    const readme = readFileSync("staff/README.md", "utf8");
    const namedPaths = [...readme.matchAll(/`(src\/[\w./-]+\.tsx?|src\/[\w-]+\/)`/g)].map(([, path = ""]) => path);
    expect(namedPaths.length).toBeGreaterThan(8);
    expect(namedPaths.filter((path) => !existsSync(`staff/${path}`) && !existsSync(path))).toEqual([]);
  });

  it("CT-07 a text in another language than its page also has its direction", () => {
    const offendingFiles = files
      .filter((file) => /^src\/.*\.tsx$/.test(file))
      .filter((file) =>
        /\blang=\{(\w+)\.lang === locale \? undefined : \1\.lang\}(?!\s*dir=)/.test(readFileSync(file, "utf8")),
      );
    expect(offendingFiles).toEqual([]);
  });

  it("CT-13 emphasis is visible without an italic font: Latin letters are slanted, Arabic ones heavier", () => {
    const css = readFileSync("src/ui/base.css", "utf8");
    expect(css).toMatch(/\nem \{\s*font-synthesis: style;/);
    expect(css).toMatch(/\nem:lang\(ar\) \{\s*font-style: normal;\s*font-weight: 600;/);
  });
});
