import { services, type ServiceName } from '@nameyard/contracts/operation'

/** A figure of a service, as its `/metrics` has it. */
export interface Figure {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Null if the service could not read it. */
  readonly value: number | null
}

/** What must be true of a gauge, and where to go if it is not. */
export interface Check {
  readonly metric: string
  /** The highest value that is well: the limit of the alert. */
  readonly most?: number
  /** The lowest value that is well. */
  readonly least?: number
  /** What is wrong, by the value and the labels. */
  says(value: number, labels: Readonly<Record<string, string>>): string
  /** The command that shows more, without `npm run admin --`. */
  readonly command?: string
  /** The alert, whose section in docs/runbook.md says what to do. */
  readonly alert: string
}

const seconds = (value: number): string => {
  if (value < 120) return `${Math.round(value)} s`
  if (value < 7_200) return `${Math.round(value / 60)} min`
  return value < 172_800 ? `${Math.round(value / 3_600)} h` : `${Math.round(value / 86_400)} days`
}

const deadLetters = (service: ServiceName): Check => ({
  metric: `${service.replaceAll('-', '_')}_dead_letters`,
  most: 0,
  says: (value) => `${value} messages could not be handled`,
  command: `dead-letters list ${service}`,
  alert: 'DeadLetters',
})

/** The checks of all services. Their limits are those of the alert rules; a test compares them. */
export const checks: readonly Check[] = [
  ...services.map(deadLetters),
  {
    metric: 'nameyard_outbox_oldest_seconds',
    most: 60,
    says: (value) => `a message has waited for the broker for ${seconds(value)}`,
    alert: 'MessagesNotPublished',
  },
  {
    metric: 'registry_closed_accounts',
    most: 0,
    says: (value) => `nothing is sent at ${value} accounts`,
    command: 'registry list',
    alert: 'RegistryAccountClosed',
  },
  {
    metric: 'registry_unpaid_accounts',
    most: 0,
    says: (value) => `the balance of ${value} accounts is too low`,
    command: 'registry balance',
    alert: 'RegistryUnpaid',
  },
  {
    metric: 'registry_alarms',
    most: 0,
    says: (value) => `${value} alarms of accounts are open`,
    command: 'registry alarms',
    alert: 'RegistryAlarm',
  },
  {
    metric: 'registry_oldest_unfinished_seconds',
    most: 300,
    says: (value) => `an operation has waited for ${seconds(value)}`,
    command: 'registry operations',
    alert: 'OperationsDelayed',
  },
  {
    metric: 'registry_unknown_operations',
    most: 0,
    says: (value) => `the outcome of ${value} operations is unknown`,
    command: 'registry operations --stuck',
    alert: 'OperationsUnknown',
  },
  {
    metric: 'registry_operations_without_predecessor',
    most: 0,
    says: (value) => `${value} operations wait for one that has not arrived`,
    command: 'dead-letters list registry-worker',
    alert: 'OperationsWithoutPredecessor',
  },
  {
    metric: 'registry_timers_late_seconds',
    most: 60,
    says: (value) => `the oldest timer of a domain is ${seconds(value)} late`,
    alert: 'TimersLate',
  },
  {
    metric: 'domains_repairs_given_up',
    most: 0,
    says: (value) => `${value} domains differ from their registry and are not repaired any more`,
    command: 'portfolio compare',
    alert: 'DomainsNotRepaired',
  },
  {
    metric: 'dns_oldest_unpublished_seconds',
    most: 120,
    says: (value) => `a change of a zone has waited for its name servers for ${seconds(value)}`,
    alert: 'ZonesNotPublished',
  },
  {
    metric: 'dns_breaking_zones',
    most: 0,
    says: (value) => `${value} zones break the publisher`,
    alert: 'ZonesBreakPublisher',
  },
  {
    metric: 'events_held_oldest_seconds',
    most: 300,
    says: (value) => `an account event has waited for an earlier one for ${seconds(value)}`,
    command: 'dead-letters list events',
    alert: 'EventsHeld',
  },
  {
    metric: 'events_arrival_oldest_seconds',
    most: 60,
    says: (value) => `an account event has waited to be added to its log for ${seconds(value)}`,
    alert: 'EventsLate',
  },
  {
    metric: 'events_webhook_oldest_due_seconds',
    most: 60,
    says: (value) => `an event has waited to be sent to a webhook that works for ${seconds(value)}`,
    alert: 'WebhooksLate',
  },
  {
    metric: 'orders_unexplained_reserved',
    most: 0,
    least: 0,
    says: (value, { currency }) => `${value} minor units of ${currency} are reserved for no order`,
    command: 'ledger verify --all',
    alert: 'CreditUnexplained',
  },
  {
    metric: 'orders_oldest_unconfirmed_seconds',
    most: 600,
    says: (value) => `a reservation has waited for its order for ${seconds(value)}`,
    alert: 'ReservationsUnconfirmed',
  },
  {
    metric: 'orders_certificates_late_seconds',
    most: 600,
    says: (value) => `a step of a certificate order is ${seconds(value)} late`,
    alert: 'CertificatesLate',
  },
  {
    metric: 'orders_dmarc_late_seconds',
    most: 600,
    says: (value) => `a step of an e-mail DMARC order is ${seconds(value)} late`,
    alert: 'DmarcLate',
  },
  {
    metric: 'customers_mails_waiting',
    most: 0,
    says: (value) => `${value} mails wait because the mail server has not taken them`,
    alert: 'MailsFail',
  },
  {
    metric: 'gateway_certificate_expires_seconds',
    least: 14 * 86_400,
    says: (value) =>
      value > 0 ? `its TLS certificate expires in ${seconds(value)}` : 'its TLS certificate has expired',
    alert: 'GatewayCertificateExpires',
  },
]

/** Whether the figure is well. One that could not be read is not. */
export function isWell({ most = Infinity, least = -Infinity }: Check, value: number | null): boolean {
  return value !== null && value >= least && value <= most
}
