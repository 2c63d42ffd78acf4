/** The query string of a payment link. It names a language only if the payer has chosen one. */
export const linkQuery = (pk: string, language: string | null): string =>
  `?${new URLSearchParams({ ...(pk && { pk }), ...(language && { lang: language }) })}`;

/** What the provider adds to the address of a payer who returns from it, or a merchant's server by its template. */
const returnKeys = ['payment_intent', 'setup_intent', 'redirect_status', 'session_id'] as const;

/** Whether the provider or a bank has redirected the payer to the page. */
export const isReturn = (query: URLSearchParams): boolean =>
  returnKeys.some((key) => query.has(key));
