/** "1 session", "3 sessions". */
export const formatSessionCount = (count: number): string =>
  `${count} ${count === 1 ? 'session' : 'sessions'}`;
