import { Injectable, Logger } from '@nestjs/common'
import { Refusal, type OrderDetails } from '@nameyard/contracts/errors'
import { textOf } from '@nameyard/epp/answer'
import type { Availability } from '@nameyard/epp/availability'
import type { Command } from '@nameyard/epp/command'
import { checkDomain } from '@nameyard/epp/domain/check'
import { extended } from '@nameyard/epp/extension'
import { withAllocationToken } from '@nameyard/epp/extensions/allocation-token/token'
import { checkFees } from '@nameyard/epp/extensions/fee/check'
import { checkClaims, type Claims } from '@nameyard/epp/extensions/launch/check'
import { ALLOCATION_TOKEN, CHARGE, FEE, LAUNCH } from '@nameyard/epp/namespaces'
import type { ResultClass } from '@nameyard/epp/result-code'
import { Clock } from '@nameyard/runtime/clock'
import type { RegistryTld } from '../dialects/dialect'
import { agreedTld } from '../dialects/tld-rules'
import type { CheckAnswers, CheckedName, CheckQuestion } from '../operations/driver'
import type { RegistryAccount } from '../registries/registry'
import { EppSessions } from '../sessions/epp-sessions'
import { queryTRID } from '../sessions/query-trid'
import { checkWithCharges } from './charged-check'

/** Checks names at registries that speak EPP (RFC 5731 section 3.1.1): batches of names with the same terms. */
@Injectable()
export class EppCheck {
  private readonly log = new Logger('check')

  constructor(
    private readonly pools: EppSessions,
    private readonly clock: Clock,
  ) {}

  /** Checks names at one registry; a refused batch does not affect the others. */
  async check(
    registry: RegistryAccount,
    names: readonly string[],
    { allocationToken, until }: CheckQuestion,
  ): Promise<CheckAnswers> {
    const tlds = names.map((name) => registry.tlds.get(extensionOf(name)))
    const takesToken = tlds.every((tld) => tld?.extensions.has(ALLOCATION_TOKEN))
    const token = takesToken ? allocationToken : undefined
    const answers = await Promise.all(
      questionsOf(registry, names).map(async ({ batch, tld }) => {
        const command = (agreed: ReadonlySet<string>) => {
          const terms = agreedTld(tld, agreed)
          const { fee } = terms
          const withoutFees = terms.extensions.has(CHARGE) ? checkWithCharges(batch) : checkDomain(batch)
          const check: Command<readonly Checked[]> = fee === undefined ? withoutFees : checkWithFees(batch, fee)
          const element = token !== undefined && agreed.has(ALLOCATION_TOKEN) && withAllocationToken(token).element
          const complete = element ? { ...check, extension: [...(check.extension ?? []), element] } : check
          return tld.dialect.finish(complete, terms)
        }
        const answer = await this.transact(registry, command, until)
        const known = new Map(Array.isArray(answer) ? answer.map((each) => [each.id.toLowerCase(), each] as const) : [])
        return batch.map((name) => [name, known.get(name) ?? refusalOf(name, answer)] as const)
      }),
    )
    return answers.flat()
  }

  /** Returns the claim keys of names, where the registry has trademark claims. */
  async claimKeys(
    registry: RegistryAccount,
    names: readonly string[],
    until: number,
  ): Promise<ReadonlyMap<string, string>> {
    const known = names.filter((name) => registry.tlds.get(extensionOf(name))?.extensions.has(LAUNCH))
    const claims = await Promise.all(
      questionsOf(registry, known).map(({ batch, tld }) =>
        this.transact<Claims>(
          registry,
          (agreed) =>
            agreed.has(LAUNCH)
              ? tld.dialect.finish(checkClaims(batch, { phase: 'claims' }), agreedTld(tld, agreed))
              : undefined,
          until,
        ),
      ),
    )
    return new Map(
      claims
        .flatMap((each) => (Array.isArray(each) ? (each as readonly Claims[]) : []))
        .flatMap(({ name, claimKeys: [first] }) => (first ? [[name.toLowerCase(), first.key]] : [])),
    )
  }

