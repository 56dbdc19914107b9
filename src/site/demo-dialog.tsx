import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import type DemoModal from "#features/contact/components/demo-modal.tsx";
import { useLocalePath } from "#i18n/link.tsx";
import type { ButtonStyle } from "#ui/button-style.ts";
import { Button, type ButtonProps } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Label } from "#i18n/label.tsx";

interface DemoState {
  /** Leaving the location where it was opened closes the dialog. */
  openOn?: string | undefined;
  Dialog?: typeof DemoModal;
}

const closed: DemoState = {};
let state = closed;
const watchers = new Set<() => void>();

function change(next: DemoState): void {
  state = next;
  for (const listener of watchers) listener();
}
function watch(listener: () => void): () => void {
  watchers.add(listener);
  return () => watchers.delete(listener);
}

const load = () => import("#features/contact/components/demo-modal.tsx");
const close = () => change({ ...state, openOn: undefined });

/** Navigates to `otherwise`, which has a form, when the dialog's code does not load. */
async function openDemo(openOn: string, otherwise: string): Promise<void> {
  try {
    change({ openOn, Dialog: (await load()).default });
  } catch {
    window.location.assign(otherwise);
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
  const contact = useLocalePath()("/contact-us");
  return (
    <>
      <Button
        {...props}
        aria-haspopup="dialog"
        onPointerEnter={() => void load().catch(() => {})}
        onClick={(event) => {
          onClick?.(event);
          void openDemo(key, contact);
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
    watch,
    () => state,
    () => closed,
  );
  return Dialog ? <Dialog isOpen={openOn === key} onClose={close} /> : null;
}
