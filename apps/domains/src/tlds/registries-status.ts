import { Controller } from '@nestjs/common'
import { registriesStatus } from '@nameyard/contracts/domains/registries-status'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { describeRegistryStatus } from '@nameyard/contracts/registry/describe-status'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Clock } from '@nameyard/runtime/clock'
import { soldAt } from './catalogue'

type Status = Result<typeof describeRegistryStatus>['registries'][number]

/** Tells whether the registries of the sold extensions work, and what they have planned. */
@Controller()
export class RegistriesStatus {
  constructor(
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(registriesStatus)
  async execute(
    { extensions, limit, offset }: Input<typeof registriesStatus>,
    call: Call,
  ): Promise<Result<typeof registriesStatus>> {
    const { registries } = await this.rpc.call(describeRegistryStatus, {}, call)
    const sold = new Set(soldAt(this.clock.now()).map(({ extension }) => extension))
    const only = extensions && new Set(extensions.map(asSold))
    const found = registries
      .filter(({ extension }) => sold.has(extension) && (!only || only.has(extension)))
      .sort((one, other) => (one.extension < other.extension ? -1 : 1))
    return { results: found.slice(offset, offset + limit).map((each) => shown(each, sold)), total: found.length }
  }
}

/** An extension in lower case and A-labels. */
function asSold(given: string): string {
  const bare = given.replace(/^\./, '').toLowerCase()
  const parsed = parseDomainName(bare)
  return parsed.ok ? parsed.value.ascii : bare
}

function shown({ extension, state, since, maintenances }: Status, sold: ReadonlySet<string>) {
  return {
    extension,
    state,
    ...(since !== undefined && { since: printDate(new Date(since)) }),
    maintenance: maintenances.map(({ startsAt, endsAt, reason, impact, extensions }) => ({
      start: printDate(new Date(startsAt)),
      end: printDate(new Date(endsAt)),
      reason,
      impact,
      extensions: extensions.filter((each) => sold.has(each)),
    })),
  }
}
