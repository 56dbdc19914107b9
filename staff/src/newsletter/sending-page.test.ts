import { expect, it } from "vitest";
import { countWaitingMails } from "./sending-page.tsx";

it("CT-23 counts emails as waiting until they are sent or have failed; once an issue is over, only queued ones", () => {
  const counts = { recipients: 28, handed: 0, sent: 0, failed: 0 };
  expect(countWaitingMails({ ...counts, state: "sending" })).toBe(28);
  expect(countWaitingMails({ ...counts, state: "paused", handed: 20, sent: 12, failed: 3 })).toBe(13);
  // One subscriber unsubscribed before their email was queued. The page must not wait for them.
  expect(countWaitingMails({ ...counts, state: "sent", handed: 27, sent: 25, failed: 2 })).toBe(0);
  expect(countWaitingMails({ ...counts, state: "sent", handed: 27, sent: 20, failed: 2 })).toBe(5);
  // An email that was not queued when the issue was stopped will never be sent.
  expect(countWaitingMails({ ...counts, state: "stopped", handed: 20, sent: 12, failed: 3 })).toBe(5);
});
