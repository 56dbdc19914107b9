import { desc, eq } from "drizzle-orm";
import type { Context } from "hono";
import type { Ctx } from "#platform/context.server.ts";
import { escapeHtml as text } from "#platform/escape-html.ts";
import { renderStandalonePage, standaloneCss } from "#platform/http/standalone-page.server.ts";
import { withPictures } from "./pictures.server.ts";
import { renderMail, type RenderedMail } from "./render.server.ts";
import { outboxMails } from "./tables.server.ts";
import { templateNamed } from "./templates.server.ts";

type Mail = typeof outboxMails.$inferSelect;
interface ShownMail extends RenderedMail {
  mail: Mail;
}

const path = "/__dev/outbox";
const maxShown = 200;

/**
 * Page of the demo's mailbox, which also shows emails that are not sent yet: a list; with `?id=` one email; with
 * `?format=json` the list as JSON.
 */
export async function demoOutbox(request: Context, ctx: Ctx): Promise<Response> {
  const id = Number(request.req.query("id"));
  if (Number.isInteger(id) && id > 0) {
    const [mail] = await ctx.db.select().from(outboxMails).where(eq(outboxMails.id, id)).limit(1);
    if (!mail)
      return renderPage(
        "No such mail",
        `<p class="empty">There is no mail ${id}. <a href="${path}">All mails</a></p>`,
        404,
      );
    const rendered = await renderShownMail(ctx, mail);
    return request.req.query("part") === "html"
      ? framedResponse(rendered)
      : renderPage(rendered.subject, renderMailDetails(rendered));
  }
  const rows = await ctx.db.select().from(outboxMails).orderBy(desc(outboxMails.id)).limit(maxShown);
  const mails = await Promise.all(rows.map((mail) => renderShownMail(ctx, mail)));
  if (request.req.query("format") === "json") {
    const answer = mails.map(({ mail, subject, text: plain, html }) => ({
      to: mail.to,
      subject,
      text: plain,
      html,
      created_at: mail.createdAt.toISOString(),
    }));
    return request.json(answer, 200, { "cache-control": "no-store" });
  }
  return renderPage("Mailbox", renderList(mails));
}

/** Returns the email as it was sent; if it is not sent yet, as it would be sent now. */
async function renderShownMail(ctx: Ctx, mail: Mail): Promise<ShownMail> {
  const { subject, html, text: plain } = mail;
  if (subject !== null && html !== null && plain !== null) return { mail, subject, html, text: plain };
  try {
    const files = (await templateNamed(mail.template).attachments?.(ctx, mail.props as object, mail.locale)) ?? [];
    const names = files.map(({ filename }) => filename);
    return { mail, ...(await renderMail(ctx, mail.template, mail.props as object, mail.locale, names, mail.to)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    return { mail, subject: "(cannot be worded)", html: "", text: reason };
  }
}

function getMailState({ status, attempts, lastError }: Mail): { label: string; tone: string } {
  if (status === "sent") return { label: "Sent", tone: "done" };
  if (status === "captured") return { label: "Captured", tone: "done" };
  if (status === "failed") return { label: `Given up: ${lastError}`, tone: "bad" };
  return lastError ? { label: `Tried ${attempts}×: ${lastError}`, tone: "bad" } : { label: "Waiting", tone: "wait" };
}

const renderTime = (date: Date) =>
  `<time datetime="${date.toISOString()}">${date.toLocaleString("en-GB", { timeZone: "Asia/Riyadh", dateStyle: "medium", timeStyle: "short" })}</time>`;
const renderState = (mail: Mail) =>
  `<span class="state ${getMailState(mail).tone}">${text(getMailState(mail).label)}</span>`;

function renderList(mails: ShownMail[]): string {
  if (mails.length === 0) return `<p class="empty">No mail yet. Buy a course and its confirmation will be here.</p>`;
  const items = mails.map(
    ({ mail, subject }) =>
      `<li><a href="${path}?id=${mail.id}"><b lang="${mail.locale}" dir="auto">${text(subject)}</b><span><bdi>${text(mail.to)}</bdi> · ${renderTime(mail.createdAt)}</span></a>${renderState(mail)}</li>`,
  );
  return `<ol>${items.join("")}</ol>`;
}

function renderMailDetails({ mail, subject, text: plain }: ShownMail): string {
  const facts = [
    ["To", `<bdi>${text(mail.to)}</bdi>`],
    ["Written", renderTime(mail.createdAt)],
    ["State", renderState(mail)],
    ["Kind", `<code>${text(mail.template)}</code>`],
  ];
  return `<p><a href="${path}">All mails</a></p><h2 lang="${mail.locale}" dir="auto">${text(subject)}</h2><dl>${facts.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join("")}</dl>
<iframe sandbox="" title="The mail as HTML" src="${path}?id=${mail.id}&amp;part=html"></iframe><h3>As plain text</h3><pre lang="${mail.locale}" dir="auto" tabindex="0">${text(plain)}</pre>`;
}

/**
 * Response with the HTML of an email for an iframe. Its policy allows no scripts and no requests, but inline styles,
 * which emails need.
 */
function framedResponse({ html }: ShownMail): Response {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
  return new Response(withPictures(html), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy,
    },
  });
}

function renderPage(title: string, content: string, status = 200): Response {
  const body = `<header><div><h1><a href="${path}">Mailbox</a></h1><p>Every mail of this demo. <a href="${path}?format=json">JSON</a></p></div></header><main>${content}</main>`;
  return renderStandalonePage({ lang: "en", title: `${title} · Nama Health demo`, style, body, status, frames: true });
}

const style = `${standaloneCss}
header{background:#073a34;color:#f4efe3;padding:1.5rem 1.25rem}header a{color:inherit}h1 a{text-decoration:none}header>div,main{max-width:52rem;margin:0 auto}header p{color:#b4d9cf}main{padding:1.5rem 1.25rem 4rem}
ol{list-style:none;margin:0;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:16px;overflow:hidden}li{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between;padding:1rem 1.25rem;border-block-start:1px solid var(--line)}li:first-child{border:0}
li a{text-decoration:none;color:var(--ink);flex:1 1 18rem;min-width:0;overflow-wrap:anywhere}li b{display:block;font-weight:500;text-align:start}li a:hover b{color:var(--primary)}li a span{font-size:.875rem;color:var(--ink-3)}
.state{font-size:.8125rem;padding:.125rem .625rem;border-radius:999px;background:var(--tint);color:var(--primary)}.wait{background:var(--warning-tint);color:var(--warning)}.bad{background:var(--danger-tint);color:var(--danger)}.empty{padding:3rem 0;text-align:center;color:var(--ink-2)}
h2{font-size:1.75rem;margin-block:1rem}h3{font-size:1.125rem;font-weight:500;margin-block:2rem .5rem}dl{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:0 0 1.5rem}dt{font-size:.8125rem;color:var(--ink-3)}dd{margin:0;overflow-wrap:anywhere}
iframe{inline-size:100%;block-size:44rem;border:1px solid var(--line);border-radius:16px;background:#fff}pre{margin:0;padding:1.25rem;background:var(--sunken);border-radius:16px;white-space:pre-wrap;overflow-wrap:anywhere}`;
