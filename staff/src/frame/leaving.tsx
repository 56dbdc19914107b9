/**
 * The router knows one blocker of navigation: this one. What is on the page and would not be left, such as an open
 * dialog or unsaved changes, asks here; the last one that would not be left decides.
 */
import { createContext, use, useEffect, useId, useMemo, useState, type ReactNode } from "react";
import { useBlocker, type Blocker, type BlockerFunction } from "react-router";

interface Leaving {
  guards: Map<string, BlockerFunction>;
  /** Of the guard that holds the page now. */
  holder: string | undefined;
  blocker: Blocker;
}

const idle: Blocker = { state: "unblocked", reset: undefined, proceed: undefined, location: undefined };
const LeavingContext = createContext<Leaving>({ guards: new Map(), holder: undefined, blocker: idle });

export function LeavingProvider({ children }: { children: ReactNode }) {
  const [guards] = useState(() => new Map<string, BlockerFunction>());
  const [holder, setHolder] = useState<string>();
  const blocker = useBlocker((navigation) => {
    const held = [...guards].findLast(([, wouldHold]) => wouldHold(navigation));
    setHolder(held?.[0]);
    return held !== undefined;
  });
  const leaving = useMemo(() => ({ guards, holder, blocker }), [guards, holder, blocker]);
  return <LeavingContext value={leaving}>{children}</LeavingContext>;
}

/** Holds the page back from a navigation; the blocker is unblocked as long as another guard holds it. */
export function useLeaveGuard(wouldHold: BlockerFunction): Blocker {
  const { guards, holder, blocker } = use(LeavingContext);
  const key = useId();
  useEffect(() => {
    // Set again it keeps its place among the others.
    guards.set(key, wouldHold);
  }, [guards, key, wouldHold]);
  useEffect(() => () => void guards.delete(key), [guards, key]);
  return holder === key ? blocker : idle;
}

/** While it is shown, Back calls `onBack` and the page stays. */
export function useBack(onBack: () => void): void {
  const back = useLeaveGuard(({ historyAction }) => historyAction === "POP");
  useEffect(() => {
    if (back.state !== "blocked") return;
    back.reset();
    onBack();
  }, [back, onBack]);
}
