import { Controller } from '@nestjs/common'
import { getTld } from '@nameyard/contracts/domains/get-tld'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Clock } from '@nameyard/runtime/clock'
import { soldAt } from './catalogue'
import { PricedExtensions } from './priced-extensions'
import { TldDetails } from './tld-details'

/** Reads the rules of an extension as they are now. */
@Controller()
export class GetTld {
  constructor(
    private readonly details: TldDetails,
    private readonly priced: PricedExtensions,
    private readonly clock: Clock,
  ) {}

  @Handles(getTld)
  async execute({ name, ...parts }: Input<typeof getTld>, call: Call): Promise<Result<typeof getTld>> {
    const parsed = parseDomainName(name.replace(/^\./, ''))
    const found = parsed.ok && soldAt(this.clock.now()).find(({ extension }) => extension === parsed.value.ascii)
    if (!found || !(await this.priced.forCaller(call)).has(found.extension)) fail('tld_not_found', { extension: name })
    const [shown] = await this.details.show([found], parts, call)
    return shown!
  }
}
