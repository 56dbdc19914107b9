import type { Transporter } from "nodemailer";

const waitMs = 10_000;
/** Connections to the mail server at once, from each process. */
export const mailConnections = 5;

/** A pool for SMTP_URL; connects with the first mail. */
export async function connectMailServer(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: true,
    maxConnections: mailConnections,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    dnsTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Resolves when the mail server takes our name and password; rejects with nodemailer's error. Sends nothing. */
export async function verifyMailServer(url: string): Promise<void> {
  const transporter = await connectMailServer(url);
  await transporter.verify().finally(() => transporter.close());
}
