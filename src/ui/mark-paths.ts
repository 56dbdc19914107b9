/** The logo mark, 48 units wide and high: a star, three leaves and a spark. The favicon uses the same paths. */
export const starPath =
  "M47.5 24l-6.9 6.9l0 9.7l-9.7 0l-6.9 6.9l-6.9 -6.9l-9.7 0l0 -9.7l-6.9 -6.9l6.9 -6.9l0 -9.7l9.7 0l6.9 -6.9l6.9 6.9l9.7 0l0 9.7z";
export const leafPath =
  "M26.2 24Q32.4 17.4 39 24Q32.4 30.6 26.2 24ZM24 26.2Q30.6 32.4 24 39Q17.4 32.4 24 26.2ZM21.8 24Q15.6 30.6 9 24Q15.6 17.4 21.8 24Z";
export const sparkPath = "M24 21.8Q17.4 15.6 24 9Q30.6 15.6 24 21.8Z";
