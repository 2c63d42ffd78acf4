import type { ErrorCode } from './errors.ts';

export const integrationPaths = [
  'checkout_session',
  'payment_intent',
  'direct_subscription',
] as const;
export type IntegrationPath = (typeof integrationPaths)[number];

export const objectRoles = ['root', 'customer', 'setup_intent'] as const;
export type ObjectRole = (typeof objectRoles)[number];

interface ObjectFormat {
  readonly type: string;
  readonly prefix: string;
}

/** The kind of object that collects the payment, by path. */
export const rootObjectFormats: Readonly<Record<IntegrationPath, ObjectFormat>> = {
  checkout_session: { type: 'checkout.session', prefix: 'cs_' },
  payment_intent: { type: 'payment_intent', prefix: 'pi_' },
  direct_subscription: { type: 'subscription', prefix: 'sub_' },
};

const otherForms: Readonly<Record<Exclude<ObjectRole, 'root'>, ObjectFormat>> = {
  customer: { type: 'customer', prefix: 'cus_' },
  setup_intent: { type: 'setup_intent', prefix: 'seti_' },
};

/** What type and id prefix an object in this role has. */
export function getObjectFormat(role: ObjectRole, path: IntegrationPath): ObjectFormat {
  return role === 'root' ? rootObjectFormats[path] : otherForms[role];
}

/** Whether a type and id fit a role of an attempt on this path; null when they do. */
export function validateProviderObject(
  path: IntegrationPath,
  object: { role: ObjectRole; type: string; id: string },
): { code: ErrorCode; message: string } | null {
  const form = getObjectFormat(object.role, path);
  if (object.type !== form.type) {
    return {
      code: 'object_type_mismatch',
      message: `object_type must be "${form.type}" for role ${object.role} on path ${path}, not "${object.type}".`,
    };
  }
  if (!object.id.startsWith(form.prefix) || object.id.length === form.prefix.length) {
    return {
      code: 'object_type_mismatch',
      message: `object_id must begin with "${form.prefix}" for object_type "${form.type}".`,
    };
  }
  return null;
}
