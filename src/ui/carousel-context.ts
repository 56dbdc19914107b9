import { createContext } from "react";

export interface CarouselState {
  /** Names the carousel. */
  label: string;
  /** The first slide in view, from 0. */
  at: number;
  /** How many slides there are. */
  slides: number;
  /** How many places it stops at: the slides, or fewer when several stand side by side and it does not loop. */
  count: number;
  canGoBack: boolean;
  canGoOn: boolean;
  goBack: () => void;
  goOn: () => void;
  /** Whether it moves by itself at this moment. */
  isMoving: boolean;
  /** Given to the element that holds the list of slides. */
  viewport: (element: HTMLElement | null) => void;
  /** The engine has taken over from the browser's own scrolling. */
  isReady: boolean;
}

export const CarouselContext = createContext<CarouselState | undefined>(undefined);
