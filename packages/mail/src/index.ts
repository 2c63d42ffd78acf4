export { attentionMail } from './attention-mail.ts';
export { createMailbox, type StoredMail } from './mailbox.ts';
export type { Mailer, MailerOptions } from './mailer.ts';
export {
  type ApiKeyChange,
  apiKeyMail,
  emailChangedMail,
  emailChangeMail,
  emailChangeRequestedMail,
  emailTakenMail,
  existingAccountMail,
  invitationMail,
  moreApiKeysMail,
  moreProviderConfigsMail,
  type ProviderConfigChange,
  passkeyAddedMail,
  passkeyRemovedMail,
  passwordChangedMail,
  passwordResetMail,
  providerConfigMail,
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
  signUpMail,
  testMail,
} from './messages.ts';
export { escapeHtml, type MailContent, type MailHeaders, singleLine } from './render-mail.ts';
