import { type StartedServer, startServer } from '@parley/testing';

/** Starts a provider without any object, so that objects are attached unread. */
export function startEmptyProvider(): Promise<StartedServer> {
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'None.' };
  return startServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
}
