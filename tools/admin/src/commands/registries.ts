import { InvalidArgumentError, type Command } from 'commander'
import { setTldRules, tldRuleChanges, type TldRuleChanges } from '@nameyard/contracts/domains/set-tld-rules'
import { signContract } from '@nameyard/contracts/domains/sign-contract'
import type { Terminal } from '../terminal'
import { extensionCommands } from './extensions'

/** Contracts with registries, and the rules of their extensions. */
export function registryCommands(program: Command, terminal: Terminal): void {
  program
    .command('contract')
    .description('contracts with registries')
    .command('sign')
    .description('record that the contract with a registry is signed; until then its extensions are refused with 309')
    .argument('<name>', 'name of the contract in the rules of its extensions')
    .action((contract: string) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(signContract, { operator, contract })
        return { facts, lines: [`contract ${facts.contract} is signed since ${facts.signedAt}`] }
      }),
    )

  const tld = program.command('tld').description('extensions and their rules')
  extensionCommands(tld, terminal)
  tld
    .command('rules')
    .description('change rules of an extension from an instant on; the other rules stay')
    .argument('<extension>', 'such as com')
    .argument('<rules>', 'JSON, such as {"quarantine":{"softDays":20},"renewalOffsetDays":3}', rulesOf)
    .requiredOption('--from <instant>', 'ISO 8601, such as 2027-01-01T00:00:00Z')
    .action((extension: string, rules: TldRuleChanges, { from }: { from: string }) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(setTldRules, { operator, extension, effectiveFrom: from, rules })
        return { facts, lines: [`.${facts.extension} has new rules from ${facts.effectiveFrom}`] }
      }),
    )
}

function rulesOf(json: string): TldRuleChanges {
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    throw new InvalidArgumentError('It must be JSON, such as {"renewalOffsetDays":3}.')
  }
  const parsed = tldRuleChanges.safeParse(given)
  if (parsed.success) return parsed.data
  const [fault] = parsed.error.issues
  throw new InvalidArgumentError(`${fault?.path.join('.') ?? ''}: ${fault?.message ?? 'is wrong'}.`)
}
