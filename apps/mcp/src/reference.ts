import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import { errors } from '@nameyard/contracts/errors'
import { adviceAfter, errorCatalogue } from './advice'
import type { Offer } from './offer'

const OPERATION = 'nameyard://operations/'

/** Offers resources: a guide, the catalogue of refusals, the API description, and each operation. */
export function serveReference(server: Server, { byName, description }: Offer): void {
  const pages = new Map(
    [
      {
        uri: 'nameyard://guide',
        name: 'guide',
        title: 'How domains, zones and money are related',
        mimeType: 'text/markdown',
        read: () => guide,
      },
      {
        uri: 'nameyard://errors',
        name: 'errors',
        title: 'All refusals, with advice',
        mimeType: 'text/markdown',
        read: errorCatalogue,
      },
      {
        uri: 'nameyard://openapi',
        name: 'openapi',
        title: 'The HTTPS API as OpenAPI 3.1',
        mimeType: 'application/json',
        read: () => JSON.stringify(description),
      },
    ].map((page) => [page.uri, page] as const),
  )
  const operations = new Map(
    [...byName.values()].map(({ operation, tool }) => [`${OPERATION}${operation.id}`, { operation, tool }]),
  )

  server.setRequestHandler('resources/list', () => ({
    resources: [...pages.values()].map(({ read: _, ...page }) => page),
  }))

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: `${OPERATION}{id}`,
        name: 'operation',
        title: 'One operation: its tool, its route and its refusals',
        description: 'By its id, such as domains.create.',
        mimeType: 'application/json',
      },
    ],
  }))

  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const page = pages.get(uri)
    if (page) return { contents: [{ uri, mimeType: page.mimeType, text: page.read() }] }
    const found = operations.get(uri)
    if (!found) throw new ResourceNotFoundError(uri, `There is nothing to read at ${uri}.`)
    const { operation, tool } = found
    const told = {
      ...tool,
      route: `${operation.method} ${operation.path}`,
      effect: operation.effect,
      refusals: operation.errors.map((name) => ({ ...errors[name], name, advice: adviceAfter(name) })),
    }
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(told) }] }
  })
}

const guide = `# How things are related

- **Customer**: a person or company that can own domains, identified by a handle such as AB100001-NL. Orders use the handle.
- **Domain**: a domain in the account, identified by a number. Its status: REQ is ordered and pending, ACT is registered,
  SCH waits for the date of its transfer, PEN waits for a person, RRQ is being restored, DEL is deleted and may be in a
  quarantine from which it can be restored, FAI and REJ have failed.
- **Zone**: the DNS records of a name, published on the name servers of the platform. A domain and its zone are separate:
  a domain can use other name servers, and a zone can exist before its domain.
- **Name server group**: a named set of name servers for domains. dns-openprovider is the group of the platform.
- **Money**: an order reserves its price. The price is charged when the registry has carried out the order, and released
  if it fails. Failed orders are free of charge.
- **Certificate**: ssl_orders_create with start_provision requests the certificate at once; otherwise the order is a paid
  draft (PAI). While it is REQ, ssl_orders_get shows the proof for each name; with enable_dns_automation the platform sets
  the records in zones it hosts. ACT has the certificate. csr_create returns a private key once and does not store it.
- **E-mail DMARC**: a yearly order for a domain of the account. It is REQ until its record is found in the DNS. The
  platform sets the record if it hosts the zone; otherwise the user must set it.
- **Time**: domains_get_timeline shows what happens to a domain next and which operations are possible.

Read before you change: a list or a get answers most questions. Read prices, never guess them.
`
