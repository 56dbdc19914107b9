export interface ToastMessage {
  id: number;
  text: string;
  tone: "success" | "danger" | "info";
}

let shown: readonly ToastMessage[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly ToastMessage[]) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a short result at the bottom of the page until it has been read (4 s). Needs one `ToastRegion` on the page. */
export function toast(text: string, tone: ToastMessage["tone"] = "success"): void {
  set([...shown.slice(-2), { id: nextId++, text, tone }]);
}

export function dismissToast(id: number): void {
  set(shown.filter((message) => message.id !== id));
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => shown,
};
