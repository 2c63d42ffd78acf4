/** What `proxy.ts` tells the pages of a request; whatever a browser sends there is overwritten. */
export const REQUEST_ID_HEADER = 'x-request-id';
export const PATH_HEADER = 'x-parley-path';
