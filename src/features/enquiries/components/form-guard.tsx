import { useState, type ReactNode } from "react";
import { newGuard, type Guard } from "./guard.ts";
import { TrapField } from "./trap-field.tsx";

export interface FormGuard extends Guard {
  trap: ReactNode;
}

/** A guard for the life of a form: `open` is for its `onFocus`, `trap` stands in it. */
export function useFormGuard(): FormGuard {
  const [guard] = useState(newGuard);
  return { ...guard, trap: <TrapField /> };
}

/** A field of a form as text. */
export const textOf = (data: FormData, name: string) => String(data.get(name) ?? "");
