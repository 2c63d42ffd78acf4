/** The query string of a payment link. It names a language only if the payer has chosen one. */
export const linkQuery = (pk: string, language: string | null): string =>
  `?${new URLSearchParams({ ...(pk && { pk }), ...(language && { lang: language }) })}`;
