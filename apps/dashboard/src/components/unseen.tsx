import type { ReactNode } from 'react';

/** The part of a message that only screen readers read. */
export const unseen = (text: ReactNode) => <span className="unseen">{text}</span>;
