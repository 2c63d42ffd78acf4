import type { Route } from 'next';

/** Leads to the overview of the mode used last. */
const START = '/';
/** Only the dashboard's own pages: a link could otherwise lead to another site after sign-in. */
const allowed =
  /^\/((test|live)\/(overview|attention|sessions|subscriptions|webhooks|provider-events|provider-configs|api-keys|developers|audit-log)|team|merchants|settings|account|notifications|invitation|change-email)(\/\w+){0,3}(\?[\w=&.%+*-]*)?$/;

/** The page to open after sign-in. */
export function readReturnPath(path: string | null | undefined): Route {
  return (path && allowed.test(path) ? path : START) as Route;
}

/** The sign-in page, or the one for the code, that leads back to a path. */
export function signInHref(
  path: string | null,
  page: '/sign-in' | '/sign-in/code' = '/sign-in',
): Route {
  const to = readReturnPath(path);
  return (to === START ? page : `${page}?to=${encodeURIComponent(to)}`) as Route;
}
