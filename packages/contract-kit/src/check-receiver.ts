import { createRules } from './rules.ts';
import { sendDelivery } from './send-delivery.ts';

export interface CheckOptions {
  /** Where the receiver listens. It gets events of orders that do not exist. */
  readonly url: string;
  /** The signing secret that it verifies with. */
  readonly secret: string;
  /**
   * How often the order of a session was fulfilled. Without it, only responses are checked, and not what the
   * receiver did.
   */
  readonly countFulfilled?: (sessionId: string) => Promise<number>;
  /** Called after each rule. */
  readonly onResult?: (result: RuleResult) => void;
}

export interface RuleResult {
  readonly rule: string;
  /** What went wrong; null if the receiver keeps the rule. */
  readonly problem: string | null;
  readonly remedy: string;
  /** Whether the rule is about what the receiver did, which could not be checked. */
  readonly isResponseOnly: boolean;
  readonly durationMs: number;
}

/** Sends a receiver what Parley, its later versions and forgers may send, and reports which documented rules it breaks. */
export async function checkReceiver(options: CheckOptions): Promise<readonly RuleResult[]> {
  const { url, secret, countFulfilled, onResult } = options;
  const results: RuleResult[] = [];
  for (const { name, remedy, check } of createRules(secret)) {
    const started = performance.now();
    let isResponseOnly = false;
    const problem = await check({
      send: (delivery, changes) => sendDelivery({ url, secret }, delivery, changes),
      async countFulfilled(sessionId) {
        isResponseOnly ||= !countFulfilled;
        return countFulfilled ? await countFulfilled(sessionId) : null;
      },
    }).catch((error: Error) => `the fulfilled orders cannot be counted: ${error.message}`);
    const durationMs = performance.now() - started;
    const result = { rule: name, problem, remedy, isResponseOnly, durationMs };
    results.push(result);
    onResult?.(result);
  }
  return results;
}
