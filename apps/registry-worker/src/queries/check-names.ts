import { Controller, Logger } from '@nestjs/common'
import { Refusal, type OrderDetails } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { textOf } from '@nameyard/epp/answer'
import type { Availability } from '@nameyard/epp/availability'
import type { Command } from '@nameyard/epp/command'
import { checkDomain } from '@nameyard/epp/domain/check'
import { extended } from '@nameyard/epp/extension'
import { withAllocationToken } from '@nameyard/epp/extensions/allocation-token/token'
import { checkFees } from '@nameyard/epp/extensions/fee/check'
import { checkClaims, type Claims } from '@nameyard/epp/extensions/launch/check'
import { ALLOCATION_TOKEN, FEE, LAUNCH } from '@nameyard/epp/namespaces'
import type { ResultClass } from '@nameyard/epp/result-code'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { Registries } from '../registries/registries'
import type { Registry } from '../registries/registry'
import { queryTRID } from '../sessions/query-trid'
import { SessionPools } from '../sessions/session-pools'

/** The parts of a check beside the names; `until` is the deadline of the callers, in machine milliseconds. */
type Question = Pick<BatchItem<typeof checkNames>['input'], 'allocationToken'> & { readonly until: number }

/** Checks the availability of names. Requests that arrive together share one EPP check. */
@Controller()
export class CheckNames {
  private readonly log = new Logger('check')

  constructor(
    private readonly registries: Registries,
    private readonly pools: SessionPools,
    private readonly clock: Clock,
  ) {}

  @HandlesBatch(checkNames)
  async execute(
    items: readonly BatchItem<typeof checkNames>[],
  ): Promise<readonly (Result<typeof checkNames> | Refusal)[]> {
    const until = Math.max(...items.map(({ call }) => call.deadline))
    const claims = this.claimKeys([...new Set(items.flatMap(({ input }) => input.claims ?? []))], until)
    // The result of a token is valid only for its own requests.
    const tokens = new Set(items.map(({ input }) => input.allocationToken))
    const answers = new Map(
      await Promise.all(
        [...tokens].map(async (token) => {
          const asked = items.filter(({ input }) => input.allocationToken === token)
          const names = asked.flatMap(({ input }) => input.names)
          const question = { until, ...(token !== undefined && { allocationToken: token }) }
          return [token, await this.answers(names, question)] as const
        }),
      ),
    )
    const keys = await claims
    return items.map(({ input }) => this.answer(input, answers.get(input.allocationToken)!, keys))
  }

  private answer(
    { names, claims = [] }: BatchItem<typeof checkNames>['input'],
    answers: ReadonlyMap<string, Checked | Refusal>,
    keys: ReadonlyMap<string, string>,
  ): Result<typeof checkNames> | Refusal {
    const unknown = names.find((name) => !this.registries.of(extensionOf(name)))
    if (unknown) return new Refusal('extension_invalid', { extension: extensionOf(unknown) })
    const results = names.map((name) => answers.get(name) ?? new Refusal('registry_unavailable'))
    const refusal = results.find((answer) => answer instanceof Refusal)
    if (refusal) return refusal
    return {
      results: names.map((name) => {
        const { available, reason, premium } = answers.get(name) as Checked
        const claimKey = claims.includes(name) ? keys.get(name) : undefined
        return {
          name,
          available,
          ...(reason !== undefined && { reason }),
          ...(premium && { premium }),
          ...(claimKey !== undefined && { claimKey }),
        }
      }),
    }
  }

  /** Returns the result of each name, or the reason why there is none. */
  private async answers(names: readonly string[], question: Question): Promise<ReadonlyMap<string, Checked | Refusal>> {
    const answers = await Promise.all(
      this.byRegistry(names).map(([registry, asked]) => this.askAll(registry, asked, question)),
    )
    return new Map(answers.flat())
  }

  /** Groups names by their registry, each name once. */
  private byRegistry(names: readonly string[]): (readonly [Registry, readonly string[]])[] {
    const asked = new Map<Registry, Set<string>>()
    for (const name of names) {
      const registry = this.registries.of(extensionOf(name))
      if (registry) asked.set(registry, (asked.get(registry) ?? new Set()).add(name))
    }
    return [...asked].map(([registry, some]) => [registry, [...some]])
  }

  /** Checks names at one registry; a refused batch does not affect the others. */
  private async askAll(
    registry: Registry,
    names: readonly string[],
    { allocationToken, until }: Question,
  ): Promise<(readonly [string, Checked | Refusal])[]> {
    const has = (namespace: string) => (name: string) =>
      registry.tlds.get(extensionOf(name))?.extensions.has(namespace) === true
    const priced = names.filter(has(FEE))
    const others = names.filter((name) => !priced.includes(name))
    const token = allocationToken !== undefined && names.every(has(ALLOCATION_TOKEN)) ? allocationToken : undefined
    const questions = [
      ...batches(priced, registry.checkBatch).map((batch) => ({ batch, isPriced: true })),
      ...batches(others, registry.checkBatch).map((batch) => ({ batch, isPriced: false })),
    ]
    const answers = await Promise.all(
      questions.map(async ({ batch, isPriced }) => {
        const command = (agreed: ReadonlySet<string>) => {
          const check: Command<readonly Checked[]> =
            isPriced && agreed.has(FEE) ? checkWithFees(batch) : checkDomain(batch)
          const element = token !== undefined && agreed.has(ALLOCATION_TOKEN) && withAllocationToken(token).element
          return element ? { ...check, extension: [...(check.extension ?? []), element] } : check
        }
        const answer = await this.transact(registry, command, until)
        const known = new Map(Array.isArray(answer) ? answer.map((each) => [each.id.toLowerCase(), each] as const) : [])
        return batch.map((name) => [name, known.get(name) ?? refusalOf(name, answer)] as const)
      }),
    )
    return answers.flat()
  }

  /** Returns the claim keys of names, from registries with trademark claims. */
  private async claimKeys(names: readonly string[], until: number): Promise<ReadonlyMap<string, string>> {
    const known = names.filter((name) =>
      this.registries.of(extensionOf(name))?.tlds.get(extensionOf(name))?.extensions.has(LAUNCH),
    )
    const claims = await Promise.all(
      this.byRegistry(known).flatMap(([registry, asked]) =>
        batches(asked, registry.checkBatch).map((batch) =>
          this.transact<Claims>(
            registry,
            (agreed) => (agreed.has(LAUNCH) ? checkClaims(batch, { phase: 'claims' }) : undefined),
            until,
          ),
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
    registry: Registry,
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

/** The availability of a name, and the price of a premium name. */
interface Checked extends Availability {
  readonly premium?: { readonly currency: string; readonly create: number }
}

/** Adds the fee of one year to a check (RFC 8748 section 5.1.1). */
function checkWithFees(names: readonly string[]): Command<Checked[]> {
  const question = extended(checkDomain(names), checkFees([{ command: 'create', period: { value: 1, unit: 'y' } }]))
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
