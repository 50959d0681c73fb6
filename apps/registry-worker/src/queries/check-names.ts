import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { checkDomain } from '@nameyard/epp/domain/check'
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
    const answers = new Map<string, Availability>()
    await Promise.all(
      [...asked].map(async ([registry, names]) => {
        for (const answer of await this.ask(registry, [...names])) answers.set(answer.id.toLowerCase(), answer)
      }),
    )
    return items.map(({ input }) => this.answer(input.names, answers))
  }

  private answer(
    names: readonly string[],
    answers: ReadonlyMap<string, Availability>,
  ): Result<typeof checkNames> | Refusal {
    const unknown = names.find((name) => !this.registries.of(name.slice(name.indexOf('.') + 1)))
    if (unknown) return new Refusal('extension_invalid', { extension: unknown.slice(unknown.indexOf('.') + 1) })
    if (names.some((name) => !answers.has(name))) return new Refusal('registry_unavailable')
    return {
      results: names.map((name) => {
        const { available, reason } = answers.get(name)!
        return { name, available, ...(reason !== undefined && { reason }) }
      }),
    }
  }

  /** What one registry says; nothing when it cannot be asked, so that the others' answers still count. */
  private async ask(registry: Registry, names: readonly string[]): Promise<Availability[]> {
    const batches = Array.from({ length: Math.ceil(names.length / registry.checkBatch) }, (_, index) =>
      names.slice(index * registry.checkBatch, (index + 1) * registry.checkBatch),
    )
    try {
      const answers = await Promise.all(
        batches.map((batch) =>
          this.pools
            .of(registry.account)
            .withSession((session) => session.transact(checkDomain(batch), { clTRID: queryTRID() }), true),
        ),
      )
      return answers.flatMap((answer) => (answer.outcome === 'done' ? answer.data : []))
    } catch (error) {
      this.log.warn(`${registry.account} cannot be asked: ${(error as Error).message}`)
      return []
    }
  }
}
