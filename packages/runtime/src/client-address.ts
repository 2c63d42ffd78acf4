import { BlockList, isIP } from 'node:net';

/** Whether the machine at an address is a trusted proxy. The nearest one has hop 0. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/**
 * Parses a number of proxies, or addresses and networks separated by commas.
 * @throws Error for anything else
 */
export function parseTrustedProxies(setting: string): TrustedProxies {
  if (/^\d+$/.test(setting)) return (_address, hop) => hop < Number(setting);
  const trusted = new BlockList();
  for (const entry of setting.split(',')) {
    const [address = '', bits] = entry.trim().split('/');
    const family = getFamily(address);
    const isNumber = bits === undefined || /^\d{1,3}$/.test(bits);
    if (family === null || !isNumber) throw new Error('not an address');
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const family = getFamily(address);
    return family !== null && trusted.check(address, family);
  };
}

/**
 * The address of the client: the first one, from the connection towards the client, that is not a trusted
 * proxy. What a client sends in X-Forwarded-For is beyond it.
 * @param peer the address at the other end of the connection
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: TrustedProxies = () => false,
): string {
  const senders = forwardedFor?.split(',').map((address) => address.trim()) ?? [];
  let client = peer;
  for (let hop = 0; senders.length > 0 && isTrusted(client, hop); hop++) {
    const sender = senders.pop() ?? '';
    // A proxy that writes anything but an address is not one that can be trusted further.
    if (getFamily(sender) === null) break;
    client = sender;
  }
  return client;
}

const loopback = parseTrustedProxies('127.0.0.0/8,::1');

/** Whether an address is one of this machine that no other can reach. */
export const isLoopbackAddress = (address: string): boolean => loopback(address, 0);

function getFamily(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 0 ? null : `ipv${version as 4 | 6}`;
}
