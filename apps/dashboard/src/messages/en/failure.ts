/** Texts of a page that failed. Apart, because the root error page has them in both languages. */
export const failure = {
  title: 'This page failed',
  text: 'An internal error occurred while this page was rendered. Nothing was changed. Try again. If it fails again, contact support with the request id.',
  unavailableTitle: 'The data cannot be read at the moment',
  unavailableText:
    'The database does not respond. Payments in progress do not depend on this page. Try again in a moment.',
  invalidTitle: 'This address is not valid',
  invalidText: 'It points to a page of a list that does not exist.',
  firstPage: 'Open the first page',
  retry: 'Try again',
  retrying: 'Trying…',
  reference: 'reference {id}',
} as const;
