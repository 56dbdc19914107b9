/** Reply schema of the portal's first page. */
import { z } from "zod";
import { run } from "#features/runs/staff-fields.server.ts";
import { riyadhMinuteText } from "#platform/http/codecs.server.ts";
import { entityNames } from "#features/content/entities/revision-entities.ts";

const money = z.string().meta({ description: "SAR, two decimals", example: "2760.00" });
const cardRun = run
  .pick({
    id: true,
    name_eng: true,
    name_ar: true,
    startDate: true,
    endDate: true,
    days: true,
    venueEng: true,
    venueAr: true,
    delivery: true,
    speakers: true,
    capacity: true,
    seatsSold: true,
    seatsHeld: true,
    waiting: true,
  })
  .extend({ image: z.string().nullable() });
const waitingTasks = z.object({ count: z.int(), oldestAt: z.string().nullable() }).optional();
const todaySession = z.object({ day: z.int(), of: z.int(), from: z.string().nullable(), to: z.string().nullable() });
const earlierRun = run.pick({ startDate: true, seatsSold: true });

export const dashboardReply = z.object({
  today: z.string(),
  next: z.object({ items: z.array(cardRun.extend({ today: todaySession.nullable() })) }).optional(),
  slow: z
    .object({
      count: z.int(),
      items: z.array(cardRun.extend({ seatsNeeded: z.int(), earlier: earlierRun.nullable() })),
    })
    .optional(),
  decide: z
    .object({
      count: z.int(),
      items: z.array(cardRun.extend({ minSeats: z.int(), decideBy: riyadhMinuteText })),
    })
    .optional()
    .meta({ description: "Runs with too few people, listed from seven days before the decision" }),
  sales: z
    .object({
      month: z.string(),
      through: z.string(),
      net: money.meta({ description: "Invoiced this month before VAT" }),
      orders: z.int(),
      refunded: money.meta({ description: "Credited this month, including VAT" }),
      vat: money.meta({ description: "VAT of invoices less VAT of credit notes" }),
      days: z.array(money),
      previous: z.object({
        month: z.string(),
        net: money.meta({ description: "Invoiced until the same day of that month" }),
        days: z.array(money).meta({ description: "Invoiced on each day of the whole month" }),
      }),
    })
    .optional(),
  payments: z
    .object({
      count: z.int(),
      oldestAt: z.string().nullable(),
      items: z.array(
        z.object({
          id: z.int(),
          kind: z.string(),
          orderId: z.int().nullable(),
          buyer: z.string().nullable(),
          amount: money.nullable(),
          openedAt: z.string(),
        }),
      ),
    })
    .optional(),
  bookings: z
    .object({
      count: z.int(),
      oldestAt: z.string().nullable(),
      items: z.array(
        z.object({
          orderId: z.int(),
          buyer: z.string(),
          email: z.string(),
          company: z.string(),
          vat_number: z.string(),
          seats: z.int(),
          total: money,
          createdAt: z.string(),
          endsAt: z.string(),
          ofAccount: z.int().meta({ description: "Bookings by transfer that the account has open" }),
        }),
      ),
    })
    .optional()
    .meta({ description: "First bookings by transfer that wait for approval" }),
  cancellations: waitingTasks.meta({ description: "Cancellations of runs that wait for a second person" }),
  changes: waitingTasks.meta({ description: "Requests of buyers to change their seats" }),
  refunds: waitingTasks.meta({ description: "Refunds begun by colleagues that wait for a second person" }),
  refundsDue: waitingTasks.meta({ description: "Seats cancelled without a refund, about which staff must decide" }),
  transfers: z
    .object({ count: z.int(), firstDueOn: z.string().nullable() })
    .optional()
    .meta({ description: "Orders that wait for a bank transfer" }),
  attendance: z
    .object({
      count: z.int(),
      items: z.array(
        z.object({
          id: z.int(),
          name_eng: z.string(),
          name_ar: z.string().nullable(),
          startDate: z.string(),
          endDate: z.string(),
          people: z.int().meta({ description: "People with a session that no one has marked" }),
        }),
      ),
    })
    .optional()
    .meta({ description: "Runs whose last session is over, with attendance that is not marked yet" }),
  enquiries: z
    .object({
      count: z.int(),
      oldestAt: z.string().nullable(),
      items: z.array(
        z.object({
          id: z.int(),
          kind: z.enum(["demo", "contact"]),
          name: z.string(),
          program: z.string().nullable(),
          excerpt: z.string(),
          createdAt: z.string(),
        }),
      ),
    })
    .optional(),
  mails: z
    .object({
      count: z.int(),
      newestAt: z.string().nullable(),
      items: z.array(
        z.object({
          id: z.int(),
          subject: z.string(),
          to: z.string(),
          problem: z.string().nullable(),
          attempts: z.int(),
          createdAt: z.string(),
        }),
      ),
    })
    .optional(),
  arabic: z
    .object({
      count: z.int(),
      byEntity: z.partialRecord(z.enum(entityNames), z.int()),
      items: z.array(
        z.object({
          id: z.string(),
          entity: z.enum(entityNames),
          title: z.string(),
          state: z.enum(["missing", "stale", "complete"]),
        }),
      ),
    })
    .optional(),
  editing: z
    .object({
      drafts: z.int().meta({ description: "Texts with unpublished changes, and texts that were never published" }),
      scheduled: z.int(),
      items: z.array(
        z.object({
          id: z.string(),
          entity: z.enum(entityNames),
          title: z.string(),
          title_ar: z.string(),
          savedAt: z.string().nullable(),
          publishAt: z.string().nullable(),
          isWaiting: z.boolean().meta({ description: "True for a draft, and for a text that is not on the site" }),
        }),
      ),
    })
    .optional(),
  certificates: z
    .object({
      count: z.int(),
      items: z.array(
        z.object({
          id: z.int(),
          number: z.string(),
          runId: z.int(),
          name_eng: z.string(),
          name_ar: z.string(),
          title_eng: z.string(),
          title_ar: z.string(),
          endedAt: z.string().nullable(),
        }),
      ),
    })
    .optional()
    .meta({ description: "Valid certificates whose seat was cancelled since; staff decide whether to revoke them" }),
});
