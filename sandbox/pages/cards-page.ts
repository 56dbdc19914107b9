import { testCards, type Company, type TestCardRow } from "../cards.ts";
import type { Reply } from "../http.ts";
import type { Language } from "../language.ts";
import { isolate, page, type Merchant } from "./shell.ts";
import { labels, type Labels } from "./labels.ts";

const companies: readonly Company[] = ["mada", "visa", "master", "amex", "unionpay"];

function cardRow(row: TestCardRow, t: Labels): string {
  const numbers = companies.flatMap((company) => {
    const number = row.numbers[company];
    return number === undefined
      ? []
      : [
          `<li><span>${t.companies[company]}</span> <code>${isolate(number.replace(/(.{4})(?=.)/g, "$1 "))}</code></li>`,
        ];
  });
  const code = row.code === null ? "" : `<span class="code">${t.code} ${isolate(row.code)}</span>`;
  return `<div class="case"><p class="says"><bdi lang="en" dir="ltr">${row.message}</bdi>${code}</p><ul>${numbers.join("")}</ul></div>`;
}

/** GET /: the test cards, grouped by how a payment with them ends. */
export function cardsPage(merchant: Merchant, language: Language): Reply {
  const t = labels[language];
  const groups: [string, string, (row: TestCardRow) => boolean][] = [
    [t.approved, "good", (row) => row.kind === "approved" && !row.frictionless],
    [t.frictionless, "good", (row) => row.frictionless],
    [t.declined, "bad", (row) => row.kind === "declined"],
    [t.threeDsFailures, "bad", (row) => row.kind === "three_ds_failure"],
  ];
  const sections = groups.map(
    ([title, tone, belongs]) =>
      `<section class="group ${tone}"><h2>${title}</h2>${testCards
        .filter(belongs)
        .map((row) => cardRow(row, t))
        .join("")}</section>`,
  );
  const rules = t.cardsRules.map((rule) => `<li>${rule}</li>`).join("");
  const main = `<div class="wide"><h1>${t.cardsTitle}</h1><p class="lead">${t.cardsLead}</p><ul class="rules">${rules}</ul>${sections.join("")}</div>`;
  return page({ title: t.cardsTitle, main, merchant, language, self: "/" });
}
