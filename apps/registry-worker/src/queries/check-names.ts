import { Controller } from '@nestjs/common'
import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import type { CheckedName, CheckQuestion } from '../operations/driver'
import { Drivers } from '../operations/drivers'
import { Registries } from '../registries/registries'
import type { RegistryAccount } from '../registries/registry'

/** Checks the availability of names. Requests that arrive together share one check at their registry. */
@Controller()
export class CheckNames {
  constructor(
    private readonly registries: Registries,
    private readonly drivers: Drivers,
  ) {}

  @HandlesBatch(checkNames)
  async execute(
    items: readonly BatchItem<typeof checkNames>[],
  ): Promise<readonly (Result<typeof checkNames> | Refusal)[]> {
    const until = Math.max(...items.map(({ call }) => call.deadline))
    const claims = this.claimKeys([...new Set(items.flatMap(({ input }) => input.claims ?? []))], until)
    const questions = new Set(items.map(({ input }) => sharedBy(input)))
    const answers = new Map(
      await Promise.all(
        [...questions].map(async (shared) => {
          const asked = items.filter(({ input }) => sharedBy(input) === shared)
          const { allocationToken, passed = [] } = asked[0]!.input
          const names = asked.flatMap(({ input }) => input.names)
          const question = { until, passed, ...(allocationToken !== undefined && { allocationToken }) }
          return [shared, await this.answers(names, question)] as const
        }),
      ),
    )
    const keys = await claims
    return items.map(({ input }) => this.answer(input, answers.get(sharedBy(input))!, keys))
  }

  private answer(
    { names, claims = [] }: BatchItem<typeof checkNames>['input'],
    answers: ReadonlyMap<string, CheckedName | Refusal>,
    keys: ReadonlyMap<string, string>,
  ): Result<typeof checkNames> | Refusal {
    const unknown = names.find((name) => !this.registries.of(extensionOf(name)))
    if (unknown) return new Refusal('extension_invalid', { extension: extensionOf(unknown) })
    const results = names.map((name) => answers.get(name) ?? new Refusal('registry_unavailable'))
    const refusal = results.find((answer) => answer instanceof Refusal)
    if (refusal) return refusal
    return {
      results: names.map((name) => {
        const { available, reason, premium } = answers.get(name) as CheckedName
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
  private async answers(
    names: readonly string[],
    question: CheckQuestion,
  ): Promise<ReadonlyMap<string, CheckedName | Refusal>> {
    const answers = await Promise.all(
      this.byRegistry(names).map(([registry, asked]) => this.drivers.of(registry).check(registry, asked, question)),
    )
    return new Map(answers.flat())
  }

  /** Groups names by their registry, each name once. */
  private byRegistry(names: readonly string[]): (readonly [RegistryAccount, readonly string[]])[] {
    const asked = new Map<RegistryAccount, Set<string>>()
    for (const name of names) {
      const registry = this.registries.of(extensionOf(name))
      if (registry) asked.set(registry, (asked.get(registry) ?? new Set()).add(name))
    }
    return [...asked].map(([registry, some]) => [registry, [...some]])
  }

  /** Returns the claim keys of names, from registries with trademark claims. */
  private async claimKeys(names: readonly string[], until: number): Promise<ReadonlyMap<string, string>> {
    const keys = await Promise.all(
      this.byRegistry(names).map(([registry, asked]) => this.drivers.of(registry).claimKeys(registry, asked, until)),
    )
    return new Map(keys.flatMap((each) => [...each]))
  }
}

/** Equal for requests that share a check: the result of a token, or of a way, is valid only for its own requests. */
function sharedBy({ allocationToken = '', passed = [] }: BatchItem<typeof checkNames>['input']): string {
  return `${allocationToken} ${passed.join()}`
}

function extensionOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}
