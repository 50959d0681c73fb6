import type { Dashboard } from './dashboard'

/** Broker, database and processes. */
export const platform: Dashboard = {
  name: 'platform',
  title: 'Nameyard: platform',
  rows: [
    {
      title: 'Messages',
      charts: [
        {
          title: 'Outbox',
          about: 'Messages that the broker has not confirmed.',
          unit: 'short',
          curves: [['max by (service) (nameyard_outbox_messages)', '{{service}}']],
        },
        {
          title: 'Oldest message of the outbox',
          about: 'More than a minute: the broker cannot be reached.',
          unit: 's',
          curves: [['max by (service) (nameyard_outbox_oldest_seconds)', '{{service}}']],
        },
        {
          title: 'Queues',
          about: 'Messages that wait in a queue of a service.',
          unit: 'short',
          curves: [['max by (service, queue) (nameyard_queue_messages)', '{{queue}}']],
        },
        {
          title: 'Wait of messages',
          about: 'Time in outbox and queue, the 95th hundredth.',
          unit: 's',
          curves: [
            [
              'histogram_quantile(0.95, sum by (le, service) (rate(nameyard_message_wait_seconds_bucket[$__rate_interval])))',
              '{{service}}',
            ],
          ],
        },
        {
          title: 'Deliveries by outcome',
          about: 'Retried deliveries have a line in the log of the service.',
          unit: 'ops',
          curves: [
            ['sum by (service, outcome) (rate(nameyard_messages_total[$__rate_interval]))', '{{service}} {{outcome}}'],
          ],
        },
        {
          title: 'Dead letters',
          about: 'See `admin dead-letters list`.',
          unit: 'short',
          curves: [
            ['max(customers_dead_letters)', 'customers'],
            ['max(domains_dead_letters)', 'domains'],
            ['max(dns_dead_letters)', 'dns'],
            ['max(events_dead_letters)', 'events'],
            ['max(orders_dead_letters)', 'orders'],
            ['max(registry_worker_dead_letters)', 'registry-worker'],
          ],
        },
        {
          title: 'Repeated deliveries',
          about: 'They rise when a service is started again. Otherwise connections to the broker break.',
          unit: 'ops',
          curves: [['sum by (service) (rate(nameyard_redeliveries_total[$__rate_interval]))', '{{service}}']],
        },
      ],
    },
    {
      title: 'Account events',
      charts: [
        {
          title: 'Events added to the logs',
          about: 'What resellers can read. It follows the orders and changes of domains.',
          unit: 'ops',
          curves: [['sum(rate(events_added_total[$__rate_interval]))', 'events']],
        },
        {
          title: 'Events that are held',
          about: 'They wait for an earlier one of their object. See `admin dead-letters list events`.',
          unit: 'short',
          curves: [['max(events_held)', 'events']],
        },
        {
          title: 'The oldest event that waits',
          about: 'Resellers do not see it yet.',
          unit: 's',
          curves: [
            ['max(events_held_oldest_seconds)', 'held'],
            ['max(events_arrival_oldest_seconds)', 'arrived'],
            ['max(events_broadcast_oldest_seconds)', 'for many accounts'],
          ],
        },
        {
          title: 'Requests to webhooks',
          about: 'Some receivers always fail. Look closer when nothing is accepted.',
          unit: 'ops',
          curves: [['sum by (outcome) (rate(events_webhook_attempts_total[$__rate_interval]))', '{{outcome}}']],
        },
        {
          title: 'Deliveries to webhooks that wait',
          about: 'Mostly for receivers that do not accept them.',
          unit: 'short',
          curves: [['max(events_webhook_waiting)', 'deliveries']],
        },
        {
          title: 'Webhooks by state',
          about: 'When many fail at the same time, the fault is on this side.',
          unit: 'short',
          curves: [['max by (state) (events_webhooks)', '{{state}}']],
        },
        {
          title: 'The oldest delivery that is due',
          about: 'Of webhooks that work. It rises when the events service has too few processes or requests.',
          unit: 's',
          curves: [['max(events_webhook_oldest_due_seconds)', 'due']],
        },
      ],
    },
    {
      title: 'Database',
      charts: [
        {
          title: 'Used part of the pools',
          about: 'At 100 % statements wait for a connection.',
          unit: 'percentunit',
          curves: [
            [
              'nameyard_database_connections{state="used"} / on (instance, service) group_left () nameyard_database_connections_limit',
              '{{instance}} {{service}}',
            ],
          ],
        },
        {
          title: 'Statements that wait for a connection',
          about: 'See the runbook, DatabaseConnectionsExhausted.',
          unit: 'short',
          curves: [['sum by (service, instance) (nameyard_database_waiting)', '{{instance}} {{service}}']],
        },
        {
          title: 'Age of the archived log',
          about: 'No curve while the database archives nothing. More than an hour: see the runbook, LogArchiveStopped.',
          unit: 's',
          curves: [['max(nameyard_log_archived_seconds)', 'last archived file']],
        },
        {
          title: 'Failing archive of the log',
          about: '1: the last attempt failed. See the runbook, LogArchiveFails.',
          unit: 'short',
          curves: [['max(nameyard_log_archive_failing)', 'failing']],
        },
        {
          title: 'Gauges that could not be read',
          about: 'The database of the service is slow or away.',
          unit: 'ops',
          curves: [['sum by (gauge) (rate(nameyard_unread_gauges_total[$__rate_interval])) > 0', '{{gauge}}']],
        },
      ],
    },
    {
      title: 'Processes',
      charts: [
        {
          title: 'Processor time',
          about: 'Cores. A service with one thread can use little more than one.',
          unit: 'short',
          curves: [['sum by (instance) (rate(process_cpu_seconds_total[$__rate_interval]))', '{{instance}}']],
        },
        {
          title: 'Memory',
          about: 'A curve that only rises for days is a leak.',
          unit: 'bytes',
          curves: [['sum by (instance) (process_resident_memory_bytes)', '{{instance}}']],
        },
        {
          title: 'Delay of the event loop',
          about: 'The 99th hundredth. More than a second: the process does nothing else in time either.',
          unit: 's',
          curves: [
            ['max by (instance) (nodejs_eventloop_lag_p99_seconds - nodejs_eventloop_lag_min_seconds)', '{{instance}}'],
          ],
        },
        {
          title: 'Versions',
          about: 'Processes by version. More than one version: an upgrade is under way, or was forgotten.',
          unit: 'short',
          curves: [['count by (service, version) (nameyard_build_info)', '{{service}} {{version}}']],
        },
      ],
    },
  ],
}
