import { useCallback, useEffect, useRef, useState } from "react";
import type { NewsletterIssue } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { useConfirmClose } from "../parts/use-confirm-close.ts";
import { useStoreIssue } from "./queries.ts";

export const textNames = ["subject_eng", "subject_ar", "preheader_eng", "preheader_ar", "body_eng", "body_ar"] as const;
export type TextName = (typeof textNames)[number];
export type Texts = Record<TextName, string>;

const toTexts = (issue: NewsletterIssue): Texts =>
  Object.fromEntries(textNames.map((name) => [name, issue[name]])) as Texts;

export type SaveState = "saved" | "changed" | "saving" | "failed" | "conflict";
const saveAfterMs = 2000;

/**
 * Holds the texts of a draft and saves them two seconds after the last change. After a conflict with another person's
 * save, it does not save until the writer decides which texts stay.
 */
export function useDraft(issue: NewsletterIssue) {
  const storeIssue = useStoreIssue();
  const [texts, setTexts] = useState<Texts>(() => toTexts(issue));
  const [state, setState] = useState<SaveState>("saved");
  const [theirs, setTheirs] = useState<NewsletterIssue | null>(null);
  const [fields, setFields] = useState<Record<string, string[]>>({});
  const latest = useRef({ texts, version: issue.version, isSaving: false });

  const updateTexts = (changed: Texts) => {
    latest.current.texts = changed;
    setTexts(changed);
  };

  /** Resolves with the saved issue. Null if saving failed or is already in progress. */
  const save = useCallback(async (): Promise<NewsletterIssue | null> => {
    const { texts: sentTexts, version, isSaving } = latest.current;
    if (isSaving) return null;
    latest.current.isSaving = true;
    setState("saving");
    try {
      const savedIssue = await callStaff("PUT /api/staff/newsletter-issues/:id", {
        id: issue.id,
        ...sentTexts,
        version,
      });
      latest.current.version = savedIssue.version;
      storeIssue(savedIssue);
      setFields({});
      setState(latest.current.texts === sentTexts ? "saved" : "changed");
      return savedIssue;
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      const theirIssue = error.body["current"] as NewsletterIssue | undefined;
      if (theirIssue) setTheirs(theirIssue);
      setFields(error.fields);
      setState(theirIssue ? "conflict" : "failed");
      return null;
    } finally {
      latest.current.isSaving = false;
    }
  }, [issue.id, storeIssue]);

  useEffect(() => {
    if (state !== "changed") return;
    const timer = setTimeout(() => void save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [state, save]);
  useConfirmClose(state !== "saved");

  const write = (name: TextName, text: string) => {
    if (texts[name] === text) return;
    updateTexts({ ...latest.current.texts, [name]: text });
    if (state !== "conflict") setState("changed");
  };
  /** Keeps the texts of one side after a conflict. The other person's texts are in the audit log either way. */
  const resolveConflict = (side: "mine" | "theirs") => {
    if (!theirs) return;
    latest.current.version = theirs.version;
    if (side === "theirs") updateTexts(toTexts(theirs));
    setTheirs(null);
    setState("changed");
  };
  return { texts, write, state, save, theirs, decide: resolveConflict, fields };
}