  /**
   * Sends a query that depends on the extensions of the session; sends nothing when there is none. Returns the refusal of
   * the registry; undefined when the registry cannot be reached.
   */
  private async transact<Answer>(
    registry: RegistryAccount,
    question: (agreed: ReadonlySet<string>) => Command<readonly Answer[]> | undefined,
    until: number,
  ): Promise<readonly Answer[] | Refused | undefined> {
    try {
      return await this.pools.of(registry.account).withSession(async (session) => {
        // The callers' deadline passed while waiting for a session: leave the session to orders.
        if (this.clock.machineMs() > until) throw new Error('the deadline of the request has passed')
        const command = question(session.extensions)
        if (!command) return []
        const answer = await session.transact(command, { clTRID: queryTRID() })
        if (answer.outcome !== 'refused') return answer.data ?? []
        const { code } = answer
        const text = textOf(answer)
        this.log.warn(`${registry.account} refused a ${command.name}: ${code} ${text}`)
        return { code, text, class: answer.class }
      }, true)
    } catch (error) {
      this.log.warn(`cannot query ${registry.account}: ${(error as Error).message}`)
      return undefined
    }
  }
}

/** A refused query. */
interface Refused {
  readonly code: number
  readonly text: string
  readonly class: ResultClass
}

/** The refusal for a name without a result; with the registry's own text when it refused the query. */
function refusalOf(name: string, refused: readonly unknown[] | Refused | undefined): Refusal {
  if (refused === undefined || !('class' in refused)) return new Refusal('registry_unavailable')
  // About the session, not the query: the next session may work.
  if (refused.class === 'use' || refused.class === 'login' || refused.class === 'limit')
    return new Refusal('registry_unavailable')
  const reason = refused.text.replace(/\.$/, '')
  const order: OrderDetails = { registryCode: refused.code, registryText: reason }
  const details = { domain: name, object: name, reason, ...order }
  return new Refusal(refused.class === 'failed' ? 'registry_failed' : 'registry_refused', details)
}

function extensionOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** An answer for one name. */
interface Checked extends Availability, Pick<CheckedName, 'premium'> {}

/** The names of one check, which all have the terms of `tld`. */
interface Batch {
  readonly batch: readonly string[]
  readonly tld: RegistryTld
}

/** Names that can share a check: with the same extensions, and the same options of one dialect. */
function questionsOf(registry: RegistryAccount, names: readonly string[]): Batch[] {
  const groups = new Map<string, { readonly tld: RegistryTld; readonly names: string[] }>()
  for (const name of names) {
    const tld = registry.tlds.get(extensionOf(name))
    if (!tld) continue
    const key = JSON.stringify([tld.dialect.name, tld.options, tld.extensions.has(FEE)])
    const group = groups.get(key) ?? { tld, names: [] }
    groups.set(key, group)
    group.names.push(name)
  }
  return [...groups.values()].flatMap((group) =>
    batches(group.names, registry.checkBatch).map((batch) => ({ batch, tld: group.tld })),
  )
}

/** Adds the fee of one year to a check (RFC 8748 section 5.1.1). */
function checkWithFees(names: readonly string[], version: string): Command<Checked[]> {
  const question = extended(
    checkDomain(names),
    checkFees([{ command: 'create', period: { value: 1, unit: 'y' } }], { names, version }),
  )
  return {
    ...question,
    decode: (answer) => {
      const { checked, fees } = question.decode(answer)
      const prices = new Map((fees?.objects ?? []).map((each) => [each.id.toLowerCase(), each]))
      return checked.map((availability) => {
        const price = prices.get(availability.id.toLowerCase())
        const create = price?.commands.find(({ command }) => command === 'create')
        // Any class but the standard one has its own price (RFC 8748 section 3.7).
        if (!fees || !create || (price?.class ?? STANDARD) === STANDARD) return availability
        const amount = create.fees.reduce((sum, fee) => sum + Number(fee.amount), 0)
        return { ...availability, premium: { currency: fees.currency, create: amount } }
      })
    },
  }
}

const STANDARD = 'standard'

function batches(names: readonly string[], size: number): (readonly string[])[] {
  return Array.from({ length: Math.ceil(names.length / size) }, (_, index) =>
    names.slice(index * size, (index + 1) * size),
  )
}
