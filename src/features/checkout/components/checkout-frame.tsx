import { clsx } from "clsx/lite";
import type { ComponentProps, ReactNode } from "react";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Card } from "#ui/card.tsx";
import { Stepper } from "#ui/stepper.tsx";

/**
 * Shown on every checkout page while there is no real provider (decisions §3, see docs/testing.md). `cardsUrl` lists the
 * test cards.
 */
export function SandboxNote({ cardsUrl, className }: { cardsUrl: string | null; className?: string }) {
  if (cardsUrl === null) return null;
  return (
    <Alert tone="info" className={className}>
      {m.checkout_sandbox()}{" "}
      <a href={cardsUrl} target="_blank" rel="noreferrer" className="font-medium underline underline-offset-3">
        {m.checkout_sandbox_cards()}
      </a>
    </Alert>
  );
}

/** A section of the checkout page, with less padding on a phone. */
export function CheckoutCard({ className, ...props }: ComponentProps<typeof Card>) {
  return <Card as="section" {...props} className={clsx("@container max-md:p-4", className)} />;
}

interface CheckoutFrameProps {
  /** The page that the buyer comes from. */
  from: ComponentProps<typeof Breadcrumb>["items"][number];
  /** Label of the first step; null when there is nothing to buy. */
  firstStep: string | null;
  cardsUrl: string | null;
  children: ReactNode;
}

/** The page frame that the checkout of a course and the checkout of the cart share. */
export function CheckoutFrame({ from, firstStep, cardsUrl, children }: CheckoutFrameProps) {
  return (
    <>
      <Breadcrumb items={[from, { label: m.checkout_checkout() }]} />
      <div className="wrap pt-14 pb-8 md:pt-19 md:pb-section">
        {firstStep && (
          <Stepper
            label={m.checkout_steps()}
            steps={[firstStep, m.checkout_checkout(), m.payments_step_confirmation()]}
            current={1}
            doneLabel={m.checkout_step_done()}
          />
        )}
        <h1 className="my-4 md:mt-5 md:mb-8">{m.checkout_checkout()}</h1>
        <SandboxNote cardsUrl={cardsUrl} className="mb-4 md:mb-6" />
        {children}
      </div>
    </>
  );
}
