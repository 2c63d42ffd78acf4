/** What browsers and clients send. Frameworks fail on TRACE, which no Request of the Fetch API may have. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Whether a method is one that no resource of a service has, such as TRACE. */
export const isUnknownMethod = (method: string | undefined): boolean =>
  !METHODS.includes(method ?? '');
