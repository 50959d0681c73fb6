import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import { verificationsOfDomains } from '@nameyard/contracts/customers/verifications-of-domains'
import type { domain } from '@nameyard/contracts/domains/domain'
import type { getDomain } from '@nameyard/contracts/domains/get-domain'
import type { Call, Input } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { listTranscripts } from '@nameyard/contracts/registry/list-transcripts'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { opened, openedData } from '../lifecycle/auth-code'
import { domainOnWire } from '../lifecycle/domain-on-wire'
import { by, operationContents, operationSubject, type Requester } from '../lifecycle/model/history'
import type { ShownDomain } from '../lifecycle/model/shown'
import type { RegistryOperation } from '../registry/registry-operation.store'
import { OwnerNames } from './owner-names'
import { ShownCodes } from './shown-codes'

type WireDomain = z.input<typeof domain>

/** The optional parts of a domain. */
export type Parts = Partial<
  Pick<
    Input<typeof getDomain>,
    | 'with_abuse_details'
    | 'with_additional_data'
    | 'with_api_history'
    | 'with_history'
    | 'with_registry_statuses'
    | 'with_verification_email'
    | 'with_whois_privacy_data'
  >
>

type Operation = Pick<RegistryOperation, 'cause' | 'purpose' | 'reason' | 'state'>
type Change = { readonly purpose: null; readonly reason: string }
type Entry = Requester & { readonly domainId: number; readonly at: Date } & (Operation | Change)

/** Registry operations and other changes of domains, the newest first. A change has neither purpose nor state. */
const historyOf = statement<{ readonly domainIds: readonly number[] }, Entry>(
  'domains.history',
  ({ domainIds }) => sql`
    select domain_id as "domainId", purpose, cause, state, reason, submitted_at as at, username, address
    from registry_operation where domain_id = any(${domainIds}) and purpose <> 'info'
    union all
    select domain_id, null, null, null, contents, happened_at, username, address
    from domain_history where domain_id = any(${domainIds})
    order by at desc, purpose nulls last`,
)

/** Most registry commands of one reply, over all its domains: each takes some kilobytes. */
const COMMANDS = 2000

/** How many of its last commands each domain shows: up to 100 where the reply has few domains. */
export const commandsOfEach = (domains: number) => Math.min(100, Math.max(1, Math.floor(COMMANDS / domains)))

/** Shows domains with the requested parts: one query for each part, however many domains there are. */
@Injectable()
export class DomainDetails {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly owners: OwnerNames,
    private readonly clock: Clock,
    private readonly codes: AuthCodeCipher,
    private readonly shownCodes: ShownCodes,
  ) {}

  async show(rows: readonly ShownDomain[], parts: Parts, call: Call): Promise<WireDomain[]> {
    if (rows.length === 0) return []
    const [ownerOf, histories, transcripts, verifications] = await Promise.all([
      this.owners.of(rows, call),
      parts.with_history ? this.histories(rows) : undefined,
      parts.with_api_history ? this.transcripts(rows, call) : undefined,
      parts.with_verification_email ? this.verifications(rows, call) : undefined,
    ])
    this.shownCodes.note(rows, { hasData: parts.with_additional_data === true }, call)
    const now = this.clock.now()
    return rows.map((row) => ({
      ...domainOnWire(opened(this.codes, row), now),
      ...ownerOnWire(ownerOf(row)),
      ...(parts.with_additional_data && { additional_data: openedData(this.codes, row.name, row.additionalData) }),
      ...(parts.with_abuse_details && { abuse_details: abuseDetails(row) }),
      ...(parts.with_registry_statuses && { registry_statuses: registryStatuses(row) }),
      ...(parts.with_whois_privacy_data && {
        whois_privacy_data: { expiration_date: printDate(row.isPrivate ? row.expiresAt : row.privacyUntil) },
      }),
      ...(histories && { history: histories.get(row.id) ?? [] }),
      ...(transcripts && { api_history: transcripts.get(row.id) ?? [] }),
      ...verifications?.get(row.id),
    }))
  }

  private async histories(rows: readonly ShownDomain[]): Promise<ReadonlyMap<number, WireDomain['history']>> {
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    const entries = await this.database.read(historyOf, { domainIds: [...names.keys()] })
    const histories = new Map<number, NonNullable<WireDomain['history']>>()
    for (const entry of entries) {
      const { domainId, address, at } = entry
      const history = histories.get(domainId) ?? []
      histories.set(domainId, history)
      history.push({
        type: entry.purpose ?? 'change',
        subject: entry.purpose === null ? `Changed ${by(entry)}` : operationSubject(entry.purpose, entry.state),
        contents: entry.purpose === null ? entry.reason : operationContents(entry, entry),
        domain: names.get(domainId) ?? '',
        ip: address ?? '',
        timestamp: printDate(at),
      })
    }
    return histories
  }

  private async transcripts(
    rows: readonly ShownDomain[],
    call: Call,
  ): Promise<ReadonlyMap<number, WireDomain['api_history']>> {
    const domains = rows.map(({ name, resellerId, orderedAt }) => ({ name, resellerId, from: orderedAt.toISOString() }))
    const { transcripts } = await this.rpc.call(listTranscripts, { domains, limit: commandsOfEach(rows.length) }, call)
    return new Map(
      rows.map(({ id }, index) => [
        id,
        (transcripts[index] ?? []).map(({ command, preparedAt, sent, received }) => ({
          cmd: command,
          created_at: printDate(new Date(preparedAt)),
          domain_id: id,
          in: sent ?? '',
          out: received ?? '',
        })),
      ]),
    )
  }

  private async verifications(
    rows: readonly ShownDomain[],
    call: Call,
  ): Promise<ReadonlyMap<number, Partial<WireDomain>>> {
    const { verifications } = await this.rpc.call(verificationsOfDomains, { domainIds: rows.map(({ id }) => id) }, call)
    return new Map(
      verifications.map(({ domainId, email, status, description, expirationDate }) => [
        domainId,
        {
          verification_email_name: email,
          verification_email_status: status,
          verification_email_status_description: description ?? '',
          verification_email_exp_date: expirationDate,
        },
      ]),
    )
  }
}

function ownerOnWire(owner: { fullName: string; companyName: string } | undefined): Partial<WireDomain> {
  if (!owner) return {}
  const { fullName: full_name, companyName: company_name } = owner
  return { owner: { company_name, full_name }, owner_company_name: company_name }
}

/** Whether the domain is on hold, and why. The platform records no abuse cases: their id is 0, other fields are absent. */
function abuseDetails({ registryStatuses, isSuspended }: ShownDomain): NonNullable<WireDomain['abuse_details']> {
  const holds = registryStatuses.filter((status) => status === 'clientHold' || status === 'serverHold')
  const reason = isSuspended ? ' until the e-mail address of the owner is verified' : ''
  const message = holds.length === 0 ? '' : `The registry shows ${holds.join(' and ')}${reason}.`
  return { abuse_id: 0, is_domain_held: holds.length > 0, message }
}

/** The client statuses that the registry last showed. They follow the lock, and the verification of the owner. */
function registryStatuses({ registryStatuses }: ShownDomain): NonNullable<WireDomain['registry_statuses']> {
  const shown = (status: string, is_changeable: boolean) => ({
    value: registryStatuses.includes(status) ? 1 : 0,
    is_changeable,
  })
  return {
    client_hold: shown('clientHold', false),
    client_transfer_prohibited: shown('clientTransferProhibited', true),
  }
}
