import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import type { Command } from '@nameyard/epp/command'
import { checkDomain } from '@nameyard/epp/domain/check'
import { extended } from '@nameyard/epp/extension'
import { checkFees } from '@nameyard/epp/extensions/fee/check'
import { FEE } from '@nameyard/epp/namespaces'
import type { Availability } from '@nameyard/epp/availability'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import { Controller, Logger } from '@nestjs/common'
import { queryTRID } from '../operations/query-trid'
import { Registries } from '../registries/registries'
import type { Registry } from '../registries/registry'
import { SessionPools } from '../sessions/session-pools'

/** Asks the registries whether names are free; questions that wait together travel in one EPP check. */
@Controller()
export class CheckNames {
  private readonly log = new Logger('check')

  constructor(
    private readonly registries: Registries,
    private readonly pools: SessionPools,
  ) {}

  @HandlesBatch(checkNames)
  async execute(
    items: readonly BatchItem<typeof checkNames>[],
  ): Promise<readonly (Result<typeof checkNames> | Refusal)[]> {
    const asked = new Map<Registry, Set<string>>()
    for (const name of items.flatMap(({ input }) => input.names)) {
      const registry = this.registries.of(name.slice(name.indexOf('.') + 1))
      if (registry) asked.set(registry, (asked.get(registry) ?? new Set()).add(name))
    }
    const answers = new Map<string, Checked>()
    await Promise.all(
      [...asked].map(async ([registry, names]) => {
        for (const answer of await this.ask(registry, [...names])) answers.set(answer.id.toLowerCase(), answer)
      }),
    )
    return items.map(({ input }) => this.answer(input.names, answers))
  }

  private answer(names: readonly string[], answers: ReadonlyMap<string, Checked>): Result<typeof checkNames> | Refusal {
    const unknown = names.find((name) => !this.registries.of(name.slice(name.indexOf('.') + 1)))
    if (unknown) return new Refusal('extension_invalid', { extension: unknown.slice(unknown.indexOf('.') + 1) })
    if (names.some((name) => !answers.has(name))) return new Refusal('registry_unavailable')
    return {
      results: names.map((name) => {
        const { available, reason, premium } = answers.get(name)!
        return { name, available, ...(reason !== undefined && { reason }), ...(premium && { premium }) }
      }),
    }
  }

  /** What one registry says; nothing when it cannot be asked, so that the others' answers still count. */
  private async ask(registry: Registry, names: readonly string[]): Promise<Checked[]> {
    const hasFees = (name: string) => registry.tlds.get(name.slice(name.indexOf('.') + 1))?.extensions.has(FEE) === true
    const questions = [
      ...batches(names.filter(hasFees), registry.checkBatch).map(checkWithFees),
      ...batches(
        names.filter((name) => !hasFees(name)),
        registry.checkBatch,
      ).map((batch) => checkDomain(batch)),
    ]
    try {
      const answers = await Promise.all(
        questions.map((question) =>
          this.pools
            .of(registry.account)
            .withSession((session) => session.transact<Checked[]>(question, { clTRID: queryTRID() }), true),
        ),
      )
      return answers.flatMap((answer) => (answer.outcome === 'done' ? answer.data : []))
    } catch (error) {
      this.log.warn(`${registry.account} cannot be asked: ${(error as Error).message}`)
      return []
    }
  }
}

/** Whether a name is free, and what the registry wants for it when it is worth more than others. */
interface Checked extends Availability {
  readonly premium?: { readonly currency: string; readonly create: number }
}

/** A check that asks for the fee of a year as well (RFC 8748 section 5.1.1). */
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
        // Anything but the common class has a price of its own (RFC 8748 section 3.7).
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
