/** slow uploads block only the person who sends them. */
import { expect, it } from "vitest";
import { QueueFull, limitConcurrency } from "../bounded-limit.ts";
import { withUploadSlot } from "./upload.server.ts";

/** Starts uploads that last until `end` is called. */
function startSlowUploads(person: string, count: number, slots: ReturnType<typeof limitConcurrency>) {
  const held = Promise.withResolvers<void>();
  const begun = { count: 0 };
  const work = () => {
    begun.count += 1;
    return held.promise;
  };
  const uploads = Array.from({ length: count }, () => withUploadSlot(person, () => slots(work)));
  return { begun, end: () => (held.resolve(), Promise.all(uploads)) };
}

it("A-08: fifteen slow uploads of one person take two of twelve slots; another person's upload runs", async () => {
  const slots = limitConcurrency({ maxRunning: 12, maxQueued: 60 });
  const slow = startSlowUploads("content", 15, slots);
  expect(await withUploadSlot("owner", () => slots(async () => "stored"))).toBe("stored");
  expect(slow.begun.count).toBe(2);
  await slow.end();
  expect(slow.begun.count).toBe(15);
});

it("negative control: without slots per person, the uploads of one person take all slots", async () => {
  const slots = limitConcurrency({ maxRunning: 12, maxQueued: 0 });
  const held = Promise.withResolvers<void>();
  const slow = Array.from({ length: 12 }, () => slots(() => held.promise));
  await expect(slots(async () => "stored")).rejects.toThrow(QueueFull);
  held.resolve();
  await Promise.all(slow);
});

it("A-08: limits one person's queue, and frees the slot of a failed upload", async () => {
  const slow = startSlowUploads("content", 32, limitConcurrency({ maxRunning: 12, maxQueued: 60 }));
  await expect(withUploadSlot("content", async () => {})).rejects.toThrow(QueueFull);
  await slow.end();
  for (let n = 0; n < 40; n++)
    await expect(withUploadSlot("content", () => Promise.reject(new Error("cut off")))).rejects.toThrow("cut off");
  expect(await withUploadSlot("content", async () => "stored")).toBe("stored");
});
