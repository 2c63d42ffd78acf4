import { DomainError } from './errors.ts';

export const integrationPaths = [
  'checkout_session',
  'payment_intent',
  'direct_subscription',
] as const;
export type IntegrationPath = (typeof integrationPaths)[number];

export const objectRoles = ['root', 'customer', 'setup_intent'] as const;
export type ObjectRole = (typeof objectRoles)[number];

/** What the ids of the provider's own events look like. */
export const PROVIDER_EVENT_ID = /^evt_\w{1,250}$/;

interface ObjectFormat {
  readonly type: string;
  readonly prefix: string;
}

/** The type and id prefix of the object that collects the payment, by integration path. */
export const rootObjectFormats: Readonly<Record<IntegrationPath, ObjectFormat>> = {
  checkout_session: { type: 'checkout.session', prefix: 'cs_' },
  payment_intent: { type: 'payment_intent', prefix: 'pi_' },
  direct_subscription: { type: 'subscription', prefix: 'sub_' },
};

const otherObjectFormats: Readonly<Record<Exclude<ObjectRole, 'root'>, ObjectFormat>> = {
  customer: { type: 'customer', prefix: 'cus_' },
  setup_intent: { type: 'setup_intent', prefix: 'seti_' },
};

/** The type and id prefix of an object in a role. */
export function getObjectFormat(role: ObjectRole, path: IntegrationPath): ObjectFormat {
  return role === 'root' ? rootObjectFormats[path] : otherObjectFormats[role];
}

/** @throws DomainError object_type_mismatch when a type or id does not fit its role on this path */
export function validateProviderObject(
  path: IntegrationPath,
  object: { role: ObjectRole; type: string; id: string },
): void {
  const format = getObjectFormat(object.role, path);
  if (object.type !== format.type) {
    throw new DomainError(
      'object_type_mismatch',
      `object_type must be "${format.type}" for role ${object.role} on path ${path}, not "${object.type}".`,
    );
  }
  if (!object.id.startsWith(format.prefix) || object.id.length === format.prefix.length) {
    throw new DomainError(
      'object_type_mismatch',
      `object_id must begin with "${format.prefix}" for object_type "${format.type}".`,
    );
  }
}
