import type { Transporter } from "nodemailer";

const timeoutMs = 10_000;
/** Maximum connections of each process to the mail server. */
export const mailConnections = 5;

/** Makes a pool of connections to SMTP_URL. It connects when the first email is sent. */
export async function connectMailServer(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: true,
    maxConnections: mailConnections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Checks that the mail server accepts our user name and password. Rejects with nodemailer's error if not. Sends no
 * email.
 */
export async function verifyMailServer(url: string): Promise<void> {
  const transporter = await connectMailServer(url);
  await transporter.verify().finally(() => transporter.close());
}
