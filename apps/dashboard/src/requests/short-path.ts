import { shortId } from '@parley/ui/short-id';

/** Longer than every name in a path of the API. */
const ID = /^[a-z]+_[0-9a-z]{24,}$/;

/** A path with shortened ids, so that what comes after them is seen: "/v1/proxy_sessions/psess_…4k9x2m/cancel". */
export function shortPath(path: string): string {
  return path
    .split('/')
    .map((segment) => (ID.test(segment) ? shortId(segment) : segment))
    .join('/');
}
