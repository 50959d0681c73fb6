import { Controller } from '@nestjs/common'
import { listTlds } from '@nameyard/contracts/domains/list-tlds'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Clock } from '@nameyard/runtime/clock'
import { soldAt } from './catalogue'
import { PricedExtensions } from './priced-extensions'
import type { Tld } from './tld'
import { TldDetails } from './tld-details'
import { wildcard } from './wildcard'

type Query = Input<typeof listTlds>

/** Lists the extensions that are sold to the account now: an account at a registry serves them, and they have a price. */
@Controller()
export class ListTlds {
  constructor(
    private readonly details: TldDetails,
    private readonly priced: PricedExtensions,
    private readonly clock: Clock,
  ) {}

  @Handles(listTlds)
  async execute(query: Query, call: Call): Promise<Result<typeof listTlds>> {
    const { order, order_by, only_names, limit, offset, with_application_mode } = query
    if (order_by !== undefined && order_by !== 'name')
      fail('invalid_input', { field: 'order_by', problem: 'is not name' })
    const isMatch = filterOf(query)
    const priced = await this.priced.forCaller(call)
    const found = soldAt(this.clock.now()).filter((tld) => priced.has(tld.extension) && isMatch(tld))
    const page = (order === 'desc' ? found.toReversed() : found).slice(offset, offset + limit)
    if (only_names) return { results: page.map(({ extension }) => ({ name: extension })), total: found.length }
    const shown = await this.details.show(page, query, call)
    return {
      results: with_application_mode
        ? shown.map((tld, index) => ({ ...tld, supported_application_mode: modesOf(page[index]!) }))
        : shown,
      total: found.length,
    }
  }
}

/** The launch phases by the names that orders use. */
function modesOf({ launchPhases }: Tld) {
  return launchPhases.map(({ name, title }) => ({ name, title }))
}

function filterOf(query: Query): (tld: Tld) => boolean {
  const { extensions, name_pattern, status, is_active, is_new_gtld, application_mode, with_application_mode } = query
  const only = extensions && new Set(extensions.map(asStored))
  const name = name_pattern === undefined ? undefined : wildcard(asStored(name_pattern))
  const phases = [...(application_mode === undefined ? [] : [application_mode]), ...(with_application_mode ?? [])]
  return (tld) =>
    (!only || only.has(tld.extension)) &&
    (!name || name(tld.extension)) &&
    (status === undefined || tld.status === status) &&
    (is_active === undefined || (tld.status === 'ACT') === is_active) &&
    (is_new_gtld === undefined || tld.isNewGtld === is_new_gtld) &&
    (phases.length === 0 || tld.launchPhases.some((phase) => phases.includes(phase.name)))
}

/** An extension as the catalogue has it. A pattern only loses its leading dot and its capital letters. */
function asStored(given: string): string {
  const bare = given.replace(/^\./, '').toLowerCase()
  const parsed = parseDomainName(bare)
  return parsed.ok ? parsed.value.ascii : bare
}
