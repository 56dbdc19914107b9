import type { Reply } from "../http.ts";
import type { Language } from "../language.ts";
import { authResults } from "../ledger.ts";
import { formatDecimal } from "../money.ts";
import type { Payment } from "../payment.ts";
import { escape, isolate, page, seal, type Merchant } from "./shell.ts";
import { labels } from "./labels.ts";

/** Formats an amount in minor units for readers of a language: `SAR 2,400.00`, `2,400.00 ر.س`. */
export function formatAmount(amount: number, currency: string, language: Language): string {
  const [whole = "", fraction] = formatDecimal(amount, currency).split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (fraction === undefined ? "" : `.${fraction}`);
  return language === "ar" && currency === "SAR"
    ? `${isolate(digits)}\u00a0ر.س`
    : isolate(`${currency}\u00a0${digits}`);
}

/** The page of the fake bank: merchant, amount, a choice of the bank's answers, Confirm and Cancel. */
export function challengePage(payment: Payment, action: string, merchant: Merchant, language: Language): Reply {
  const t = labels[language];
  const card = `${t.companies[payment.source.company]} ${isolate(payment.source.number.replaceAll("-", " ").replaceAll("X", "•"))}`;
  const options = authResults.map((result) => `<option value="${result}">${t.results[result]}</option>`).join("");
  const descriptionRow =
    payment.description === null
      ? ""
      : `<div><dt>${t.order}</dt><dd><bdi>${escape(payment.description)}</bdi></dd></div>`;
  const main = `<section class="panel statement">${seal("shield")}<h1>${t.confirmTitle}</h1><p class="lead">${t.confirmLead}</p>
<dl><div><dt>${t.merchant}</dt><dd>${escape(merchant[language])}</dd></div><div class="total"><dt>${t.amount}</dt><dd>${formatAmount(payment.amount, payment.currency, language)}</dd></div><div><dt>${t.card}</dt><dd>${card}</dd></div>${descriptionRow}</dl>
<form method="post" action="${escape(action)}"><label for="result">${t.resultLabel}</label>
<div class="select"><select id="result" name="result" aria-describedby="hint">${options}</select><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="m6 9 6 6 6-6"/></svg></div>
<p class="hint" id="hint">${t.resultHint}</p>
<button class="primary">${t.confirm}</button><button class="secondary" name="cancel" value="1">${t.cancel}</button></form></section>`;
  // Browsers apply form-action to a form's redirects too, and this form ends with a redirect to the shop.
  return page({
    title: t.confirmTitle,
    main,
    merchant,
    language,
    self: action.replace(/set_auth_result$/, "prepare"),
    formTargets: [new URL(payment.callback_url).origin],
  });
}

/** A page with one message and no link. */
export function messagePage(
  status: number,
  which: "unknown" | "refused" | "finished",
  merchant: Merchant,
  language: Language,
): Reply {
  const t = labels[language];
  const main = `<section class="panel statement">${seal(which === "finished" ? "done" : "stop")}<h1>${t[`${which}Title`]}</h1><p class="lead">${t[`${which}Lead`]}</p></section>`;
  return page({ title: t[`${which}Title`], main, merchant, language, self: null, status });
}

/** The page for a payer whom the bank never sends back to the shop. */
export const finishedPage = (merchant: Merchant, language: Language): Reply =>
  messagePage(200, "finished", merchant, language);
