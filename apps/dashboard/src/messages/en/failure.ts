/** Texts of a page that failed. Apart, because the root error page has them in both languages. */
export const failure = {
  title: 'This page failed to load',
  text: 'An internal error occurred while loading this page. Nothing was changed. Try again. If it fails again, contact support with the request id.',
  unavailableTitle: 'The data is temporarily unavailable',
  unavailableText:
    'The database is not responding. Payments in progress do not depend on this page. Try again in a moment.',
  invalidTitle: 'This URL is not valid',
  invalidText: 'It points to a list page that does not exist.',
  firstPage: 'Go to the first page',
  retry: 'Try again',
  retrying: 'Trying…',
  reference: 'reference {id}',
} as const;
