import type { Route } from 'next';

const START = '/sessions';
/** Pages of ours alone: an address that leads elsewhere could be slipped into the link. */
const own = /^\/(sessions|subscriptions|webhooks|provider-events)(\/\w+){0,3}(\?[\w=&.-]*)?$/;

/** Where to go after signing in. */
export function wayBack(path: string | null | undefined): Route {
  return (path && own.test(path) ? path : START) as Route;
}

/** The sign-in page that leads back to a path. */
export function signInHref(path: string | null): Route {
  const to = wayBack(path);
  return (to === START ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`) as Route;
}
