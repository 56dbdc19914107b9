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
  /** The same for every attempt, so that email programs show an email that was sent twice after a crash as one. */
  messageId: string;
  date: Date;
  manner: MailManner;
  attachments: { filename: string; content: Uint8Array; contentType: string }[];
}

let openTransport: { url: string; transporter: Promise<Transporter> } | undefined;

/** Headers to unsubscribe; with one click only over https (RFC 8058). Throws TypeError for an invalid URL. */
function buildListHeaders(unsubscribeUrl: string | null): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  const { href, protocol } = new URL(unsubscribeUrl);
  return {
    "List-Unsubscribe": `<${href}>`,
    ...(protocol === "https:" && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}

/** The address of a mailbox: `hello@example.org` for `Nama <hello@example.org>`. */
export const mailboxAddress = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** Returns the site's sender (MAIL_FROM); with `fromName`, its address under that name. */
function getSender(
  { MAIL_FROM }: Pick<Env, "MAIL_FROM">,
  { fromName }: MailManner,
): string | { name: string; address: string } {
  if (fromName === undefined) return MAIL_FROM;
  return { name: fromName, address: mailboxAddress(MAIL_FROM) };
}

/**
 * Whether the mail server may have received an email although sending it failed. It has not received it if it refused
 * it, or if we could not connect.
 */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const has = (key: string, ...values: unknown[]) => values.includes(Reflect.get(error, key));
  const isRefused = typeof Reflect.get(error, "responseCode") === "number";
  const isUnreachable =
    has("syscall", "connect") || has("code", "EDNS") || has("timeoutType", "CONNECT_TIMEOUT", "GREETING_TIMEOUT");
  return !isRefused && !isUnreachable;
}

/** Sends an email; resolves when the mail server has accepted it. Waits at most 10 s for each answer of the server. */
export async function deliver(env: Pick<Env, "MAIL_FROM"> & { SMTP_URL: string }, mail: Envelope): Promise<void> {
  if (openTransport?.url !== env.SMTP_URL) {
    await closeTransport();
    openTransport = { url: env.SMTP_URL, transporter: connectMailServer(env.SMTP_URL) };
  }
  const transporter = await openTransport.transporter;
  const { references = [], personal } = mail.manner;
  const repliedMessageId = references.at(-1);
  await transporter.sendMail({
    from: getSender(env, mail.manner),
    // An object, not a string: nothing in it is parsed as a list or a name.
    to: { name: "", address: mail.to },
    replyTo: { name: "", address: mail.replyTo },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    ...(repliedMessageId !== undefined && { references, inReplyTo: repliedMessageId }),
    date: mail.date,
    attachments: [
      // `inline` keeps the pictures out of the list of attachments.
      ...findPictures(mail.html).map((picture) => ({ ...picture, contentDisposition: "inline" as const })),
      ...mail.attachments.map(({ filename, content, contentType }) => ({
        filename,
        content: Buffer.from(content),
        contentType,
      })),
    ],
    headers: {
      ...(!personal && { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" }),
      ...buildListHeaders(mail.unsubscribeUrl),
    },
  });
}

/** Closes the connections to the mail server, because idle connections would keep the process alive. */
export async function closeTransport(): Promise<void> {
  const closing = openTransport;
  openTransport = undefined;
  (await closing?.transporter)?.close();
}
