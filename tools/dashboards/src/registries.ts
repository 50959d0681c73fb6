import type { Dashboard } from './dashboard'

/** Accounts at registries. */
export const registries: Dashboard = {
  name: 'registries',
  title: 'Nameyard: registries',
  rows: [
    {
      title: 'Accounts',
      figures: [
        {
          title: 'Closed',
          about: 'See `admin registry list`.',
          unit: 'short',
          expression: 'max(registry_closed_accounts)',
          redFrom: 1,
        },
        {
          title: 'Crowded',
          about: 'Accounts whose registry refused one more session (2502).',
          unit: 'short',
          expression: 'max(registry_crowded_accounts)',
          redFrom: 1,
        },
        {
          title: 'Unpaid',
          about: 'See `admin registry balance`.',
          unit: 'short',
          expression: 'max(registry_unpaid_accounts)',
          redFrom: 1,
        },
        {
          title: 'Alarms',
          about: 'See `admin registry alarms`.',
          unit: 'short',
          expression: 'max(registry_alarms)',
          redFrom: 1,
        },
        {
          title: 'Without predecessor',
          about: 'Operations that wait for an earlier one that has not arrived: see the dead letters.',
          unit: 'short',
          expression: 'max(registry_operations_without_predecessor)',
          redFrom: 1,
        },
        {
          title: 'Messages not understood',
          about: 'Messages of registries with an unknown form. They are stored.',
          unit: 'short',
          expression: 'max(registry_messages_not_understood)',
          redFrom: 1,
        },
      ],
    },
    {
      title: 'Commands',
      charts: [
        {
          title: 'Time to the answer',
          about: 'The 95th hundredth, without the wait for a session or the rate limit.',
          unit: 's',
          curves: [
            [
              'histogram_quantile(0.95, sum by (le, account) (rate(registry_answer_seconds_bucket[$__rate_interval])))',
              '{{account}}',
            ],
          ],
        },
        {
          title: 'Answers by result code',
          about: 'Codes from 2000 on are refusals (RFC 5730 section 3). `none` is a command without an answer.',
          unit: 'ops',
          curves: [['sum by (account, code) (rate(registry_answers_total[$__rate_interval]))', '{{account}} {{code}}']],
        },
        {
          title: 'Commands without an answer',
          about: 'Part of the commands that were not answered: RegistryAnswersMissing.',
          unit: 'percentunit',
          curves: [
            [
              'sum by (account) (rate(registry_answers_total{code="none"}[$__rate_interval])) / sum by (account) (rate(registry_answers_total[$__rate_interval]))',
              '{{account}}',
            ],
          ],
        },
        {
          title: 'Sessions of all workers',
          about: 'Each worker has its own sessions. No session with work to do: see `admin registry test`.',
          unit: 'short',
          curves: [['sum by (account, state) (registry_sessions)', '{{account}} {{state}}']],
        },
        {
          title: 'Callers that wait for a session',
          about: 'If it does not fall, the account needs more sessions.',
          unit: 'short',
          curves: [['sum by (account) (registry_session_waiting)', '{{account}}']],
        },
        {
          title: 'Balances',
          about: 'As the registry answered last, in units of the currency.',
          unit: 'short',
          curves: [['max by (account, currency) (registry_balance)', '{{account}} {{currency}}']],
        },
      ],
    },
    {
      title: 'Operations',
      charts: [
        {
          title: 'Unfinished operations by account and state',
          about: 'Waiting ones are pending at the registry. Queued ones must fall again after each rise.',
          unit: 'short',
          curves: [['max by (account, state) (registry_operations)', '{{account}} {{state}}']],
        },
        {
          title: 'Oldest unfinished operation',
          about: 'Without those that wait for their registry.',
          unit: 's',
          curves: [['max(registry_oldest_unfinished_seconds)', 'oldest']],
        },
        {
          title: 'Unknown outcomes',
          about: 'See `admin registry operations --stuck`.',
          unit: 'short',
          curves: [['max(registry_unknown_operations)', 'unknown']],
        },
        {
          title: 'Timers late',
          about: 'How long the oldest timer of a domain is overdue.',
          unit: 's',
          curves: [['max(registry_timers_late_seconds)', 'oldest']],
        },
        {
          title: 'Oldest routine look',
          about: 'How long the oldest routine look at a domain has waited. Orders overtake looks.',
          unit: 's',
          curves: [['max(registry_oldest_look_seconds)', 'oldest']],
        },
      ],
    },
    {
      title: 'Domains that differ from their registry',
      charts: [
        {
          title: 'Differing domains',
          about: 'Those that are given up need a person: see the runbook, DomainsNotRepaired.',
          unit: 'short',
          curves: [
            ['max(domains_drifted)', 'differ'],
            ['max(domains_repairs_given_up)', 'given up'],
          ],
        },
        {
          title: 'Oldest difference',
          about: 'More than two days: its repair has no effect.',
          unit: 's',
          curves: [['max(domains_longest_drift_seconds)', 'oldest']],
        },
        {
          title: 'Events without a transition',
          about: 'What registries did and no phase of a domain provides for, in an hour.',
          unit: 'short',
          curves: [['max(increase(domains_lifecycle_violations[1h]))', 'in an hour']],
        },
      ],
    },
  ],
}
