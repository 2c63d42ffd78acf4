import { hash, randomBytes } from 'node:crypto';
import { getNetwork, setNewest } from '@parley/domain';
import { getHash } from './api-key.ts';

/** Bounds the memory. A forgotten credential shares a flow of unknown clients until its next success. */
const MAX_KNOWN_CREDENTIALS = 10_000;
/** Flows of all unknown clients together: a flood from many networks gets no more than these. */
const UNKNOWN_FLOWS = 16;

/**
 * Assigns requests to flows, among which an admission queue divides its slots. Requests wait before
 * they are authenticated, and anyone can make up credentials. So only a credential that was
 * authenticated lately has the flow of its holder (decision 0022).
 */
export interface RequestFlows {
  /**
   * The flow of a request.
   * @param credential what the request claims, such as an API key; null without one
   * @param address the client's IP address, if it cannot be forged
   */
  getFlow(credential: string | null, address?: string): string;
  /** Whether the credential was authenticated lately. */
  isKnown(credential: string): boolean;
  /** Assigns a credential that was authenticated to the flow of its holder. */
  remember(credential: string, flow: string): void;
  /** Removes a credential that was rejected. */
  forget(credential: string): void;
}

export function createRequestFlows(): RequestFlows {
  /** The flows by the hashes of the credentials, in the order of their last success. */
  const known = new Map<string, string>();
  const seed = randomBytes(16).toString('hex');

  /** Stochastic fair queuing: a seed that no one can guess decides which networks share a flow. */
  function unknownFlow(address: string | undefined): string {
    if (address === undefined) return 'unknown';
    const [firstByte = 0] = hash('sha256', seed + getNetwork(address), 'buffer');
    return `unknown ${firstByte % UNKNOWN_FLOWS}`;
  }

  return {
    isKnown: (credential) => known.has(getHash(credential)),
    getFlow: (credential, address) =>
      (credential === null ? undefined : known.get(getHash(credential))) ?? unknownFlow(address),
    remember: (credential, flow) =>
      setNewest(known, getHash(credential), flow, MAX_KNOWN_CREDENTIALS),
    forget: (credential) => void known.delete(getHash(credential)),
  };
}
