/**
 * What limits per address count by: an IPv4 address, also of an IPv4-mapped IPv6 address, or the /64
 * network of an IPv6 address, because one client usually has a whole /64.
 */
export function getNetwork(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
