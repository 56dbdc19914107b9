/**
 * Saves an edited text automatically: 2 s after the last change, and again after a lost connection. It never overwrites
 * what another person has saved.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import { StaffApiError, type FieldMap } from "../api.ts";
import { isEqual } from "./merge.ts";

/** Time from the last change to the save. */
const pauseMs = 2000;
/** Longest time between two retries. */
const maxWaitMs = 30_000;

/** A text as saved on the server. */
export interface Saved<Data> {
  version: number;
  data: Data;
}

/** The version that another person has saved meanwhile. */
export interface Theirs<Data> extends Saved<Data> {
  author: string | null;
  savedAt: string | null;
}

export interface Conflict<Data> {
  theirs: Theirs<Data>;
  /** The text that both versions started from. */
  base: Data;
}

export type SaveStatus =
  | { kind: "unchanged" }
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved"; at: Date }
  | { kind: "published"; at: Date }
  | { kind: "paused" }
  | { kind: "unsent"; reason: "connection" | "signed-out" | "fields" | "refused"; message: string };

export interface Snapshot<Data> {
  mine: Data;
  status: SaveStatus;
  conflict: Conflict<Data> | null;
  errors: FieldMap;
  isDirty: boolean;
}

/** The draft that this browser stores until the server has it. */
export interface StoredDraft<Data> {
  base: Saved<Data>;
  sent: Data;
  mine: Data;
}

export interface AutosaveOptions<Data> {
  server: Saved<Data>;
  /** The draft that was stored when the window was closed. */
  storedDraft: StoredDraft<Data> | null;
  /** Saves the text. Throws StaffApiError. */
  send(data: Data, version: number, extra: object | undefined): Promise<Saved<Data>>;
  storeDraft(draft: StoredDraft<Data> | null): void;
}

/** Returns the other person's version from a conflict (409), or null for any other error. */
const toTheirs = <Data>(error: StaffApiError): Theirs<Data> | null => {
  const current = error.body["current"] as
    | { version: number; data: Data | null; authorName: string | null; savedAt: string | null }
    | undefined;
  if (error.status !== 409 || !current?.data) return null;
  const { version, data, authorName: author, savedAt } = current;
  return { version, data, author, savedAt };
};

export class Autosave<Data extends object> {
  readonly #options: AutosaveOptions<Data>;
  readonly #listeners = new Set<() => void>();
  /** The text from the server's last reply, perhaps normalised. Another person's text is compared with this. */
  #server: Saved<Data>;
  /** The text that the server has, in the form in which it was sent. `mine` is compared with this. */
  #sent: Data;
  #snapshot: Snapshot<Data>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;
  #failures = 0;
  /**
   * Whether the errors come from the last save. Errors of an action such as publishing stay until their field changes.
   */
  #areErrorsOfSave = false;

  constructor(options: AutosaveOptions<Data>) {
    const { server, storedDraft } = options;
    this.#options = options;
    const hasStoredDraft = storedDraft !== null && !isEqual(storedDraft.mine, server.data);
    this.#server = hasStoredDraft ? storedDraft.base : server;
    this.#sent = hasStoredDraft ? storedDraft.sent : server.data;
    const mine = hasStoredDraft ? storedDraft.mine : server.data;
    this.#snapshot = { mine, status: { kind: "unchanged" }, conflict: null, errors: {}, isDirty: hasStoredDraft };
    if (hasStoredDraft) this.change(mine);
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  snapshot = () => this.#snapshot;

  #show(changes: Partial<Snapshot<Data>>): void {
    const next = { ...this.#snapshot, ...changes };
    this.#snapshot = { ...next, isDirty: !isEqual(next.mine, this.#sent) };
    for (const listener of this.#listeners) listener();
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }

  change(mine: Data): void {
    const before = this.#snapshot.mine;
    const isUnchanged = (field: string) => isEqual(before[field as keyof Data], mine[field as keyof Data]);
    const errors = Object.entries(this.#snapshot.errors).filter(([path]) => isUnchanged(path.split(".")[0] ?? path));
    this.#show({
      mine,
      errors: Object.fromEntries(errors),
      status: this.#snapshot.conflict ? { kind: "paused" } : { kind: "waiting" },
    });
    this.#options.storeDraft(this.#snapshot.isDirty ? { base: this.#server, sent: this.#sent, mine } : null);
    if (!this.#snapshot.conflict) this.#schedule(pauseMs);
  }

  /** Saves immediately and sends `extra` with the text. Returns whether the server has the whole text. */
  async flush(extra?: object): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#snapshot.conflict) return false;
    if (this.#running) {
      await this.#running;
      return this.flush(extra);
    }
    if (!this.#snapshot.isDirty && !extra) {
      if (this.#snapshot.status.kind === "waiting") this.#show({ status: { kind: "unchanged" } });
      return true;
    }
    this.#running = this.#send(extra);
    const isSaved = await this.#running.finally(() => {
      this.#running = null;
    });
    return isSaved && this.#snapshot.isDirty ? this.flush() : isSaved;
  }

