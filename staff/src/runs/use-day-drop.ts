import { useEffect, useRef } from "react";

/** The day of the calendar at a place of the window; bars lie over the days. */
const dayAt = ({ clientX, clientY }: DragEvent): string | null =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.getAttribute("data-day"))
    .find((day) => day !== null) ?? null;

/** While something is dragged: on which day it is dropped; null beside the calendar, or when it is let go. */
export function useDayDrop(isDragging: boolean, onDrop: (day: string | null) => void): void {
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    if (!isDragging) return undefined;
    const over = (event: DragEvent) => dayAt(event) !== null && event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      latest.current(dayAt(event));
    };
    const end = () => latest.current(null);
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    document.addEventListener("dragend", end);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
      document.removeEventListener("dragend", end);
    };
  }, [isDragging]);
}
