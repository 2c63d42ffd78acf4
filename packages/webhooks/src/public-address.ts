import { BlockList, isIP } from 'node:net';

/** Where no webhook goes: this machine, private networks, and what is not for everyone (RFC 6890). */
const reserved4 = new BlockList();
/** A list of its own: Node finds an IPv4 address in an IPv6 network that holds its mapped form. */
const reserved6 = new BlockList();
const v4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [network, bits] of v4) reserved4.addSubnet(network, bits, 'ipv4');

/** Only 2000::/3 is global; of that, these are not, or carry an IPv4 address of their own. */
const v6: readonly [string, number][] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];
for (const [network, bits] of v6) reserved6.addSubnet(network, bits, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The IPv4 address inside one that is mapped into IPv6 or translated by NAT64; itself otherwise. */
function unwrapped(address: string): string {
  if (isIP(address) !== 6) return address;
  const host = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const match = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  const low = /^64:ff9b::([0-9a-f]{1,4})$/.exec(host);
  if (!match && !low) return address;
  const [high, tail] = match ? [match[1], match[2]] : ['0', low?.[1]];
  const bits = Number.parseInt(high ?? '0', 16) * 65_536 + Number.parseInt(tail ?? '0', 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}

/** Whether an address may be reached by whoever names it: a public one, IPv4 or IPv6. */
export function isPublicAddress(address: string): boolean {
  const inner = unwrapped(address);
  const family = isIP(inner);
  if (family === 0) return false;
  return family === 4 ? !reserved4.check(inner, 'ipv4') : !reserved6.check(inner, 'ipv6');
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
