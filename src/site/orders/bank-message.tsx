import { bankMessage } from "#site/orders/bank-message.ts";

/** The bank's message, kept apart from the text around it; one that has no words of ours is marked as English. */
export function BankMessage({ said }: { said: string }) {
  const { text, lang } = bankMessage(said);
  return <bdi lang={lang}>{text}</bdi>;
}
