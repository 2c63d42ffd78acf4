/** Headers that `proxy.ts` sets for the pages. It overwrites any value that a browser sends. */
export const REQUEST_ID_HEADER = 'x-request-id';
export const PATH_HEADER = 'x-parley-path';
