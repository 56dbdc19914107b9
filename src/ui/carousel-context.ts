import { createContext } from "react";

export interface CarouselState {
  label: string;
  /** The first slide in view, from 0. */
  at: number;
  slides: number;
  /** Stops: the slides, or fewer when several stand side by side and it does not loop. */
  count: number;
  canGoBack: boolean;
  canGoOn: boolean;
  goBack: () => void;
  goOn: () => void;
  /** Whether autoplay is running. */
  isMoving: boolean;
  viewport: (element: HTMLElement | null) => void;
  /** The engine has replaced the browser's own scrolling. */
  isReady: boolean;
}

export const CarouselContext = createContext<CarouselState | undefined>(undefined);
