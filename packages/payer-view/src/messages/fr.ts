import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `Payer ${merchant}`,
  language: 'Langue',
  close: 'Fermer',
  testMode: 'Mode test : aucun paiement réel',
  itemsLabel: 'Votre commande',
  quantity: (count) => `${count} ×`,
  unitPrice: (count, amount) => `${count} × ${amount}`,
  pieces: (count) => `Quantité : ${count}`,
  moreItems: (count) => `Autres articles : ${count}`,
  total: 'Total',
  dueToday: 'À payer aujourd’hui',
  per: {
    day: (charge) => `${charge} par jour`,
    week: (charge) => `${charge} par semaine`,
    month: (charge) => `${charge} par mois`,
    year: (charge) => `${charge} par an`,
  },
  every: {
    day: (charge, span) => `${charge} tous les ${span}`,
    week: (charge, span) => `${charge} toutes les ${span}`,
    month: (charge, span) => `${charge} tous les ${span}`,
    year: (charge, span) => `${charge} tous les ${span}`,
  },
  thenCharges: (charges) => `Puis ${charges}, jusqu’à la résiliation.`,
  freeDays: (days, charges) => `Gratuit pendant ${days}, puis ${charges}, jusqu’à la résiliation.`,
  freeUntil: (day, charges) => `Gratuit jusqu’au ${day}, puis ${charges}, jusqu’à la résiliation.`,
  email: 'Adresse e-mail',
  emailInvalid: 'Saisissez votre adresse e-mail, par exemple ada@example.com.',
  onProvider: 'Vous payez sur la page du prestataire de paiement, puis vous revenez ici.',
  expires: (when) => `Ce lien expire ${when}.`,
  cardLabel: 'Informations de carte',
  cardLoading: 'Chargement du formulaire sécurisé…',
  pay: (amount) => `Payer ${amount}`,
  paying: (amount) => `Paiement de ${amount} en cours…`,
  startTrial: 'Démarrer l’essai gratuit',
  saveCard: 'Enregistrer cette carte',
  saving: 'Enregistrement de votre carte…',
  continueToPay: (amount) => `Continuer pour payer ${amount}`,
  continueToTrial: 'Continuer vers l’essai gratuit',
  continuing: 'Ouverture de la page de paiement…',
  openPaymentPage: 'Ouvrir la page de paiement',
  continueToBank: 'Continuer vers votre banque',
  chooseAnother: 'Choisir un autre moyen de paiement',
  backTo: (merchant) => `Retour à ${merchant}`,
  leaving: (merchant, when) => `Retour à ${merchant} ${when}.`,
  stay: 'Rester sur cette page',
  tryAgain: 'Réessayer',
  tryAgainLater: (when) => `Réessayer ${when}`,
  checkAgain: 'Vérifier à nouveau',
  contact: (merchant) => `Contacter ${merchant} :`,
  helpPage: 'Page d’aide',
  termsLink: 'Conditions générales',
  privacyLink: 'Politique de confidentialité',
  reference: (id) => `Référence : ${id}`,
  noScript:
    'Aucun montant n’a été débité. Le formulaire de carte nécessite JavaScript. Autorisez-le pour cette page, puis actualisez-la.',
  security:
    'Les informations de votre carte sont transmises directement au prestataire de paiement.',

  states: {
    paid: {
      heading: (amount) => `Vous avez payé ${amount}.`,
      text: (merchant) => `${merchant} a été informé. Vous pouvez fermer cette page.`,
    },
    nothingDue: {
      heading: () => 'Aucun montant n’a été débité. Il n’y a rien à payer pour le moment.',
      text: (merchant) => `${merchant} a été informé. Vous pouvez fermer cette page.`,
    },
    trialBegun: {
      heading: () => 'Aucun montant n’a été débité. Votre essai gratuit a commencé.',
      text: (merchant) => `${merchant} a été informé. Vous pouvez fermer cette page.`,
    },
    unfulfilled: {
      heading: (amount) =>
        `Vous avez payé ${amount}, mais votre commande n’a pas pu être finalisée.`,
      text: (merchant) =>
        `${merchant} a été informé. Contactez ce marchand au sujet d’un remboursement.`,
    },
    partlyRefunded: {
      text: (refunded) => `${refunded} vous ont été remboursés.`,
    },
    returned: {
      heading: (amount) => `Votre paiement de ${amount} vous a été restitué.`,
    },
    disputed: {
      heading: (amount) => `Votre paiement de ${amount} est contesté.`,
      text: () => 'Votre banque examine la contestation.',
    },
    processing: {
      heading: () => 'Votre paiement est en cours de traitement.',
      text: () => 'Cette page s’actualise automatiquement. Ne payez pas une deuxième fois.',
      later: (merchant) =>
        `Selon le moyen de paiement, cela peut prendre plusieurs jours. Ne payez pas une deuxième fois. Vous pouvez fermer cette page. ${merchant} sera informé dès que le paiement sera terminé.`,
    },
    slow: {
      heading: () => 'Votre paiement est toujours en cours de traitement.',
      text: (merchant) =>
        `Le traitement prend plus de temps que d’habitude. Ne payez pas une deuxième fois. Vous pouvez fermer cette page. ${merchant} sera informé dès que le paiement sera terminé.`,
    },
    unsure: {
      heading: () => 'Nous ne savons pas encore si le paiement a été débité.',
      text: () =>
        'La connexion a été interrompue pendant le paiement. Nous vérifions auprès du prestataire de paiement. Ne payez pas une deuxième fois et gardez cette page ouverte.',
    },
    actionRequired: {
      heading: () =>
        'Aucun montant n’a encore été débité. Confirmez le paiement auprès de votre banque.',
      text: (amount) => `Votre banque vous demande de confirmer le paiement de ${amount}.`,
    },
    underReview: {
      heading: () => 'Nous avons reçu un paiement qui ne correspond pas à cette commande.',
      text: (merchant) => `${merchant} l’examine. Ne payez pas une deuxième fois.`,
    },
    expired: {
      heading: () => 'Aucun montant n’a été débité. Ce lien de paiement a expiré.',
      text: (merchant) => `Demandez un nouveau lien à ${merchant}.`,
    },
    canceled: {
      heading: () => 'Aucun montant n’a été débité. Ce paiement a été annulé.',
      text: (merchant) => `Pour acheter à nouveau, demandez un nouveau lien à ${merchant}.`,
    },
    blocked: {
      heading: () => 'Aucun montant n’a été débité. Trop de paiements ont été refusés.',
    },
    refunding: {
      heading: () => 'Votre paiement est en cours de remboursement. La commande a été annulée.',
      text: (merchant) => `Demandez à ${merchant} quand vous recevrez l’argent.`,
    },
    waiting: {
      heading: (merchant) => `Aucun montant n’a été débité. ${merchant} prépare votre paiement.`,
      text: () =>
        'Cette page continue automatiquement dès que le paiement est prêt. Gardez-la ouverte.',
    },
    notPayable: {
      heading: () => 'Aucun montant n’a été débité. Le paiement n’est pas possible pour le moment.',
      text: (merchant) =>
        `Si le problème persiste, contactez ${merchant}. Cette page continue automatiquement dès que le paiement est possible.`,
    },
    cardMissing: {
      heading: () => 'Aucun montant n’a été débité. Votre essai gratuit a commencé.',
      text: () => 'Ajoutez une carte pour les paiements après l’essai.',
    },
  },

  challenge: {
    heading: 'Confirmez que vous êtes un être humain.',
    text: 'Cette vérification bloque les programmes automatisés. Vous pourrez payer ensuite.',
  },

  receipt: {
    link: 'Voir le reçu',
    title: (merchant) => `Reçu de ${merchant}`,
    print: 'Imprimer',
    status: 'État du paiement',
    paid: 'Payé',
    partlyRefunded: 'Partiellement remboursé',
    refunded: 'Remboursé',
    disputed: 'Contesté',
    reference: 'Référence',
    datePaid: 'Date du paiement',
    item: 'Article',
    quantity: 'Quantité',
    amount: 'Montant',
    subtotal: 'Sous-total',
    discount: 'Remise',
    shipping: 'Livraison',
    tax: 'Taxes',
    added: 'Taxes, livraison et remises',
    note: 'Ce reçu confirme votre paiement. Il ne constitue pas une facture.',
  },

  notices: {
    declined: 'Aucun montant n’a été débité. Votre carte a été refusée.',
    failed: 'Aucun montant n’a été débité. Le paiement a échoué.',
    priceChanged: (before, after) =>
      `Aucun montant n’a été débité. Le prix est passé de ${before} à ${after}. Vérifiez le total, puis payez.`,
    priceUpdated: 'Aucun montant n’a été débité. Le prix a changé. Vérifiez le total, puis payez.',
    cartChanged: 'Aucun montant n’a été débité. La commande a changé. Vérifiez-la, puis payez.',
    notCharged: 'Aucun montant n’a été débité. Réessayez dans un instant.',
    offline:
      'Aucun montant n’a été débité. Vous êtes hors ligne. Connectez-vous à Internet, puis réessayez.',
    cardFailed: (host) =>
      `Aucun montant n’a été débité. Le formulaire de carte ne s’est pas chargé. Vérifiez votre connexion et autorisez ${host} si cette adresse est bloquée.`,
    challengeFailed: 'Aucun montant n’a été débité. La vérification a échoué. Réessayez.',
    challengeNotLoaded: (host) =>
      `Aucun montant n’a été débité. La vérification ne s’est pas chargée. Contrôlez votre connexion et autorisez ${host} si cette adresse est bloquée.`,
    providerUnavailable:
      'Aucun montant n’a été débité. Le formulaire de carte n’est pas disponible pour le moment.',
  },

  declines: {
    insufficientFunds: 'Le solde de la carte est insuffisant. Utilisez une autre carte.',
    expired: 'La carte a expiré. Utilisez une autre carte.',
    number: 'Le numéro de carte est incorrect. Vérifiez-le, puis réessayez.',
    expiry: 'La date d’expiration est incorrecte. Vérifiez-la, puis réessayez.',
    cvc: 'Le code de sécurité est incorrect. Vérifiez-le, puis réessayez.',
    postcode: 'L’adresse ne correspond pas à la carte. Vérifiez-la, puis réessayez.',
    limit: 'Le plafond de la carte est atteint. Utilisez une autre carte ou réessayez plus tard.',
    unsupported: 'La carte n’autorise pas ce type de paiement. Utilisez une autre carte.',
    currency: 'La carte n’autorise pas cette devise. Utilisez une autre carte.',
    authentication:
      'Votre banque n’a pas pu vérifier votre identité. Réessayez ou utilisez une autre carte.',
    callBank:
      'Votre banque n’a pas indiqué de motif. Contactez votre banque ou utilisez une autre carte.',
    tryLater: 'Le réseau de cartes n’a pas pu traiter le paiement. Réessayez dans un instant.',
    duplicate: 'Le même paiement vient d’être effectué. Vérifiez-le avant de réessayer.',
    testCard: 'Ce paiement est un test. Utilisez une carte de test telle que 4242 4242 4242 4242.',
    pin: 'Le code PIN est incorrect ou a été saisi trop de fois. Utilisez une autre carte.',
    other: 'Utilisez une autre carte ou contactez votre banque.',
  },

  notFound: {
    heading:
      'L’ouverture de cette page n’a entraîné aucun débit. Ce lien ne mène à aucun paiement.',
    text: 'Vérifiez que le lien est complet ou demandez-en un nouveau à l’expéditeur. Si vous avez déjà payé, ne payez pas une deuxième fois.',
  },
  unavailable: {
    heading:
      'L’ouverture de cette page n’a entraîné aucun débit. Elle n’est pas disponible pour le moment.',
    text: 'Réessayez dans un instant. Si vous avez déjà payé, ne payez pas une deuxième fois : cette page affichera votre paiement.',
  },
  root: {
    heading: 'Paiement avec Parley',
    text: 'Pour payer, ouvrez le lien que le marchand vous a envoyé.',
  },
};
