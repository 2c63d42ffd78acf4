export const team = {
  title: 'Team',
  lead: 'People with access to this merchant, and their roles.',
  loading: 'Loading the team…',
  field: { email: 'Email', role: 'Role' },
  role: {
    owner: 'Owner',
    admin: 'Admin',
    developer: 'Developer',
    support: 'Support',
    viewer: 'Viewer',
  },
  roleHint: {
    owner: 'Everything, including managing owners.',
    admin: 'Everything except managing owners: integration, payments and team.',
    developer: 'Webhooks, test sessions, provider events and test mode API keys.',
    support: 'Fulfillment reports, resending events, conflicts and cancellations.',
    viewer: 'View-only access to everything except secrets.',
  },
  member: {
    count: '{count, plural, one {# member} other {# members}}',
    you: 'You',
    lastOwner: 'Last owner',
    disabled: 'Disabled',
    disabledExplanation: 'The operator disabled this account. They cannot sign in.',
    facts:
      '{email}, joined <time></time>{hasFactor, select, false {, no second factor} other {}}{isDisabled, select, true {. {explanation}} other {}}',
  },
  changeRole: {
    title: 'Change {name}’s role',
    action: 'Change role',
  },
  remove: {
    title: 'Remove {name}?',
    trigger: 'Remove',
    submit: 'Remove member',
    consequence: 'They immediately lose access to this merchant. You can invite them again.',
    done: '{name} was removed.',
  },
  leave: {
    title: 'Leave this team?',
    trigger: 'Leave',
    submit: 'Leave team',
    consequence:
      'You immediately lose access to this merchant. An owner or admin can invite you again.',
  },
  invite: {
    title: 'Invite a member',
    trigger: 'Invite',
    submit: 'Send invitation',
    explanation: 'They get a single-use link that expires in seven days.',
    done: 'An invitation was sent to {email}.',
  },
  invitation: {
    title: 'Invitations',
    expired: 'Expired <time></time>',
    expires: 'Expires <time></time>',
    resend: 'Resend',
    resent: 'A new invitation was sent to {email}. The previous link no longer works.',
    cancel: 'Cancel',
    canceled: 'The invitation for {email} was canceled.',
  },
  factor: {
    title: 'Second factor',
    isRequired: 'Required: a code or passkey sign-in. Members without one must set one up first.',
    isOptional: 'Not required. Members can sign in with their password alone.',
  },
  requireFactor: {
    title: 'Require a second factor?',
    trigger: 'Require a second factor',
    submit: 'Require',
    consequence:
      '{without, plural, =0 {All members have one.} one {# member has none and cannot access this merchant until they set one up.} other {# members have none and cannot access this merchant until they set one up.}} Members who only have a passkey must sign in with it. New members must set one up first.',
    done: 'Every member needs a second factor.',
  },
  waiveFactor: {
    title: 'Stop requiring a second factor?',
    trigger: 'Stop requiring a second factor',
    submit: 'Stop requiring',
    consequence: 'Members can then turn theirs off, and new members do not need one.',
    done: 'Members can sign in without a second factor.',
  },
} as const;
