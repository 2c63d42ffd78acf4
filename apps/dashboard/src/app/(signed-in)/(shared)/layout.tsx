import type { ReactNode } from 'react';
import { lastMode } from '#server/mode.ts';
import { Shell } from '#shell/shell.tsx';

/** The pages that both modes share. The navigation leads to the mode used last. */
export default async function SharedLayout({ children }: { readonly children: ReactNode }) {
  return <Shell mode={await lastMode()}>{children}</Shell>;
}
