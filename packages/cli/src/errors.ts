import { ApiError, ConnectionError } from '@parley/sdk';

/** A mistake in how the command is used. Its message says what to do. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What an error means for the person who entered the command. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) {
    const id = error.requestId === null ? '' : ` (request ${error.requestId})`;
    const advice = error.status === 401 ? '\nRun "parley login" with a valid key.' : '';
    return `${error.message}${id}${advice}`;
  }
  if (error instanceof ConnectionError) {
    return `${error.message}\nCheck that the API is running, and the URL: parley login --api-url <url>.`;
  }
  return error instanceof Error ? error.message : String(error);
}
