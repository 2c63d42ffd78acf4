'use client';

import { createContext, type ReactNode } from 'react';

/** The origin of the provider's own dashboard; null where nothing leads there. */
export const ProviderUrl = createContext<string | null>(null);

interface ProviderUrlContextProps {
  readonly url: string;
  readonly children: ReactNode;
}

export function ProviderUrlContext({ url, children }: ProviderUrlContextProps) {
  return <ProviderUrl value={url}>{children}</ProviderUrl>;
}
