import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { isLocalName, type UrlPolicy } from './webhook-url.ts';

/** Every address a name has. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** A name has an address that nobody may make us call. */
export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';
  readonly code = 'ADDRESS_REFUSED';
}

/** A name has no address. */
export class HostNotFoundError extends Error {
  override readonly name = 'HostNotFoundError';
  readonly code = 'NAME_UNKNOWN';
}

const QUERY_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Asks the name servers without the system's resolver, whose few threads a slow name server could
 * keep busy for everybody.
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
 * How a connection finds its address: the name is resolved once, every answer is checked, and the
 * connection is made to what was checked. A name that resolves differently the next time is checked
 * again, because there is no other way to a connection.
 */
export function checkedLookup(resolve: Resolve, rules: UrlPolicy): LookupFunction {
  async function find(name: string): Promise<readonly LookupAddress[]> {
    if (isLocalName(name)) {
      if (!rules.allowLoopback) throw new AddressNotAllowedError(`${name} is this machine`);
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
    }
    const answers = await resolve(name);
    const refused = answers.find(({ address }) => !isAllowed(address));
    if (refused) throw new AddressNotAllowedError(`${name} resolves to ${refused.address}`);
    return answers;
  }

  function isAllowed(address: string): boolean {
    return isPublicAddress(address) || (rules.allowLoopback && isLoopbackAddress(address));
  }

  return (name, options, callback) => {
    find(name).then(
      (answers) => {
        const [first] = answers;
        if (!first) callback(new HostNotFoundError(`${name} has no address`), '', 0);
        else if (options.all) callback(null, [...answers]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}
