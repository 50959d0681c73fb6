import { quantiles, type Dashboard } from './dashboard'

/** Zones and their name servers. */
export const nameServers: Dashboard = {
  name: 'name-servers',
  title: 'Nameyard: name servers',
  rows: [
    {
      title: 'Publishing',
      figures: [
        {
          title: 'Unpublished zones',
          about: 'A busy platform always has some; they must fall again.',
          unit: 'short',
          expression: 'max(dns_unpublished_zones)',
          redFrom: 1_000,
        },
        {
          title: 'Oldest unpublished change',
          about: 'ZonesNotPublished is raised above two minutes.',
          unit: 's',
          expression: 'max(dns_oldest_unpublished_seconds)',
          redFrom: 120,
        },
        {
          title: 'Zones that break the publisher',
          about: 'See the runbook, ZonesBreakPublisher.',
          unit: 'short',
          expression: 'max(dns_breaking_zones)',
          redFrom: 1,
        },
      ],
      charts: [
        {
          title: 'Zones that wait, by server and age',
          about: '`publisher` is PowerDNS. Zones that wait longer than a minute for one server: look at that server.',
          unit: 'short',
          curves: [['max by (server, age) (dns_waiting_zones)', '{{server}} {{age}}']],
        },
        {
          title: 'Unpublished zones',
          about: 'Zones with changes that wait for their name servers.',
          unit: 'short',
          curves: [['max(dns_unpublished_zones)', 'zones']],
        },
      ],
    },
    {
      title: 'Changes',
      charts: [
        {
          title: 'Requests to the dns service by operation',
          about: 'The ten operations with the most requests.',
          unit: 'reqps',
          curves: [
            [
              'topk(10, sum by (operation) (rate(nameyard_operation_seconds_count{service="dns"}[$__rate_interval])))',
              '{{operation}}',
            ],
          ],
        },
        {
          title: 'Time of the dns service',
          about: 'With the wait for a free handler.',
          unit: 's',
          curves: quantiles('nameyard_operation_seconds', '{service="dns"}'),
        },
      ],
    },
  ],
}
