'use client';

import { createContext, type ReactNode } from 'react';

/** The URL of the documentation; null without one. */
export const DocsUrl = createContext<string | null>(null);

interface DocsUrlContextProps {
  readonly url: string | null;
  readonly children: ReactNode;
}

export function DocsUrlContext({ url, children }: DocsUrlContextProps) {
  return <DocsUrl value={url}>{children}</DocsUrl>;
}
