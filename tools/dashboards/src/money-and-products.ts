import type { Dashboard } from './dashboard'

/** Money, certificates, e-mail DMARC and mails. */
export const moneyAndProducts: Dashboard = {
  name: 'money-and-products',
  title: 'Nameyard: money and products',
  rows: [
    {
      title: 'Money',
      charts: [
        {
          title: 'Credit without an order',
          about: 'In minor units. Anything but 0 is a fault: see the runbook, CreditUnexplained.',
          unit: 'short',
          curves: [['max by (currency) (orders_unexplained_reserved)', '{{currency}}']],
        },
        {
          title: 'Oldest reservation without its order',
          about: 'More than ten minutes: the service that ordered does not answer.',
          unit: 's',
          curves: [['max(orders_oldest_unconfirmed_seconds)', 'oldest']],
        },
        {
          title: 'Reservations and charges',
          about: 'Requests of the ledger by operation.',
          unit: 'reqps',
          curves: [
            [
              'sum by (operation) (rate(nameyard_operation_seconds_count{service="orders", operation=~"ledger[.].*"}[$__rate_interval]))',
              '{{operation}}',
            ],
          ],
        },
      ],
    },
    {
      title: 'Products',
      charts: [
        {
          title: 'Certificate orders by work',
          about: 'Certificates that are being issued, renewed, reissued or revoked.',
          unit: 'short',
          curves: [['max by (work) (orders_certificates_waiting)', '{{work}}']],
        },
        {
          title: 'Late steps',
          about: 'How long the oldest step is overdue.',
          unit: 's',
          curves: [
            ['max(orders_certificates_late_seconds)', 'certificates'],
            ['max(orders_dmarc_late_seconds)', 'e-mail DMARC'],
          ],
        },
        {
          title: 'Mails by outcome',
          about: 'Failed mails are sent again. `failed` without `sent`: the mail server refuses or is away.',
          unit: 'ops',
          curves: [['sum by (outcome) (rate(customers_mails_total[$__rate_interval]))', '{{outcome}}']],
        },
        {
          title: 'Mails that wait',
          about: 'Mails whose last attempt failed; they are sent again.',
          unit: 'short',
          curves: [['sum(customers_mails_waiting)', 'mails']],
        },
        {
          title: 'Mails that did not arrive',
          about:
            'What was reported about mails. Above 5 % bounced or 0.3 % complained: see the runbook, MailsBounce and MailsUnwanted.',
          unit: 'percentunit',
          curves: [
            [
              'sum by (state) (increase(customers_mail_reports_total[1h])) / ignoring(state) group_left sum(increase(customers_mails_total{outcome=~"sent|bounced"}[1h]))',
              '{{state}}',
            ],
          ],
        },
        {
          title: 'Incoming mails by outcome',
          about: 'Reports of mail servers about our mails. `failed`: they were not stored, and are sent again.',
          unit: 'ops',
          curves: [['sum by (outcome) (rate(customers_incoming_mails_total[$__rate_interval]))', '{{outcome}}']],
        },
        {
          title: 'Connections of mail servers',
          about: 'Open connections to the listener for reports. At `MAIL_INCOMING_CONNECTIONS` others must wait.',
          unit: 'short',
          curves: [['sum(customers_incoming_mail_connections)', 'connections']],
        },
      ],
    },
  ],
}
