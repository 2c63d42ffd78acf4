export const team = {
  title: 'Team',
  lead: 'The people who work with this merchant, and their roles.',
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
    owner: 'Everything, including who is an owner.',
    admin: 'Everything except owners: integration, payments and the team.',
    developer: 'Webhooks, test sessions, provider events and API keys of test mode.',
    support: 'Fulfillment reports, resending events, conflicts and cancellations.',
    viewer: 'Sees everything except secrets, and changes nothing.',
  },
  member: {
    count: '{count, plural, one {# member} other {# members}}',
    you: 'You',
    lastOwner: 'Last owner',
    disabled: 'Disabled',
    disabledExplanation: 'The operator disabled this account. The person cannot sign in.',
    facts:
      '{email}, joined <time></time>{hasFactor, select, false {, no second factor} other {}}{isDisabled, select, true {. {explanation}} other {}}',
  },
  changeRole: {
    title: 'Change the role of {name}',
    action: 'Change role',
  },
  remove: {
    title: 'Remove {name}?',
    trigger: 'Remove',
    submit: 'Remove member',
    consequence: 'They lose access to this merchant at once. You can invite them again.',
    done: '{name} was removed.',
  },
  leave: {
    title: 'Leave this team?',
    trigger: 'Leave',
    submit: 'Leave team',
    consequence:
      'You lose access to this merchant at once. An owner or admin can invite you again.',
  },
  invite: {
    title: 'Invite a person',
    trigger: 'Invite',
    submit: 'Send invitation',
    explanation: 'They receive a link that works once, for seven days.',
    done: 'An invitation was sent to {email}.',
  },
  invitation: {
    title: 'Invitations',
    expired: 'Expired <time></time>',
    expires: 'Expires <time></time>',
    resend: 'Resend',
    resent: 'Another invitation was sent to {email}. The previous link no longer works.',
    cancel: 'Cancel',
    canceled: 'The invitation for {email} was canceled.',
  },
  factor: {
    title: 'Second factor',
    isRequired:
      'Required: a code, or a sign-in with a passkey. Members without one can only set it up.',
    isOptional: 'Not required. Members can sign in with their password alone.',
  },
  requireFactor: {
    title: 'Require a second factor?',
    trigger: 'Require a second factor',
    submit: 'Require',
    consequence:
      '{without, plural, =0 {All members have one.} one {# member has none, and cannot act for this merchant until they set one up.} other {# members have none, and cannot act for this merchant until they set one up.}} Members who have only a passkey must sign in with it. New members must set one up first.',
    done: 'Every member needs a second factor.',
  },
  waiveFactor: {
    title: 'Stop requiring a second factor?',
    trigger: 'Stop requiring a second factor',
    submit: 'Stop requiring',
    consequence: 'Members can then turn theirs off, and new members need none.',
    done: 'Members can sign in without a second factor.',
  },
} as const;
