/** Card purchases on the site, step by step. */
import { eq } from "drizzle-orm";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import type { AttendeeInput } from "#features/seats/attendee.ts";
import type { BillingAddress } from "#features/orders/billing.schema.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { cardSource } from "#features/payments/card-check.ts";
import { postPayment } from "#features/payments/post-payment.ts";
import { payments } from "#features/payments/tables.server.ts";
import { demoCompanies, toAttendee } from "./people.ts";
import type { DemoSale } from "./sales.ts";
import type { World } from "./world.server.ts";

/** The fake provider's test cards (`sandbox/cards.ts`). */
const cards = {
  visa: "4111111111111111",
  mada: "4201320111111010",
  master: "5421080101000000",
  declined: "4123120001090000",
} as const;

export function buildBilling(world: World, key: string): BillingAddress {
  const { viewer, locale } = world.asBuyer(key);
  const [first_name = "", ...rest] = viewer.name.split(" ");
  const isArabic = locale === "ar";
  return {
    first_name,
    last_name: rest.join(" "),
    phone: "+966550001000",
    address_1: isArabic ? "شارع المثال 1" : "Example Street 1",
    address_2: "",
    state: isArabic ? "الرياض" : "Riyadh",
    city: isArabic ? "الرياض" : "Riyadh",
    zipcode: "12345",
  };
}

export const buildAttendees = (world: World, runId: number, keys: readonly string[]): AttendeeInput[] =>
  keys.map((key) => ({ runId, ...toAttendee(world.getPerson(key)) }));

type CheckoutSale = Pick<DemoSale, "buyer" | "run" | "people" | "unnamedSeats" | "company" | "code">;

export async function begin(
  world: World,
  { buyer, run, people, unnamedSeats = 0, company, code }: CheckoutSale,
): Promise<BegunCheckout> {
  const runId = world.getRunId(run);
  const qty = (people?.length ?? 1) + unnamedSeats;
  return beginCheckout(world.asBuyer(buyer), {
    items: [{ runId, qty, named_later: unnamedSeats }],
    billing: buildBilling(world, buyer),
    company: company ? demoCompanies[company] : null,
    attendees: people ? buildAttendees(world, runId, people) : null,
    discountCode: code,
  });
}

/** Enters a card on the payment page. The bank then waits for the holder's confirmation. */
export async function enterCard(begun: BegunCheckout, card: keyof typeof cards): Promise<void> {
  const holder = { name: "Card Holder", month: "09", year: "2049", cvc: "123" };
  const { kind } = await postPayment(begun, cardSource({ ...holder, number: cards[card] }));
  if (kind !== "created") throw new Error(`The fake provider answered ${kind}`);
}

/** The holder confirms with the bank, and the site settles the payment. */
export async function confirmCard(world: World, { given_id }: BegunCheckout): Promise<void> {
  world.sandbox.control.finish(given_id);
  await settlePayment({ ...world.ctx, actor: { kind: "provider" } }, given_id);
}

/** Buys the seats of a sale and pays by card. Resolves to the order's id. */
export async function buy(world: World, sale: DemoSale): Promise<number> {
  const { card = "visa" } = sale;
  let begun = await begin(world, sale);
  if (card === "declined-first") {
    await enterCard(begun, "declined");
    world.advance(1);
    await confirmCard(world, begun);
    world.advance(2);
    begun = await begin(world, sale);
  }
  await enterCard(begun, card === "declined-first" ? "visa" : card);
  world.advance(1);
  await confirmCard(world, begun);
  return begun.order_id;
}

/**
 * Leaves an order unpaid. A job checks its payment when the hold is over, which ends the order, and a few more times
 * during the following day.
 */
export function leaveUnpaid(world: World, paymentId: string): void {
  const checkPayment = async () => {
    await settlePayment({ ...world.ctx, actor: { kind: "job", name: "sales.reconcile" } }, paymentId);
    const { checkAt } = payments;
    const [payment] = await world.ctx.db.select({ checkAt }).from(payments).where(eq(payments.id, paymentId));
    if (payment?.checkAt) world.scheduleIn((payment.checkAt.getTime() - world.now().getTime()) / 60_000, checkPayment);
  };
  world.scheduleIn(16, checkPayment);
}
