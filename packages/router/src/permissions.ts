/** What the pages need to hide actions, without the router itself. */
export { hasPermission, type Permission, rolesWith } from '@parley/domain';
