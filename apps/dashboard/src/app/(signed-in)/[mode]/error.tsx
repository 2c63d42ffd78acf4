'use client';

import { Failure } from '#shell/failure.tsx';

export default function PageError(props: { readonly error: unknown; readonly retry: () => void }) {
  return <Failure {...props} />;
}
