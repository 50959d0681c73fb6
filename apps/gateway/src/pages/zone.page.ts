import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { changeZoneByLink } from '@nameyard/contracts/dns/change-zone-by-link'
import { openZoneLink } from '@nameyard/contracts/dns/open-zone-link'
import { describe, Refusal } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import { readInput } from '../operations/read-input'
import { LinkPageFilter, LinkPages, readForm, tokenOf, wordsFor } from './link-pages'
import { sendDocument } from './page'
import { zonePage, type Outcome } from './zone-document'
import { zoneWords } from './zone-words'

/** The longest possible TXT record, with every octet written as `%5CDDD`. */
const BODY_LIMIT = 512 * 1024

/** Records on one page. */
const SHOWN = 200

/**
 * The page behind a link to one zone. It shows and searches records, adds, changes and removes them, and restores earlier
 * versions. It asks before it removes or restores. The link is the only key and is valid for this zone only.
 */
@Controller('zone/:token')
@UseFilters(LinkPageFilter)
export class ZonePage {
  constructor(private readonly links: LinkPages) {}

  @Get()
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply, 200)
  }

  @Post()
  async change(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = await readForm(request, reply, BODY_LIMIT)
    if (form.get('do') === 'ask-remove') return this.send(request, reply, 200, { kind: 'remove?', form })
    try {
      const input = readInput(changeZoneByLink, { query: {}, body: changeIn(form), params: { ...tokenOf(request) } })
      const given = input as Input<typeof changeZoneByLink>
      const { plan } = await this.links.ask(changeZoneByLink, given as never, request)
      if (!plan) return await this.send(request, reply, 200, { kind: 'changed' })
      return await this.send(request, reply, 200, { kind: 'restore?', version: given.restore!, plan } as Outcome)
    } catch (error) {
      // A link that does not work, and an internal error, have pages of their own. Refusals are shown beside the records.
      if (!(error instanceof Refusal) || !refusals.has(error.refusal)) throw error
      return this.send(request, reply, 422, { kind: 'refused', text: describe(error.refusal, error.details), form })
    }
  }

  private async send(request: FastifyRequest, reply: FastifyReply, status: number, outcome?: Outcome): Promise<void> {
    const { search, from } = request.query as Record<string, unknown>
    const offset = typeof from === 'string' && /^\d{1,7}$/.test(from) ? Number(from) : 0
    // No record contains the character NUL, and PostgreSQL rejects it in a search.
    const looked = typeof search === 'string' ? search.replaceAll('\0', '').trim().slice(0, 255) : ''
    const asked = { ...tokenOf(request), search: looked, limit: SHOWN, offset }
    const zone = await this.links.ask(openZoneLink, asked, request)
    sendDocument(
      reply,
      status,
      zonePage(wordsFor(request, zoneWords), { ...zone, search: asked.search, offset, limit: SHOWN }, outcome),
    )
  }
}

const refusals: ReadonlySet<string> = new Set(
  ['invalid_input', ...changeZoneByLink.errors].filter((name) => name !== 'zone_not_found'),
)

/** The change that a button of the page requests. */
function changeIn(form: URLSearchParams): Record<string, unknown> {
  const given = recordIn(form, '')
  const original = recordIn(form, 'was_')
  switch (form.get('do')) {
    case 'add':
      return { records: { add: [given] } }
    case 'change':
      return { records: { update: [{ original_record: original, record: given }] } }
    case 'remove':
      return { records: { remove: [original] } }
    case 'ask-restore':
      return { restore: form.get('version') ?? '', plan: true }
    case 'restore':
      return { restore: form.get('version') ?? '' }
    default:
      return {}
  }
}

/** Empty fields are absent, except the name: an empty name is the apex. */
function recordIn(form: URLSearchParams, prefix: string): Record<string, unknown> {
  const field = (name: string) => form.get(`${prefix}${name}`)?.trim() || undefined
  const [type, value, ttl, prio] = ['type', 'value', 'ttl', 'prio'].map(field)
  return { type, name: field('name') ?? '', value, ttl, prio }
}
