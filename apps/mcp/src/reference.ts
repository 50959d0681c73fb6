import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { errors } from '@nameyard/contracts/errors'
import type { Description } from '@nameyard/sdk/client'
import { adviceAfter, errorCatalogue } from './advice'
import { toolsOf } from './tools'

const OPERATION = 'nameyard://operations/'

/** Offers what there is to read: how domains live, the catalogue of refusals, the API, and each operation alone. */
export function serveReference(server: Server, description: Description): void {
  const pages = new Map(
    [
      {
        uri: 'nameyard://guide',
        name: 'guide',
        title: 'How domains, zones and money hang together',
        mimeType: 'text/markdown',
        read: () => guide,
      },
      {
        uri: 'nameyard://errors',
        name: 'errors',
        title: 'Every refusal, and what helps after it',
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
    toolsOf(description).map(({ operation, tool }) => [`${OPERATION}${operation.id}`, { operation, tool }]),
  )

  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [...pages.values()].map(({ read: _, ...page }) => page),
  }))

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
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

  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const page = pages.get(uri)
    if (page) return { contents: [{ uri, mimeType: page.mimeType, text: page.read() }] }
    const found = operations.get(uri)
    if (!found) throw new McpError(ErrorCode.InvalidParams, `There is nothing to read at ${uri}.`)
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

const guide = `# How things hang together

- **Customer**: a person or company that can own names, known by a handle such as AB100001-NL. Orders name the owner by it.
- **Domain**: a name in the account, known by a number. Its status: REQ is ordered and under way, ACT is registered, SCH
  waits for the day of its transfer, PEN waits for somebody, RRQ is being restored, DEL is deleted and may be in a
  quarantine from which it can be restored, FAI and REJ have failed.
- **Zone**: the DNS records of a name, published on the nameservers of the platform. A domain and its zone are two things:
  a domain may use other nameservers, and a zone may exist before its domain.
- **Nameserver group**: the nameservers that a domain is delegated to, under one name. dns-openprovider is the platform's.
- **Money**: an order sets its price aside, charges it when the registry has done its part, and gives it back when not.
  What fails costs nothing.
- **Certificate**: an order of ssl_orders_create is asked for at once with start_provision, else it is a paid draft (PAI).
  While it is REQ, ssl_orders_get tells what proves control of each name; with enable_dns_automation the platform places
  the records in zones it hosts. ACT holds the certificate. A private key is answered by csr_create once and kept nowhere.
- **E-mail DMARC**: a yearly order for a domain of the account. It is REQ until its record is seen in the DNS; the platform
  places the record where it hosts the zone, else the user has to.
- **Time**: domains_get_timeline tells what happens to a domain next and what may still be done.

Look before you change: most questions are answered by a list or a get. Prices are asked for, never guessed.
`
