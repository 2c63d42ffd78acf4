import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { isLocalName, type UrlPolicy } from './webhook-url.ts';

/** Resolves a host name to all its addresses. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** A host name resolves to an address that webhooks must not reach. */
export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';
  readonly code = 'ADDRESS_REFUSED';
}

/** A host name has no address. */
export class HostNotFoundError extends Error {
  override readonly name = 'HostNotFoundError';
  readonly code = 'NAME_UNKNOWN';
}

const QUERY_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Creates a resolver that queries the name servers directly. The system resolver has few threads,
 * which one slow name server could block.
 */
export function createDnsResolver(): Resolve {
  return async (name) => {
    const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERY_TRIES });
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
  };
}

/**
 * Creates the lookup of every connection: it resolves the name, checks every address and connects to
 * a checked address. A name that later resolves differently (DNS rebinding) is checked again.
 */
export function checkedLookup(resolve: Resolve, rules: UrlPolicy): LookupFunction {
  async function find(name: string): Promise<readonly LookupAddress[]> {
    if (isLocalName(name)) {
      if (!rules.allowLoopback) throw new AddressNotAllowedError(`${name} is a loopback name`);
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
    }
    const addresses = await resolve(name);
    const forbidden = addresses.find(({ address }) => !isAllowed(address));
    if (forbidden) throw new AddressNotAllowedError(`${name} resolves to ${forbidden.address}`);
    return addresses;
  }

  function isAllowed(address: string): boolean {
    return isPublicAddress(address) || (rules.allowLoopback && isLoopbackAddress(address));
  }

  return (name, options, callback) => {
    find(name).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(new HostNotFoundError(`${name} has no address`), '', 0);
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}
