import { beforeEach, describe, expect, it, vi } from "vitest";
import { StaffApiError } from "../api.ts";
import { Autosave, type StoredDraft } from "./autosave.ts";

interface Text {
  title: string;
  note?: string;
}

/** Opens an autosaved text with a fake server, which gives the queued `answers` and records each save in `saves`. */
function openText(savedDraft: StoredDraft<Text> | null = null) {
  const answers: (StaffApiError | { version: number; data: Text })[] = [];
  const saves: [Text, number][] = [];
  let lastDraft: StoredDraft<Text> | null = savedDraft;
  const autosave = new Autosave<Text>({
    server: { version: 1, data: { title: "A" } },
    storedDraft: savedDraft,
    send: async (data, version) => {
      saves.push([data, version]);
      const answer = answers.shift() ?? { version: version + 1, data };
      if (answer instanceof StaffApiError) throw answer;
      return answer;
    },
    storeDraft: (draft) => {
      lastDraft = draft;
    },
  });
  return { autosave, answers, saves, getStoredDraft: () => lastDraft };
}
const createConflict = (title: string, version: number, note?: string) =>
  new StaffApiError("", 409, {
    current: { version, data: { title, ...(note ? { note } : {}) }, authorName: "Reem", savedAt: null },
  });

describe("an autosaved text", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("P-05 saves once, 2 s after the last change, with the version that the text was read at", async () => {
    const { autosave, saves, getStoredDraft } = openText();
    autosave.change({ title: "B" });
    await vi.advanceTimersByTimeAsync(1500);
    autosave.change({ title: "BC" });
    expect(getStoredDraft()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1900);
    expect(saves).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(saves).toEqual([[{ title: "BC" }, 1]]);
    expect(autosave.snapshot()).toMatchObject({ status: { kind: "saved" }, isDirty: false });
    expect(getStoredDraft()).toBeNull();
  });

  it("P-06 reports a lost connection, stores the draft, and retries", async () => {
    const { autosave, answers, saves, getStoredDraft } = openText();
    answers.push(new StaffApiError("ra.notification.offline", 0, {}), new StaffApiError("", 503, {}));
    autosave.change({ title: "B" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(autosave.snapshot().status).toMatchObject({ kind: "unsent", reason: "connection" });
    expect(getStoredDraft()?.mine).toEqual({ title: "B" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves.length).toBe(3);
    expect(autosave.snapshot().status.kind).toBe("saved");
    // The draft of a closed window is restored and saved.
    const second = openText({
      base: { version: 1, data: { title: "A" } },
      sent: { title: "A" },
      mine: { title: "Kept" },
    });
    expect(second.autosave.snapshot()).toMatchObject({ mine: { title: "Kept" }, isDirty: true });
    await vi.advanceTimersByTimeAsync(2000);
    expect(second.saves).toEqual([[{ title: "Kept" }, 1]]);
  });

  it("P-06 pauses if another person has saved, and continues from their version; taking their text can be undone", async () => {
    const { autosave, answers, saves } = openText();
    answers.push(createConflict("Theirs", 5));
    autosave.change({ title: "Mine" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(autosave.snapshot()).toMatchObject({
      status: { kind: "paused" },
      mine: { title: "Mine" },
      conflict: { base: { title: "A" }, theirs: { version: 5, author: "Reem", data: { title: "Theirs" } } },
    });
    autosave.change({ title: "Mine still" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(saves.length).toBe(1);
    const undo = autosave.resolveConflict({ title: "Theirs" });
    expect(autosave.snapshot()).toMatchObject({ mine: { title: "Theirs" }, isDirty: false, conflict: null });
    undo();
    expect(autosave.snapshot()).toMatchObject({ mine: { title: "Mine still" }, status: { kind: "paused" } });
    autosave.resolveConflict({ title: "Mine still" });
    await vi.advanceTimersByTimeAsync(0);
    expect(saves.at(-1)).toEqual([{ title: "Mine still" }, 5]);
  });

  it("P-06 sees no conflict if only the version number changed", async () => {
    const { autosave, answers, saves } = openText();
    answers.push(createConflict("A", 4));
    autosave.change({ title: "B" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(saves).toEqual([
      [{ title: "B" }, 1],
      [{ title: "B" }, 4],
    ]);
    expect(autosave.snapshot().status.kind).toBe("saved");
  });

  it("saves again for changes made during a save", async () => {
    const { autosave, saves } = openText();
    autosave.change({ title: "B" });
    const saving = autosave.flush();
    autosave.change({ title: "C" });
    expect(await saving).toBe(true);
    expect(saves).toEqual([
      [{ title: "B" }, 1],
      [{ title: "C" }, 2],
    ]);
  });

  it("reports invalid fields and does not retry until they change", async () => {
    const { autosave, answers, saves } = openText();
    answers.push(new StaffApiError("", 422, { title: ["Wrong"] }));
    autosave.change({ title: "?" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves.length).toBe(1);
    expect(autosave.snapshot()).toMatchObject({ errors: { title: ["Wrong"] }, isDirty: true });
  });

  it("CT-16 keeps errors of publishing until their field changes, even if others are saved", async () => {
    const { autosave } = openText();
    autosave.showErrors({ title: ["Required"], "rows.1.name": ["Required"], note: ["Required"] });
    autosave.change({ title: "A", note: "Filled in" });
    expect(await autosave.flush()).toBe(true);
    expect(Object.keys(autosave.snapshot().errors)).toEqual(["title", "rows.1.name"]);
    autosave.rebase({ version: 3, data: autosave.snapshot().mine }, { kind: "published", at: new Date() });
    expect(autosave.snapshot().errors).toEqual({});
  });
});
