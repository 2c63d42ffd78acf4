'use client';

import { useState } from 'react';

/**
 * Gives the component library the nonce for its style elements. The policy of a document stays that of its
 * first response, but each refresh renders the layout with the nonce of another request.
 */
export function CspNonce({ nonce }: { readonly nonce: string | undefined }) {
  const [first] = useState(nonce);
  return <meta nonce={first} property="csp-nonce" suppressHydrationWarning />;
}
