import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";

/** Shown on every checkout page without a real provider (decisions §3). `cardsUrl` lists the test cards. */
export function SandboxNote({ cardsUrl, className }: { cardsUrl: string | null; className?: string }) {
  if (cardsUrl === null) return null;
  return (
    <Alert tone="info" announces={false} className={className}>
      {m.checkout_sandbox()}{" "}
      <a href={cardsUrl} target="_blank" rel="noreferrer" className="font-medium underline underline-offset-3">
        {m.checkout_sandbox_cards()}
      </a>
    </Alert>
  );
}
