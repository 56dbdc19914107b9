import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import type DemoModal from "#features/contact/components/demo-modal.tsx";
import { useLocalePath } from "#i18n/link.tsx";
import type { ButtonStyle } from "#ui/button-style.ts";
import { Button, type ButtonProps } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Label } from "#i18n/label.tsx";

interface DemoState {
  /** Key of the location where the dialog was opened; leaving that location closes it. */
  openOn?: string | undefined;
  Dialog?: typeof DemoModal;
}

const closedState: DemoState = {};
let state = closedState;
const listeners = new Set<() => void>();

function setState(next: DemoState): void {
  state = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const loadDialog = () => import("#features/contact/components/demo-modal.tsx");
const closeDialog = () => setState({ ...state, openOn: undefined });

/** Navigates to `fallbackPath`, a page with a contact form, when the dialog's code does not load. */
async function openDemo(openOn: string, fallbackPath: string): Promise<void> {
  try {
    setState({ openOn, Dialog: (await loadDialog()).default });
  } catch {
    window.location.assign(fallbackPath);
  }
}

export function DemoLink(props: ButtonStyle & { className?: string | undefined }) {
  return (
    <LinkButton to="/contact-us" {...props}>
      <Label name="demo" />
    </LinkButton>
  );
}

export function DemoButton({ onClick, ...props }: Omit<ButtonProps, "children">) {
  const { key } = useLocation();
  const contactPath = useLocalePath()("/contact-us");
  return (
    <>
      <Button
        {...props}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog().catch(() => {})}
        onClick={(event) => {
          onClick?.(event);
          void openDemo(key, contactPath);
        }}
      >
        <Label name="demo" />
      </Button>
      <noscript className="hidden noscript:contents">
        {import.meta.env.SSR && (
          <DemoLink variant={props.variant} size={props.size} block={props.block} className={props.className} />
        )}
      </noscript>
    </>
  );
}

export function DemoHost() {
  const { key } = useLocation();
  const { openOn, Dialog } = useSyncExternalStore(
    subscribe,
    () => state,
    () => closedState,
  );
  return Dialog ? <Dialog isOpen={openOn === key} onClose={closeDialog} /> : null;
}
