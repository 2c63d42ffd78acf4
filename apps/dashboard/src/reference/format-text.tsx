import type { ReactNode } from 'react';

/** A text of the OpenAPI document, in which backticks enclose code. */
export const formatText = (text: string): ReactNode =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
