import { beforeEach, describe, expect, it, vi } from "vitest";
import { StaffApiError } from "../api.ts";
import { Autosave, type StoredDraft } from "./autosave.ts";

interface Text {
  title: string;
  note?: string;
}

/** A server that replies as instructed and records what it was sent. */
function open(savedDraft: StoredDraft<Text> | null = null) {
  const answers: (StaffApiError | { version: number; data: Text })[] = [];
  const sent: [Text, number][] = [];
  let last: StoredDraft<Text> | null = savedDraft;
  const autosave = new Autosave<Text>({
    server: { version: 1, data: { title: "A" } },
    storedDraft: savedDraft,
    send: async (data, version) => {
      sent.push([data, version]);
      const answer = answers.shift() ?? { version: version + 1, data };
      if (answer instanceof StaffApiError) throw answer;
      return answer;
    },
    storeDraft: (now) => {
      last = now;
    },
  });
  return { autosave, answers, sent, kept: () => last };
}
const theirs = (title: string, version: number, note?: string) =>
  new StaffApiError("", 409, {
    current: { version, data: { title, ...(note ? { note } : {}) }, author_name: "Reem", saved_at: null },
  });

describe("a text that saves itself", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("P-05 saves once, 2 s after the last change, with the version it was read at", async () => {
    const { autosave, sent, kept } = open();
    autosave.change({ title: "B" });
    await vi.advanceTimersByTimeAsync(1500);
    autosave.change({ title: "BC" });
    expect(kept()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1900);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(sent).toEqual([[{ title: "BC" }, 1]]);
    expect(autosave.snapshot()).toMatchObject({ status: { kind: "saved" }, isDirty: false });
    expect(kept()).toBeNull();
  });

  it("P-06 reports a lost connection, stores the draft, and retries", async () => {
    const { autosave, answers, sent, kept } = open();
    answers.push(new StaffApiError("ra.notification.offline", 0, {}), new StaffApiError("", 503, {}));
    autosave.change({ title: "B" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(autosave.snapshot().status).toMatchObject({ kind: "unsent", reason: "connection" });
    expect(kept()?.mine).toEqual({ title: "B" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.length).toBe(3);
    expect(autosave.snapshot().status.kind).toBe("saved");
    // The draft of a closed window is restored and saved.
    const second = open({ base: { version: 1, data: { title: "A" } }, sent: { title: "A" }, mine: { title: "Kept" } });
    expect(second.autosave.snapshot()).toMatchObject({ mine: { title: "Kept" }, isDirty: true });
    await vi.advanceTimersByTimeAsync(2000);
    expect(second.sent).toEqual([[{ title: "Kept" }, 1]]);
  });

  it("P-06 pauses at another person's save and continues from it; taking theirs can be undone", async () => {
    const { autosave, answers, sent } = open();
    answers.push(theirs("Theirs", 5));
    autosave.change({ title: "Mine" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(autosave.snapshot()).toMatchObject({
      status: { kind: "paused" },
      mine: { title: "Mine" },
      conflict: { base: { title: "A" }, theirs: { version: 5, author: "Reem", data: { title: "Theirs" } } },
    });
    autosave.change({ title: "Mine still" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent.length).toBe(1);
    const undo = autosave.settle({ title: "Theirs" });
    expect(autosave.snapshot()).toMatchObject({ mine: { title: "Theirs" }, isDirty: false, conflict: null });
    undo();
    expect(autosave.snapshot()).toMatchObject({ mine: { title: "Mine still" }, status: { kind: "paused" } });
    autosave.settle({ title: "Mine still" });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.at(-1)).toEqual([{ title: "Mine still" }, 5]);
  });

  it("P-06 sees no conflict if only the version number changed", async () => {
    const { autosave, answers, sent } = open();
    answers.push(theirs("A", 4));
    autosave.change({ title: "B" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toEqual([
      [{ title: "B" }, 1],
      [{ title: "B" }, 4],
    ]);
    expect(autosave.snapshot().status.kind).toBe("saved");
  });

  it("saves changes made during a save afterwards", async () => {
    const { autosave, sent } = open();
    autosave.change({ title: "B" });
    const saving = autosave.flush();
    autosave.change({ title: "C" });
    expect(await saving).toBe(true);
    expect(sent).toEqual([
      [{ title: "B" }, 1],
      [{ title: "C" }, 2],
    ]);
  });

  it("reports invalid fields and does not retry until they change", async () => {
    const { autosave, answers, sent } = open();
    answers.push(new StaffApiError("", 422, { title: ["Wrong"] }));
    autosave.change({ title: "?" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.length).toBe(1);
    expect(autosave.snapshot()).toMatchObject({ errors: { title: ["Wrong"] }, isDirty: true });
  });

  it("CT-16 keeps errors of publishing until their field changes, even if others are saved", async () => {
    const { autosave } = open();
    autosave.showErrors({ title: ["Required"], "rows.1.name": ["Required"], note: ["Required"] });
    autosave.change({ title: "A", note: "Filled in" });
    expect(await autosave.flush()).toBe(true);
    expect(Object.keys(autosave.snapshot().errors)).toEqual(["title", "rows.1.name"]);
    autosave.rebase({ version: 3, data: autosave.snapshot().mine }, { kind: "published", at: new Date() });
    expect(autosave.snapshot().errors).toEqual({});
  });
});
