import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import type DemoModal from "#features/enquiries/components/demo-modal.tsx";
import { useLocalePath } from "#i18n/link.tsx";
import type { ButtonStyle } from "#ui/button-style.ts";
import { Button, type ButtonProps } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { ShellLabel } from "./shell-label.tsx";

interface DemoState {
  /** The visit of a page it was opened on: leaving the page closes it. */
  openOn?: string | undefined;
  Dialog?: typeof DemoModal;
}

const closed: DemoState = {};
let state = closed;
const watchers = new Set<() => void>();

function change(next: DemoState): void {
  state = next;
  for (const tell of watchers) tell();
}
function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

const load = () => import("#features/enquiries/components/demo-modal.tsx");
const close = () => change({ ...state, openOn: undefined });

/** Opens the demo form; when its code cannot be had, the page `otherwise` has a form too. */
async function openDemo(openOn: string, otherwise: string): Promise<void> {
  try {
    change({ openOn, Dialog: (await load()).default });
  } catch {
    window.location.assign(otherwise);
  }
}

/** The same entry where no script opens a dialog: the page it leads to says how else to ask. */
export function DemoLink(look: ButtonStyle & { className?: string | undefined }) {
  return (
    <LinkButton to="/contact-us" {...look}>
      <ShellLabel name="demo" />
    </LinkButton>
  );
}

/** The entry "Book a demo". Its dialog is fetched when someone reaches for it. */
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
        <ShellLabel name="demo" />
      </Button>
      <noscript className="hidden noscript:contents">
        <DemoLink variant={props.variant} size={props.size} block={props.block} className={props.className} />
      </noscript>
    </>
  );
}

/** The dialog's one place, in the app shell. */
export function DemoHost() {
  const { key } = useLocation();
  const { openOn, Dialog } = useSyncExternalStore(
    watch,
    () => state,
    () => closed,
  );
  return Dialog ? <Dialog isOpen={openOn === key} onClose={close} /> : null;
}
