import { expect, it } from 'vitest';
import { describeRolesWith, hasPermission } from './permissions.ts';

const roles = ['owner', 'admin', 'developer', 'support', 'viewer'];
const unknownRoles = ['', 'Owner', 'owner ', 'anything'];

it.each([
  ['view', [...roles, ...unknownRoles]],
  ['integrate', ['owner', 'admin', 'developer']],
  ['settle', ['owner', 'admin', 'support']],
] as const)('the permission %s is held by %j and no other role', (permission, holders) => {
  const held = [...roles, ...unknownRoles].filter((role) => hasPermission(role, permission));
  expect(held).toEqual(holders);
});

it('names the roles that hold a permission', () => {
  expect(describeRolesWith('integrate')).toBe('an owner, admin or developer');
  expect(describeRolesWith('settle')).toBe('an owner, admin or support');
});
