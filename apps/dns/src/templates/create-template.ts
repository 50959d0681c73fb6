import { Controller, Inject } from '@nestjs/common'
import { createTemplate } from '@nameyard/contracts/dns/create-template'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { parseAll, recordSetOf } from '../records/model/record-set'
import { recordPolicy } from '../records/record-policy'
import { recordRefusal } from '../records/refuse-record'
import { refuseUnoffered } from '../records/unoffered'
import { filledFor, SAMPLE_APEX } from './placeholder'
import { insertTemplate } from './template.store'

const LONGEST_NAME = 100

@Controller()
export class CreateTemplate {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores a template. Its records must be valid in a zone with a sample name. */
  @Handles(createTemplate)
  async execute(input: Input<typeof createTemplate>, call: Call): Promise<Result<typeof createTemplate>> {
    refuseUnoffered({ is_spamexperts_enabled: input.is_spamexperts_enabled })
    const name = newTemplateName(input.name)
    const records = (input.records ?? []).map((record) => ({ ...record, type: record.type.trim().toUpperCase() }))
    const policy = recordPolicy(this.config)
    const parsed = parseAll(filledFor(SAMPLE_APEX, records), SAMPLE_APEX, policy, (index) => `records.${index}`)
    const settled = parsed.ok ? recordSetOf(parsed.value, SAMPLE_APEX) : parsed
    if (!settled.ok) throw recordRefusal(settled.error.error, settled.error.path)

    return this.database.unitOfWork(call, async (tx) => {
      const [made] = await tx.query(insertTemplate, {
        resellerId: resellerOf(call),
        name,
        now: this.clock.now(),
        types: records.map(({ type }) => type),
        names: records.map((record) => record.name),
        values: records.map(({ value }) => value),
        ttls: records.map(({ ttl }) => ttl),
        prios: records.map(({ prio }) => prio ?? null),
      })
      return made ?? refuseName('there is a template of this name')
    })
  }
}

function newTemplateName(given: string): string {
  const name = given.trim()
  if (name === '') refuseName('it is missing')
  if (name.length > LONGEST_NAME) refuseName(`it has more than ${LONGEST_NAME} characters`)
  if (/\p{Cc}/u.test(name)) refuseName('it has a control character')
  return name
}

function refuseName(problem: string): never {
  return fail('template_name_invalid', { problem }, [{ path: 'name', problem }])
}
