import { changeZoneByLink } from '@nameyard/contracts/dns/change-zone-by-link'
import { openZoneLink } from '@nameyard/contracts/dns/open-zone-link'
import { describe, Refusal } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Door } from '../http/mount-operations'
import { readInput } from '../http/read-input'
import { callOf, prepareLinkPages, tokenOf, wordsFor } from './link-pages'
import { sendDocument } from './page'
import { zonePage, type Told } from './zone-page'
import { zoneWords } from './zone-words'

/** The longest TXT there is, every octet of it written as `%5CDDD`. */
const BODY_LIMIT = 512 * 1024

/** Records on one page. */
const SHOWN = 200

/**
 * The page behind a link to one zone: its holder sees the records, looks for some, adds, changes and removes them, and
 * goes back to earlier versions. It asks before it removes or goes back. The link is the only key, and opens this zone
 * and nothing else.
 */
export function mountEditZone(http: FastifyInstance, door: Door): void {
  const { rpc, admission } = door

  async function show(request: FastifyRequest, reply: FastifyReply, status: number, told?: Told) {
    const { search, from } = request.query as Record<string, unknown>
    const offset = typeof from === 'string' && /^\d{1,7}$/.test(from) ? Number(from) : 0
    // No record has the character NUL, nor can PostgreSQL be asked for it.
    const looked = typeof search === 'string' ? search.replaceAll('\0', '').trim().slice(0, 255) : ''
    const asked = { ...tokenOf(request), search: looked, limit: SHOWN, offset }
    const zone = await admission.during(() => rpc.call(openZoneLink, asked, callOf(request, door)))
    return sendDocument(
      reply,
      status,
      zonePage(wordsFor(request, zoneWords), { ...zone, search: asked.search, offset, limit: SHOWN }, told),
    )
  }

  http.register(async (pages) => {
    prepareLinkPages(pages, BODY_LIMIT)
    pages.get('/zone/:token', (request, reply) => show(request, reply, 200))
    pages.post('/zone/:token', async (request, reply) => {
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      if (form.get('do') === 'ask-remove') return show(request, reply, 200, { kind: 'remove?', form })
      try {
        const input = readInput(changeZoneByLink, { query: {}, body: changeIn(form), params: { ...tokenOf(request) } })
        const given = input as Input<typeof changeZoneByLink>
        const { plan } = await admission.during(() => rpc.call(changeZoneByLink, given as never, callOf(request, door)))
        if (!plan) return await show(request, reply, 200, { kind: 'changed' })
        return await show(request, reply, 200, { kind: 'restore?', version: given.restore!, plan } as Told)
      } catch (error) {
        // What opens nothing, or is a fault of ours, is a page of its own; the rest is told beside the records.
        if (!(error instanceof Refusal) || !refusals.has(error.refusal)) throw error
        return show(request, reply, 422, { kind: 'refused', text: describe(error.refusal, error.details), form })
      }
    })
  })
}

const refusals: ReadonlySet<string> = new Set(
  ['invalid_input', ...changeZoneByLink.errors].filter((name) => name !== 'zone_not_found'),
)

/** The change that a button of the page asks for. */
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

/** A field that was left empty is not given, but for the name: there it is the apex. */
function recordIn(form: URLSearchParams, prefix: string): Record<string, unknown> {
  const field = (name: string) => form.get(`${prefix}${name}`)?.trim() || undefined
  const [type, value, ttl, prio] = ['type', 'value', 'ttl', 'prio'].map(field)
  return { type, name: field('name') ?? '', value, ttl, prio }
}