  async #send(extra: object | undefined): Promise<boolean> {
    const { mine } = this.#snapshot;
    this.#show({ status: { kind: "saving" } });
    try {
      this.#server = await this.#options.send(mine, this.#server.version, extra);
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      return this.#handleFailure(error, extra);
    }
    this.#sent = mine;
    this.#failures = 0;
    this.#show(this.#areErrorsOfSave ? { errors: {} } : {});
    const { isDirty, mine: currentText } = this.#snapshot;
    this.#show({ status: isDirty ? { kind: "waiting" } : { kind: "saved", at: new Date() } });
    this.#options.storeDraft(isDirty ? { base: this.#server, sent: mine, mine: currentText } : null);
    return true;
  }

  async #handleFailure(error: StaffApiError, extra: object | undefined): Promise<boolean> {
    const theirs = toTheirs<Data>(error);
    if (theirs) {
      // If only the version number has changed, not the text, this is no conflict.
      if (isEqual(theirs.data, this.#server.data) && theirs.version !== this.#server.version) {
        this.#server = theirs;
        return this.#send(extra);
      }
      this.#show({ conflict: { theirs, base: this.#server.data }, status: { kind: "paused" } });
      return false;
    }
    const { status, message, fields } = error;
    const fail = (reason: "connection" | "signed-out" | "fields" | "refused") => {
      this.#show({ status: { kind: "unsent", reason, message } });
      if (reason === "fields") {
        this.#areErrorsOfSave = true;
        this.#show({ errors: fields });
      }
      return false;
    };
    if (status === 422) return fail("fields");
    if (status === 401) return fail("signed-out");
    if (status !== 0 && status < 500 && status !== 429) return fail("refused");
    this.#failures += 1;
    this.#schedule(Math.min(maxWaitMs, pauseMs * 2 ** this.#failures));
    return fail("connection");
  }

  /**
   * Resolves a conflict by continuing with `mine` on top of the other person's version. Saves `mine` immediately if it
   * differs from their text. Returns a function that undoes this until the next save.
   */
  resolveConflict(mine: Data): () => void {
    const { conflict, mine: before } = this.#snapshot;
    if (!conflict) return () => undefined;
    const [server, sent] = [this.#server, this.#sent];
    this.#server = conflict.theirs;
    this.#sent = conflict.theirs.data;
    this.#show({ mine, conflict: null, status: { kind: "unchanged" } });
    this.#options.storeDraft(null);
    if (this.#snapshot.isDirty) {
      this.change(mine);
      void this.flush();
    }
    return () => {
      this.#server = server;
      this.#sent = sent;
      this.#show({ mine: before, conflict, status: { kind: "paused" } });
      this.#options.storeDraft({ base: server, sent, mine: before });
    };
  }

  /** Sets the server's text after an action of this editor, such as publishing. Unsaved edits stay. */
  rebase(server: Saved<Data>, status: SaveStatus): void {
    const { isDirty, mine } = this.#snapshot;
    this.#server = server;
    this.#sent = server.data;
    this.#show({ mine: isDirty ? mine : server.data, status, errors: {}, conflict: null });
    if (isDirty) this.change(mine);
  }

  /** Shows the errors of an action. Each stays until its field changes, or until the action succeeds (`rebase`). */
  showErrors(errors: FieldMap): void {
    this.#areErrorsOfSave = false;
    this.#show({ errors });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

const getStorageKey = (key: string) => `staff.unsent.${key}`;

function readStoredDraft<Data>(key: string): StoredDraft<Data> | null {
  const text = localStorage.getItem(getStorageKey(key));
  return text === null ? null : (JSON.parse(text) as StoredDraft<Data>);
}

/**
 * Returns the automatically saved text of the record `key`. This browser stores unsaved edits and restores them. When a
 * lost connection is back, they are saved immediately. The component must have `key` as its React key, because an
 * instance belongs to one record.
 */
export function useAutosave<Data extends object>(
  key: string,
  server: Saved<Data>,
  send: AutosaveOptions<Data>["send"],
): { autosave: Autosave<Data> } & Snapshot<Data> {
  const [autosave] = useState(
    () =>
      new Autosave<Data>({
        server,
        storedDraft: readStoredDraft<Data>(key),
        send,
        storeDraft: (draft) =>
          draft
            ? localStorage.setItem(getStorageKey(key), JSON.stringify(draft))
            : localStorage.removeItem(getStorageKey(key)),
      }),
  );
  useEffect(() => {
    const onOnline = () => void autosave.flush();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (autosave.snapshot().isDirty) event.preventDefault();
    };
    window.addEventListener("online", onOnline);
    window.addEventListener("beforeunload", onLeave);
    return () => {
      window.removeEventListener("online", onOnline);
      window.removeEventListener("beforeunload", onLeave);
    };
  }, [autosave]);
  return { autosave, ...useSyncExternalStore(autosave.subscribe, autosave.snapshot) };
}
