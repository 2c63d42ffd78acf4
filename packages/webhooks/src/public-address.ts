import { BlockList, isIP } from 'node:net';

/** Networks that webhooks must not reach. */
const reserved4 = new BlockList();
/** A separate list, because BlockList matches an IPv4 address against networks with its mapped form. */
const reserved6 = new BlockList();
/** The IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast and the reserved class E. */
const special4: readonly [string, number][] = [
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
/**
 * Public-looking addresses that clouds document as reachable from their own machines only. All others that
 * they document, such as 169.254.169.254, 100.100.100.200 and fd00:ec2::254, are in the registries.
 */
const cloud4: readonly [string, number][] = [
  // Azure: DHCP, DNS, health probes and the agent's metadata
  ['168.63.129.16', 32],
  // Google Cloud: restricted.googleapis.com and private.googleapis.com
  ['199.36.153.4', 30],
  ['199.36.153.8', 30],
  // IBM Cloud: service endpoints
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
];
for (const [network, bits] of [...special4, ...cloud4]) {
  reserved4.addSubnet(network, bits, 'ipv4');
}

/**
 * Everything outside the global unicast addresses (2000::/3), and what the IANA IPv6 Special-Purpose Address
 * Registry has inside them, such as the networks that embed IPv4.
 */
const special6: readonly [string, number][] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];
/** Google Cloud: restricted.googleapis.com and private.googleapis.com */
const cloud6: readonly [string, number][] = [
  ['2600:2d00:2:1000::', 56],
  ['2600:2d00:2:2000::', 56],
];
for (const [network, bits] of [...special6, ...cloud6]) {
  reserved6.addSubnet(network, bits, 'ipv6');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The IPv4 address embedded in a mapped or NAT64 address; other addresses unchanged. */
function unwrapAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const host = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const match = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  const low = /^64:ff9b::([0-9a-f]{1,4})$/.exec(host);
  if (!match && !low) return address;
  const [high, tail] = match ? [match[1], match[2]] : ['0', low?.[1]];
  const bits = Number.parseInt(high ?? '0', 16) * 65_536 + Number.parseInt(tail ?? '0', 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}

/** Whether an IPv4 or IPv6 address is public. */
export function isPublicAddress(address: string): boolean {
  const inner = unwrapAddress(address);
  const family = isIP(inner);
  if (family === 0) return false;
  return family === 4 ? !reserved4.check(inner, 'ipv4') : !reserved6.check(inner, 'ipv6');
}

/** Whether an address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
