export const mailProblems = ["no-such-address", "mailbox-full", "refused", "no-connection", "other"] as const;
export type MailProblem = (typeof mailProblems)[number];

/** What the code of a mail server (RFC 5321, 4.2.3) or of its connection means to people. */
export function mailProblem(error: string | null): MailProblem {
  const reply = /\b([45]\d\d)$/.exec(error ?? "")?.[1];
  if (reply !== undefined) {
    if (["450", "550", "551", "553"].includes(reply)) return "no-such-address";
    if (["422", "452", "552"].includes(reply)) return "mailbox-full";
    return "refused";
  }
  return /ECONN|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|EAI_AGAIN|ETLS/.test(error ?? "") ? "no-connection" : "other";
}
