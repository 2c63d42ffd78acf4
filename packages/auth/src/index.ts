export { changePassword, endSessions, listSessions, renameUser } from './account.ts';
export { type Auth, type AuthOptions, createAuth } from './auth.ts';
export type { AuthDeps, AuthRequest } from './auth-deps.ts';
export { createBreachedPasswordCheck } from './breached-passwords.ts';
export { confirmEmailChange, findEmailChange, requestEmailChange } from './change-email.ts';
export { createDashboardUser, type DashboardUserInput } from './create-dashboard-user.ts';
export { disableUser, enableUser } from './disable-user.ts';
export {
  findPendingSession,
  findPerson,
  findSession,
  listMemberNames,
  listMerchants,
  type Person,
  type SignedInUser,
  selectMerchant,
} from './find-person.ts';
export { acceptInvitation, findInvitation, joinAsNewUser } from './invitation.ts';
export { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts';
export {
  finishPasskeyRegistration,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from './passkeys.ts';
export { type IdentityProof, reauthenticate, startPasskeyProof } from './reauthenticate.ts';
export { isPasswordResetOpen, requestPasswordReset, resetPassword } from './reset-password.ts';
export { resetSecondFactor } from './reset-second-factor.ts';
export {
  confirmSecondFactor,
  disableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorStatus,
  signInWithCode,
  startSecondFactor,
} from './second-factor.ts';
export { SESSION_COOKIE } from './session-checks.ts';
export { signIn, signOut } from './sign-in.ts';
export { signOutUser } from './sign-out-user.ts';
export { completeSignUp, findSignUp, requestSignUp } from './sign-up.ts';
