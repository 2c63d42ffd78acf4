import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startServer } from '@parley/testing';
import { afterAll, expect, test } from 'vitest';
import { createAddressBound } from './address-bound.ts';
import { receiveBody } from './request-body.ts';

const options = {
  limits: { maxBytes: 10, maxMs: 50 },
  heldBodies: createAddressBound<() => void>({ max: 10, maxPerAddress: 10 }),
  address: '127.0.0.1',
};
const served: string[] = [];
const { port, stop } = await startServer((request, response) =>
  receiveBody(
    request,
    response,
    options,
    (status) => response.writeHead(status).end(),
    () => served.push(`${request.url}`),
  ),
);
afterAll(stop);

test.each([
  ['is within the limit', 'content-length: 10\r\nconnection: close\r\n\r\nx', 408],
  ['has no length', 'transfer-encoding: chunked\r\nconnection: close\r\n\r\n1\r\nx\r\n', 408],
  ['is beyond the limit, and was refused', 'content-length: 11\r\n\r\nx', 413],
  ['was refused as it arrived', 'transfer-encoding: chunked\r\n\r\nb\r\n01234567890\r\n', 413],
])('a connection ends whose body does not arrive in time and %s', async (_, rest, status) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${rest}`);
  // To the end of the connection.
  expect(await text(socket)).toContain(`HTTP/1.1 ${status} `);
  expect(served).toEqual([]);
});
