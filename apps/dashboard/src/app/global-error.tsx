'use client';

import { Failure } from '#shell/failure.tsx';
import '@parley/ui/tokens.css';
import './globals.css';

export default function RootError(props: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>This page failed · Parley</title>
        <Failure {...props} standalone />
      </body>
    </html>
  );
}
