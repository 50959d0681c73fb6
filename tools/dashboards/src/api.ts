import { quantiles, type Dashboard } from './dashboard'

/** The API by operation, at the gateway and in the services behind it. */
export const api: Dashboard = {
  name: 'api',
  title: 'Nameyard: API by operation',
  rows: [
    {
      title: 'Clients',
      charts: [
        {
          title: 'Requests by operation',
          about: 'The ten operations with the most requests.',
          unit: 'reqps',
          curves: [
            ['topk(10, sum by (operation) (rate(gateway_request_seconds_count[$__rate_interval])))', '{{operation}}'],
          ],
        },
        {
          title: 'Errors by operation',
          about: 'Answers with 5xx. One operation: read the log of its service. All: broker, database or a service.',
          unit: 'reqps',
          curves: [
            [
              'sum by (operation) (rate(gateway_request_seconds_count{outcome="error"}[$__rate_interval])) > 0',
              '{{operation}}',
            ],
          ],
        },
        {
          title: 'Refusals by operation',
          about: 'Answers with 4xx: a client that does something wrong, or a rule that surprises clients.',
          unit: 'reqps',
          curves: [
            [
              'topk(10, sum by (operation) (rate(gateway_request_seconds_count{outcome="refused"}[$__rate_interval])))',
              '{{operation}}',
            ],
          ],
        },
        {
          title: 'Time of the slowest operations',
          about:
            'The 95th hundredth of the ten slowest operations, without streams, `events.list` and `event-consumers.poll`, which may wait for an event.',
          unit: 's',
          curves: [
            [
              'topk(10, histogram_quantile(0.95, sum by (le, operation) (rate(gateway_request_seconds_bucket{operation!~"events.list|events.stream|event-consumers.poll"}[$__rate_interval]))))',
              '{{operation}}',
            ],
          ],
        },
        {
          title: 'Requests in progress',
          about: 'If they rise while requests per second do not, something behind the gateway is slow.',
          unit: 'short',
          curves: [['sum by (instance) (gateway_requests_in_progress)', '{{instance}}']],
        },
        {
          title: 'Clients that did not wait',
          about: 'Requests whose connection the client closed before the answer.',
          unit: 'reqps',
          curves: [
            [
              'sum by (operation) (rate(gateway_request_seconds_count{outcome="aborted"}[$__rate_interval])) > 0',
              '{{operation}}',
            ],
          ],
        },
      ],
    },
    {
      title: 'Services',
      charts: [
        {
          title: 'Time by service',
          about: 'With the wait for a free handler.',
          unit: 's',
          curves: quantiles('nameyard_operation_seconds', '', 'service'),
        },
        {
          title: 'Errors by service and operation',
          about: 'Each has a line in the log of the service.',
          unit: 'reqps',
          curves: [
            [
              'sum by (service, operation) (rate(nameyard_operation_seconds_count{outcome="error"}[$__rate_interval])) > 0',
              '{{service}} {{operation}}',
            ],
          ],
        },
        {
          title: 'Requests nobody waited for',
          about: 'Requests that were dropped because their callers had stopped waiting: the service is overloaded.',
          unit: 'reqps',
          curves: [['sum by (service) (rate(nameyard_expired_requests_total[$__rate_interval]))', '{{service}}']],
        },
        {
          title: 'Certificate of the gateway',
          about: 'Time until the certificate of the TLS listener ends.',
          unit: 's',
          curves: [['min(gateway_certificate_expires_seconds)', 'until its end']],
        },
      ],
    },
    {
      title: 'Assistants',
      charts: [
        {
          title: 'Calls of tools by outcome',
          about: 'Refusals are answers of the API with 4xx and invalid arguments; errors are all other failures.',
          unit: 'reqps',
          curves: [['sum by (outcome) (rate(mcp_tool_seconds_count[$__rate_interval]))', '{{outcome}}']],
        },
        {
          title: 'Time of the slowest tools',
          about: 'The 95th hundredth of the ten slowest tools.',
          unit: 's',
          curves: [
            [
              'topk(10, histogram_quantile(0.95, sum by (le, tool) (rate(mcp_tool_seconds_bucket[$__rate_interval]))))',
              '{{tool}}',
            ],
          ],
        },
      ],
    },
  ],
}
