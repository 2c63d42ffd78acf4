/** The query string of a payment link. It names a language only if the payer has chosen one. */
export const linkQuery = (pk: string, language: string | null): string =>
  `?${new URLSearchParams({ ...(pk && { pk }), ...(language && { lang: language }) })}`;

/** Marks the link of a payer whom the provider or a bank has returned. The provider's name, and a value of ours. */
const RETURN_MARK = ['redirect_status', 'returned'] as const;
const LINK_PARAMETERS: readonly string[] = ['pk', 'lang', RETURN_MARK[0]];

/** What the provider adds to the address of a payer who returns from it, or a merchant's server by its template. */
const RETURN_PARAMETER =
  /^(payment_intent|setup_intent|redirect_status|session_id)$|client_secret$/;

/** Whether the provider or a bank has returned the payer. */
export const isReturn = (query: URLSearchParams): boolean =>
  [...query.keys()].some((name) => RETURN_PARAMETER.test(name));

/**
 * The query string for a payer who has returned, without what the provider and the bank have added, among it
 * a client secret. Null if there is nothing to remove.
 */
export function cleanReturnQuery(query: URLSearchParams): string | null {
  if (!isReturn(query)) return null;
  const [name, value] = RETURN_MARK;
  const isKnown = [...query.keys()].every((key) => LINK_PARAMETERS.includes(key));
  if (isKnown && query.getAll(name).join() === value) return null;
  const link = new URLSearchParams(linkQuery(query.get('pk') ?? '', query.get('lang')));
  link.set(name, value);
  return `?${link}`;
}
