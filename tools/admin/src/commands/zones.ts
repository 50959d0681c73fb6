import type { Command } from 'commander'
import { arbitrateZone } from '@nameyard/contracts/dns/arbitrate-zone'
import { inspectZones } from '@nameyard/contracts/dns/inspect-zones'
import { moveZone } from '@nameyard/contracts/dns/move-zone'
import { removeZone } from '@nameyard/contracts/dns/remove-zone'
import type { Result } from '@nameyard/contracts/operation'
import { wholeNumber } from '../arguments'
import { table, type Answer, type Terminal } from '../terminal'

const NAME = 'whole name, in Unicode or A-labels'
const REASON = 'why; recorded in the audit log'

/** Commands for zones of any account. */
export function zoneCommands(program: Command, terminal: Terminal): void {
  const zones = program.command('zones').description('zones of all accounts')

  zones
    .command('list')
    .description('zones of an account, or the kept zones: published although another account holds their name')
    .option('--reseller <number>', 'only of this account', wholeNumber)
    .option('--kept', 'only kept zones')
    .option('--limit <number>', 'at most this many', wholeNumber, 100)
    .action(({ reseller: resellerId, kept: isKept = false, limit }: ListOptions) =>
      terminal.run(async (platform) => shown(await platform.ask(inspectZones, { resellerId, isKept, limit }))),
    )
  zones
    .command('show')
    .description('all zones that a name has had, and its holder')
    .argument('<name>', NAME)
    .action((name: string) => terminal.run(async (platform) => shown(await platform.ask(inspectZones, { name }))))
  zones
    .command('move')
    .description('move a zone, and those below it, with their history to another account')
    .argument('<name>', NAME)
    .requiredOption('--to <number>', 'the account that gets the zone', wholeNumber)
    .requiredOption('--reason <text>', REASON)
    .action((name: string, { to: resellerId, reason }: { to: number; reason: string }) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(moveZone, { operator, name, resellerId, reason })
        const lines = [`moved from reseller ${facts.from} to reseller ${resellerId}: ${facts.zones.join(', ')}`]
        return { facts, lines }
      }),
    )
  zones
    .command('remove')
    .description('withdraw a zone; its account is told')
    .argument('<name>', NAME)
    .requiredOption('--reason <text>', REASON)
    .action((name: string, { reason }: { reason: string }) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(removeZone, { operator, name, reason })
        return { facts, lines: [`the zone ${facts.name} of reseller ${facts.resellerId} is withdrawn`] }
      }),
    )
  zones
    .command('arbitrate')
    .description('decide which account may have zones at a name that no account holds as a domain')
    .argument('<name>', NAME)
    .option('--for <number>', 'the account; without it, an earlier decision ends', wholeNumber)
    .requiredOption('--reason <text>', REASON)
    .action((name: string, { for: resellerId, reason }: { for?: number; reason: string }) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(arbitrateZone, { operator, name, resellerId, reason })
        const decided = resellerId === undefined ? 'is first come, first served' : `belongs to reseller ${resellerId}`
        return { facts, lines: [`${facts.name} ${decided}`] }
      }),
    )
}

interface ListOptions {
  readonly reseller?: number
  readonly kept?: boolean
  readonly limit: number
}

function shown(facts: Result<typeof inspectZones>): Answer {
  const rows = facts.zones.map(({ id, name, resellerId, state, keptFor, endsAt, version, holder }) => [
    String(id),
    name,
    String(keptFor ?? resellerId),
    endsAt === null ? state : `${state} until ${endsAt.slice(0, 10)}`,
    String(version),
    holder === null ? '-' : String(holder),
  ])
  return { facts, lines: table(['id', 'zone', 'reseller', 'state', 'version', 'holder'], rows) }
}
