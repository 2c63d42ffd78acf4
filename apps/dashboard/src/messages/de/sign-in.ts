import type { signIn as en } from '../en/sign-in.ts';
import type { Translation } from '../translator.ts';

export const signIn: Translation<typeof en> = {
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  forgotPassword: 'Passwort vergessen?',
  createAccount: 'Konto erstellen',
  yourAccount: 'Ihr Konto',
  passwordChanged: 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
  field: {
    businessName: 'Name des Unternehmens',
    businessNameHint: 'Zahlende Personen sehen ihn auf der Zahlungsseite.',
    code: 'Code',
    email: 'E-Mail-Adresse',
    name: 'Name',
    ownName: 'Ihr Name',
    password: 'Passwort',
    passwordHint: 'Mindestens 12 Zeichen.',
  },
  passkey: {
    submit: 'Mit Passkey anmelden',
    unused:
      'Es wurde kein Passkey verwendet. Versuchen Sie es erneut oder melden Sie sich mit Ihrem Passwort an.',
  },
  code: {
    title: 'Code eingeben',
    lead: 'Sie melden sich als {email} an.',
    otherAccount: 'Anderes Konto verwenden',
  },
  signUp: {
    lead: 'Wir senden Ihnen einen Link, mit dem Sie Ihre E-Mail-Adresse bestätigen.',
    instead: 'Stattdessen anmelden',
    submit: 'Weiter',
    done: 'Wir haben eine E-Mail an {email} gesendet. Öffnen Sie den Link darin, um fortzufahren.',
    closedTitle: 'Registrierung nur auf Einladung',
    closedLead:
      'Nur eingeladene Personen können beitreten. Bitten Sie einen Inhaber oder Administrator Ihres Teams um eine Einladung.',
    completeTitle: 'Ihr Konto erstellen',
    completeLead: '{email} ist bestätigt.',
    completeSubmit: 'Konto erstellen',
    again: 'Erneut registrieren',
  },
  reset: {
    title: 'Passwort zurücksetzen',
    lead: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    back: 'Zurück zur Anmeldung',
    submit: 'Link senden',
    done: 'Wenn es zu {email} ein Konto gibt, ist eine E-Mail unterwegs. Öffnen Sie den Link darin, um fortzufahren.',
    newTitle: 'Neues Passwort wählen',
    newLead: 'Sie werden dadurch in jedem Browser abgemeldet.',
    newSubmit: 'Passwort festlegen',
    again: 'Neuen Link senden',
  },
  newEmail: {
    title: 'Neue E-Mail-Adresse bestätigen',
    lead: 'Sie melden sich als {current} an, nach der Bestätigung als {email}.',
    submit: 'Neue E-Mail-Adresse bestätigen',
  },
  invitation: {
    tab: 'Einladung',
    title: '{merchant} beitreten',
    lead: '{email} ist eingeladen. Rolle: {role}.',
    leadOther: '{email} ist eingeladen. Rolle: {role}. Angemeldet sind Sie als {current}.',
    leadSignIn: '{email} ist eingeladen. Rolle: {role}. Melden Sie sich an, um beizutreten.',
    again: 'Öffnen Sie danach den Link in der E-Mail noch einmal.',
  },
  otherMerchant: {
    tab: 'Händler wechseln',
    title: 'Zu {name} wechseln?',
    lead: 'Dieser Link gehört zu {name}. Sie sehen gerade einen anderen Händler.',
    submit: 'Zu {name} wechseln',
    stay: 'Nicht wechseln',
  },
  noTeam: {
    tab: 'Kein Team',
    title: 'Sie gehören zu keinem Team',
    lead: '{email} gehört zu keinem Team. Bitten Sie einen Inhaber oder Administrator um eine Einladung und öffnen Sie dann den Link in der E-Mail.',
  },
  brokenLink: {
    title: 'Dieser Link funktioniert nicht',
    lead: 'Vielleicht ist er abgelaufen, wurde schon verwendet oder durch einen neueren ersetzt.',
  },
};
