/** TABLE OF CONTENTS 3: every background job and its schedule. */
import { forgetExpiredSessions } from "#features/accounts/sessions.server.ts";
import * as sales from "#features/sales/jobs.server.ts";
import type { JobTable } from "#platform/jobs-runner.server.ts";
import * as mail from "#platform/mail/jobs.server.ts";

export const jobs: JobTable = {
  /** Renders and sends one mail of the outbox; again with growing pauses while the mail server refuses. */
  "mail.send": { work: mail.sendQueuedMail },
  /** Picks up mails whose job was lost. */
  "mail.sweep": { work: mail.sweepOutbox, everySeconds: 60 },
  /** Deletes sessions that have ended by themselves. */
  "accounts.forget-sessions": { work: forgetExpiredSessions, everySeconds: 3600 },
  /** Asks the provider about every payment still open, expires orders whose hold is over, carries out refunds. */
  "sales.reconcile": { work: sales.reconcile, everySeconds: 15 },
};
