import type { Transporter } from "nodemailer";
import type { Env } from "#platform/env.server.ts";
import { connectMailServer } from "./mail-server.server.ts";
import { findPictures } from "./pictures.server.ts";
import type { RenderedMail } from "./render.server.ts";
import type { MailManner } from "./tables.server.ts";

export interface Envelope extends RenderedMail {
  to: string;
  replyTo: string;
  unsubscribeUrl: string | null;
  /** The same for every attempt, so that a mail sent twice after a crash shows as one. */
  messageId: string;
  date: Date;
  manner: MailManner;
  attachments: { filename: string; content: Uint8Array; contentType: string }[];
}

let open: { url: string; transporter: Promise<Transporter> } | undefined;

/** One-click only over https (RFC 8058). Throws TypeError. */
function listHeaders(unsubscribeUrl: string | null): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  const { href, protocol } = new URL(unsubscribeUrl);
  return {
    "List-Unsubscribe": `<${href}>`,
    ...(protocol === "https:" && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}

/** The address of a mailbox: `hello@example.org` for `Nama <hello@example.org>`. */
export const mailboxAddress = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** The site's own sender, or its address under another name. */
function getSender(
  { MAIL_FROM }: Pick<Env, "MAIL_FROM">,
  { fromName }: MailManner,
): string | { name: string; address: string } {
  if (fromName === undefined) return MAIL_FROM;
  return { name: fromName, address: mailboxAddress(MAIL_FROM) };
}

/**
 * Whether the mail server may have the mail although sending it failed: neither did it refuse it, nor could it not be
 * reached.
 */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const has = (key: string, ...values: unknown[]) => values.includes(Reflect.get(error, key));
  const isRefused = typeof Reflect.get(error, "responseCode") === "number";
  const isUnreached =
    has("syscall", "connect") || has("code", "EDNS") || has("timeoutType", "CONNECT_TIMEOUT", "GREETING_TIMEOUT");
  return !isRefused && !isUnreached;
}

/** Resolves when the mail server has accepted the mail; waits 10 s at most for each of its answers. */
export async function deliver(env: Pick<Env, "MAIL_FROM"> & { SMTP_URL: string }, mail: Envelope): Promise<void> {
  if (open?.url !== env.SMTP_URL) {
    await closeTransport();
    open = { url: env.SMTP_URL, transporter: connectMailServer(env.SMTP_URL) };
  }
  const transporter = await open.transporter;
  const { references = [], personal } = mail.manner;
  const replied = references.at(-1);
  await transporter.sendMail({
    from: getSender(env, mail.manner),
    // An object, not a string: nothing in it is parsed as a list or a name.
    to: { name: "", address: mail.to },
    replyTo: { name: "", address: mail.replyTo },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    ...(replied !== undefined && { references, inReplyTo: replied }),
    date: mail.date,
    attachments: [
      // Inline and not among the attachments.
      ...findPictures(mail.html).map((picture) => ({ ...picture, contentDisposition: "inline" as const })),
      ...mail.attachments.map(({ filename, content, contentType }) => ({
        filename,
        content: Buffer.from(content),
        contentType,
      })),
    ],
    headers: {
      ...(!personal && { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" }),
      ...listHeaders(mail.unsubscribeUrl),
    },
  });
}

/** Idle connections would keep the process alive. */
export async function closeTransport(): Promise<void> {
  const last = open;
  open = undefined;
  (await last?.transporter)?.close();
}
