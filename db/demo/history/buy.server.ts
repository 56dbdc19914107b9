/** What people do on the site with their cards. */
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
  const { viewer, locale } = world.buyer(key);
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
  keys.map((key) => ({ runId, ...toAttendee(world.person(key)) }));

type Begin = Pick<DemoSale, "buyer" | "run" | "people" | "later" | "company" | "code">;

export async function begin(
  world: World,
  { buyer, run, people, later = 0, company, code }: Begin,
): Promise<BegunCheckout> {
  const runId = world.run(run);
  const qty = (people?.length ?? 1) + later;
  return beginCheckout(world.buyer(buyer), {
    items: [{ runId, qty, named_later: later }],
    billing: buildBilling(world, buyer),
    company: company ? demoCompanies[company] : null,
    attendees: people ? buildAttendees(world, runId, people) : null,
    discountCode: code,
  });
}

/** Enters a card on the payment page; the bank then asks its holder. */
export async function enterCard(begun: BegunCheckout, card: keyof typeof cards): Promise<void> {
  const holder = { name: "Card Holder", month: "09", year: "2049", cvc: "123" };
  const { kind } = await postPayment(begun, cardSource({ ...holder, number: cards[card] }));
  if (kind !== "created") throw new Error(`The fake provider answered ${kind}`);
}

/** The holder answers the bank, and the site hears of it. */
export async function confirmCard(world: World, { given_id }: BegunCheckout): Promise<void> {
  world.sandbox.control.finish(given_id);
  await settlePayment({ ...world.ctx, actor: { kind: "provider" } }, given_id);
}

/** Buys; the order's id. */
export async function buy(world: World, sale: DemoSale): Promise<number> {
  const { card = "visa" } = sale;
  let begun = await begin(world, sale);
  if (card === "declined-first") {
    await enterCard(begun, "declined");
    world.pass(1);
    await confirmCard(world, begun);
    world.pass(2);
    begun = await begin(world, sale);
  }
  await enterCard(begun, card === "declined-first" ? "visa" : card);
  world.pass(1);
  await confirmCard(world, begun);
  return begun.order_id;
}

/**
 * Leaves an order unpaid: a job looks at its payment when the hold is over, which ends the order, and a few times more
 * in the day after.
 */
export function leaveUnpaid(world: World, paymentId: string): void {
  const checkPayment = async () => {
    await settlePayment({ ...world.ctx, actor: { kind: "job", name: "sales.reconcile" } }, paymentId);
    const { checkAt } = payments;
    const [payment] = await world.ctx.db.select({ checkAt }).from(payments).where(eq(payments.id, paymentId));
    if (payment?.checkAt) world.later((payment.checkAt.getTime() - world.now().getTime()) / 60_000, checkPayment);
  };
  world.later(16, checkPayment);
}
