import { expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

it.each([
  '93.184.215.14',
  '1.1.1.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '64:ff9b::5db8:d70e',
  '::ffff:93.184.215.14',
  '168.63.129.15',
  '199.36.153.3',
  '199.36.153.12',
  '2600:2d00:2:3000::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'localhost',
  '',
  // What clouds document for their own machines
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '64:ff9b::168.63.129.16',
  '199.36.153.4',
  '199.36.153.11',
  '161.26.0.10',
  '166.8.0.1',
  '166.11.255.255',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:42::42',
  '2600:2d00:2:1000::1',
  '2600:2d00:2:2000::1',
  // The IANA IPv6 registry outside 2000::/3
  '100:0:0:1::1',
  '5f00::1',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it('isLoopbackAddress is true only for loopback addresses', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopbackAddress)).toEqual([true, true, true]);
  expect(['10.0.0.1', '::2', 'localhost'].map(isLoopbackAddress)).toEqual([false, false, false]);
});
