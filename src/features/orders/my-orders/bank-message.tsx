import { bankMessage } from "#features/orders/my-orders/bank-message.ts";

export function BankMessage({ said }: { said: string }) {
  const { text, lang } = bankMessage(said);
  return <bdi lang={lang}>{text}</bdi>;
}
