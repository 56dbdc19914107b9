/** Shared by tests of mail: a template, a sender, and a mail server that can fail on request. */
import { SMTPServer } from "smtp-server";
import { eq } from "drizzle-orm";
import { onTestFinished } from "vitest";
import type { Ctx } from "#platform/context.server.ts";
import { sendMail } from "#platform/mail/jobs.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { mailTemplate, registerMails } from "#platform/mail/templates.server.ts";
import { closeTransport } from "#platform/mail/transport.server.ts";

interface Note {
  title: string;
  body: string;
  file?: string;
}
declare module "#platform/mail/templates.server.ts" {
  interface MailTemplates {
    note: Note;
  }
}

export const note = mailTemplate<Note>({
  subject: ({ title }) => title,
  preview: ({ title }) => `What “${title}” says`,
  content: ({ props, files }) => ({
    seal: "ok",
    heading: props.title,
    blocks: [{ kind: "text", text: [props.body, ...files].join(" ") }],
    why: "Because",
  }),
  attachments: async (_ctx, { file }) =>
    file ? [{ filename: file, contentType: "text/csv", content: async () => Buffer.from("a,b") }] : [],
  sample: { en: { title: "A note", body: "Hello" }, ar: { title: "ملاحظة", body: "مرحبًا" } },
});

/** Registers the template `note` and a sender. */
export function registerNote(): void {
  registerMails({ note }, async (_ctx, locale) => ({
    name: locale === "ar" ? "شركة المثال" : "Example Company",
    address: "Riyadh",
    phone: "+966 11 000 0000",
    email: "hello@example.com",
  }));
}

/** Tries to send every queued mail once, as its job does. Resolves with the errors. */
export async function sendMails(ctx: Ctx, { isLast = false } = {}): Promise<unknown[]> {
  const { id, status } = outboxMails;
  const waiting = await ctx.db.select({ id }).from(outboxMails).where(eq(status, "queued")).orderBy(id);
  const failures: unknown[] = [];
  for (const mail of waiting) await sendMail(ctx, mail, { isLast }).catch((error: unknown) => failures.push(error));
  return failures;
}

/** A mail that the server has accepted. */
export interface Received {
  from: string;
  to: string[];
  /** Headers and body as received. */
  source: string;
}

export interface MailServer {
  url: string;
  received: Received[];
  /** Number of mails that arrived completely, whether the server accepted them or not. */
  arrived: number;
  connections: number;
}

/** Decides about the nth mail, counted from 1. */
type Decide = (nth: number) => "take" | "busy" | "refuse-recipient" | "hang" | Promise<"take">;

/** Starts a real SMTP server on a free port until the test ends. By default it accepts every mail. */
export async function startMailServer(decide: Decide = () => "take"): Promise<MailServer> {
  const received: Received[] = [];
  let nth = 0;
  const state: MailServer = { url: "", received, arrived: 0, connections: 0 };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    // Like many servers, it accepts only ASCII addresses.
    hideSMTPUTF8: true,
    logger: false,
    onConnect: (_session, answer) => (state.connections++, answer()),
    onRcptTo: (_address, _session, answer) => {
      if (decide(nth + 1) !== "refuse-recipient") return answer();
      nth++;
      answer(Object.assign(new Error("No such user"), { responseCode: 550 }));
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        state.arrived++;
        // Reads the envelope now, because the session clears it when the client disconnects.
        const { mailFrom, rcptTo } = session.envelope;
        const decision = await decide(++nth);
        if (decision === "hang") return;
        if (decision === "busy") return answer(Object.assign(new Error("Try later"), { responseCode: 451 }));
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map((to) => to.address),
          source: Buffer.concat(chunks).toString("utf8"),
        });
        answer();
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await new Promise<void>((resolve) => listening.once("listening", () => resolve()));
  const address = listening.address();
  state.url = `smtp://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
  onTestFinished(async () => {
    await closeTransport();
    // `closeTransport` has closed hanging connections, which would keep the server open.
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return state;
}

/** A part of a received mail: its headers, each on one line, its decoded bytes, and its nested parts. */
export interface MimePart {
  type: string;
  head: string;
  bytes: Buffer;
  parts: MimePart[];
}

/** Parses a mail, or a part of one, into its parts. */
export function parseMime(source: string): MimePart {
  const [raw = "", ...rest] = source.split("\r\n\r\n");
  const head = raw.replaceAll(/\r\n[ \t]+/g, " ");
  const body = rest.join("\r\n\r\n");
  const type = /^content-type: *([^;\s]+)/im.exec(head)?.[1]?.toLowerCase() ?? "";
  const boundary = /boundary="?([^";\r\n]+)/.exec(head)?.[1];
  if (boundary)
    return {
      type,
      head,
      bytes: Buffer.alloc(0),
      parts: body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => parseMime(part.replace(/^\r\n/, ""))),
    };
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1];
  const decodeQuotedPrintable = () =>
    body
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return {
    type,
    head,
    bytes: encoding === "base64" ? Buffer.from(body, "base64") : Buffer.from(decodeQuotedPrintable(), "latin1"),
    parts: [],
  };
}

/** Lists the parts without nested parts, at any depth. */
export const listLeafParts = (part: MimePart): MimePart[] =>
  part.parts.length > 0 ? part.parts.flatMap(listLeafParts) : [part];
