import { shortId } from '@parley/ui/short-id';

/** Longer than every name in a path of the API. */
const ID = /^[a-z]+_[0-9a-z]{24,}$/;

/** A request with shortened ids, so that what comes after them is seen: "POST /v1/proxy_sessions/psess_…4k9x2m/cancel". */
export function formatRequestTitle(request: {
  readonly method: string;
  readonly path: string;
}): string {
  const segments = request.path.split('/');
  const short = segments.map((segment) => (ID.test(segment) ? shortId(segment) : segment));
  return `${request.method} ${short.join('/')}`;
}
