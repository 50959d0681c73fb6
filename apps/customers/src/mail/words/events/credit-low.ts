import { accountMail } from './event-mail'

/** The mail that the credit of the account is low. */
export const creditLow = accountMail({
  name: 'credit-low',
  summary: 'What can be spent has fallen below the amount that the operator has set. To administrators.',
  variables: {
    balance: { description: 'Balance of the account.', sample: '12.50' },
    currency: { description: 'Currency of the account.', sample: 'EUR' },
  },
  words: {
    en: {
      subject: 'Your credit is low',
      text: 'The credit of your account is low: {{balance}} {{currency}} are left. Orders and renewals that cannot be paid are not carried out. Please add to your balance in time.',
    },
    nl: {
      subject: 'Uw tegoed is laag',
      text: 'Het tegoed van uw account is laag: er is nog {{balance}} {{currency}}. Bestellingen en verlengingen die niet kunnen worden betaald, worden niet uitgevoerd. Vul uw saldo op tijd aan.',
    },
    de: {
      subject: 'Ihr Guthaben ist niedrig',
      text: 'Das Guthaben Ihres Kontos ist niedrig: Es sind noch {{balance}} {{currency}} übrig. Bestellungen und Verlängerungen, die nicht bezahlt werden können, werden nicht ausgeführt. Bitte laden Sie Ihr Guthaben rechtzeitig auf.',
    },
    fr: {
      subject: 'Votre crédit est faible',
      text: 'Le crédit de votre compte est faible : il reste {{balance}} {{currency}}. Les commandes et renouvellements qui ne peuvent pas être payés ne sont pas exécutés. Veuillez approvisionner votre solde à temps.',
    },
    es: {
      subject: 'Su crédito es bajo',
      text: 'El crédito de su cuenta es bajo: quedan {{balance}} {{currency}}. Los pedidos y renovaciones que no se puedan pagar no se realizarán. Añada saldo a tiempo.',
    },
  },
})
