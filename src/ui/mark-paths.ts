/** The mark as drawn by art/marks.ts (a test keeps the two the same), so that the drawing code stays out of the browser. */
export const starPath = "M47.5 24L40.6 30.9L40.6 40.6L30.9 40.6L24 47.5L17.1 40.6L7.4 40.6L7.4 30.9L0.5 24L7.4 17.1L7.4 7.4L17.1 7.4L24 0.5L30.9 7.4L40.6 7.4L40.6 17.1Z";
export const leafPath = "M26.2 24Q32.4 17.4 39 24Q32.4 30.6 26.2 24ZM24 26.2Q30.6 32.4 24 39Q17.4 32.4 24 26.2ZM21.8 24Q15.6 30.6 9 24Q15.6 17.4 21.8 24Z";
export const sparkPath = "M24 21.8Q17.4 15.6 24 9Q30.6 15.6 24 21.8Z";
