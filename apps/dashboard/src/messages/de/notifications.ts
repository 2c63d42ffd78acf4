import type { notifications as en } from '../en/notifications.ts';
import type { Translation } from '../translator.ts';

export const notifications: Translation<typeof en> = {
  title: 'Benachrichtigungen',
  lead: 'Wählen Sie, über welche neuen Einträge mit Handlungsbedarf Parley Sie per E-Mail informiert. Ihre Auswahl gilt für diesen Händler im Livemodus, nicht für andere Mitglieder.',
  loading: 'Benachrichtigungen werden geladen …',
  kinds: 'E-Mail senden bei',
  rules:
    'Neue Einträge einer Art kommen in einer E-Mail, höchstens einmal pro Stunde. Gezählt werden die ersten 100 offenen Einträge einer Art. Parley sendet an die Adresse Ihres Kontos, sobald sie bestätigt ist.',
  save: 'Benachrichtigungen speichern',
  saved: 'Ihre Benachrichtigungen wurden gespeichert.',
};
