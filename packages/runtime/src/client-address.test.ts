import { expect, test } from 'vitest';
import { clientAddress, parseTrustedProxies } from './client-address.ts';

const client = '198.51.100.1';
const forged = '203.0.113.66';

test.each([
  ['no proxy', undefined, client, forged, client],
  ['one proxy', '1', '10.0.0.1', `${forged}, ${client}`, client],
  ['two proxies', '2', '10.0.0.1', `${forged}, ${client}, 10.0.0.2`, client],
  ['more proxies than the request passed', '3', '10.0.0.1', client, client],
  ['a network of proxies', '10.0.0.0/8', '::ffff:10.0.0.1', `${forged},${client},10.9.9.9`, client],
  ['another network', '10.0.0.0/8,2001:db8::/32', client, forged, client],
  ['a proxy that appends a port', '10.0.0.1', '10.0.0.1', `${client}:4711`, '10.0.0.1'],
  ['a proxy that appends nothing', '1', '10.0.0.1', undefined, '10.0.0.1'],
])(
  '%s: the client is the first sender that is not a proxy',
  (_case, setting, peer, header, expected) => {
    const trusted = setting === undefined ? undefined : parseTrustedProxies(setting);
    expect(clientAddress(peer, header, trusted)).toBe(expected);
  },
);

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '', '-1'])('rejects %j', (setting) => {
  expect(() => parseTrustedProxies(setting)).toThrow();
});
