import { quantiles, type Dashboard } from './dashboard'

/** Is all well? Each figure is red where an alert is raised after some minutes. */
export const overview: Dashboard = {
  name: 'overview',
  title: 'Nameyard: is all well?',
  rows: [
    {
      title: 'Alerts and clients',
      figures: [
        {
          title: 'Alerts that fire',
          about: 'docs/runbook.md says for each alert what to do.',
          unit: 'short',
          expression: 'count(ALERTS{alertstate="firing"}) or vector(0)',
          redFrom: 1,
        },
        {
          title: 'Processes away',
          about: 'Processes that do not answer the scraper: ServiceDown.',
          unit: 'short',
          expression: 'count(up{job="nameyard"} == 0) or vector(0)',
          redFrom: 1,
        },
        {
          title: 'Requests that fail',
          about: 'Part of the requests of clients that are answered with 5xx: RequestsFail.',
          unit: 'percentunit',
          expression:
            '(sum(rate(gateway_request_seconds_count{outcome="error"}[5m])) or vector(0)) / sum(rate(gateway_request_seconds_count[5m]))',
          redFrom: 0.01,
        },
        {
          title: 'Dead letters',
          about: 'Messages that a service could not handle: DeadLetters.',
          unit: 'short',
          expression:
            'sum(max by (__name__) ({__name__=~"customers_dead_letters|dns_dead_letters|domains_dead_letters|orders_dead_letters|registry_worker_dead_letters"}))',
          redFrom: 1,
        },
        {
          title: 'Oldest unpublished message',
          about: 'Age of the oldest message that the broker has not confirmed: MessagesNotPublished.',
          unit: 's',
          expression: 'max(nameyard_outbox_oldest_seconds)',
          redFrom: 60,
        },
        {
          title: 'Credit without an order',
          about: 'Reserved credit without an order, in minor units: CreditUnexplained.',
          unit: 'short',
          expression: 'max(abs(max by (currency) (orders_unexplained_reserved)))',
          redFrom: 1,
        },
      ],
    },
    {
      title: 'Registries and name servers',
      figures: [
        {
          title: 'Closed accounts',
          about: 'Accounts at registries at which nothing is sent: RegistryAccountClosed.',
          unit: 'short',
          expression: 'max(registry_closed_accounts)',
          redFrom: 1,
        },
        {
          title: 'Unpaid accounts',
          about: 'Accounts that lack money at their registry: RegistryUnpaid.',
          unit: 'short',
          expression: 'max(registry_unpaid_accounts)',
          redFrom: 1,
        },
        {
          title: 'Oldest unfinished operation',
          about: 'Age of the oldest operation that does not wait for its registry: OperationsDelayed.',
          unit: 's',
          expression: 'max(registry_oldest_unfinished_seconds)',
          redFrom: 300,
        },
        {
          title: 'Unknown outcomes',
          about: 'Commands that were sent and not answered: OperationsUnknown.',
          unit: 'short',
          expression: 'max(registry_unknown_operations)',
          redFrom: 1,
        },
        {
          title: 'Timers late',
          about: 'How long the oldest timer of a domain is overdue: TimersLate.',
          unit: 's',
          expression: 'max(registry_timers_late_seconds)',
          redFrom: 60,
        },
        {
          title: 'Oldest unpublished change',
          about: 'How long a change of a zone waits for its name servers: ZonesNotPublished.',
          unit: 's',
          expression: 'max(dns_oldest_unpublished_seconds)',
          redFrom: 120,
        },
      ],
    },
    {
      title: 'Load and time',
      charts: [
        {
          title: 'Requests of clients by outcome',
          about: 'Errors are answers with 5xx; refusals are answers with 4xx.',
          unit: 'reqps',
          curves: [['sum by (outcome) (rate(gateway_request_seconds_count[$__rate_interval]))', '{{outcome}}']],
        },
        {
          title: 'Time to the answer',
          about:
            'All operations but streams, `events.list` and `event-consumers.poll`, which may wait for an event. Orders wait for their registry, so see them in the dashboard of the API.',
          unit: 's',
          curves: quantiles('gateway_request_seconds', '{operation!~"events.list|events.stream|event-consumers.poll"}'),
        },
        {
          title: 'Messages that wait',
          about: 'Messages in outboxes and queues. They must fall again after each rise.',
          unit: 'short',
          curves: [
            ['sum(max by (service) (nameyard_outbox_messages))', 'outboxes'],
            ['sum(max by (service, queue) (nameyard_queue_messages))', 'queues'],
          ],
        },
        {
          title: 'Unfinished operations at registries',
          about: 'Waiting operations are pending at the registry; that can take days.',
          unit: 'short',
          curves: [['sum by (state) (max by (account, state) (registry_operations))', '{{state}}']],
        },
      ],
    },
  ],
}
