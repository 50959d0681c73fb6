import { Option, type Command } from 'commander'
import { announceMaintenance } from '@nameyard/contracts/domains/announce-maintenance'
import { changeMaintenance } from '@nameyard/contracts/domains/change-maintenance'
import { findMaintenances } from '@nameyard/contracts/domains/find-maintenances'
import { maintenanceImpact } from '@nameyard/contracts/domains/planned-maintenance'
import { withdrawMaintenance } from '@nameyard/contracts/domains/withdraw-maintenance'
import type { InputGiven, Result } from '@nameyard/contracts/operation'
import { wholeNumber } from '../arguments'
import { table, type Terminal } from '../terminal'

type Impact = InputGiven<typeof announceMaintenance>['impact']

interface Given {
  readonly from?: string
  readonly to?: string
  readonly text?: string
  readonly impact?: Impact
}

const FROM = ['--from <instant>', 'when it starts: ISO 8601, such as 2027-01-01T02:00:00Z'] as const
const TO = ['--to <instant>', 'when it ends'] as const
const TEXT = ['--text <text>', 'what accounts read about it'] as const
const NUMBER = 'number of the maintenance'
const impact = () => new Option('--impact <impact>', 'how much does not work').choices(maintenanceImpact.options)

/** Maintenances of registries that accounts are told of. */
export function maintenanceCommands(program: Command, terminal: Terminal): void {
  const maintenance = program
    .command('maintenance')
    .description('maintenances of registries, as accounts are told of them')

  maintenance
    .command('announce')
    .description('announce a maintenance: each account gets an event and a notice')
    .option('--account <account>', 'the account at the registry: all its extensions, or those of --extensions')
    .option('--extensions <extensions...>', 'such as com net')
    .requiredOption(...FROM)
    .requiredOption(...TO)
    .requiredOption(...TEXT)
    .addOption(impact())
    .action(({ account, extensions, from, to, ...given }: Announced) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(announceMaintenance, {
          ...(account !== undefined && { registryAccount: account }),
          ...(extensions && { extensions }),
          startsAt: from,
          endsAt: to,
          ...given,
        })
        return { facts, lines: [`maintenance ${facts.id} is announced: ${windowOf(facts)}`] }
      }),
    )

  maintenance
    .command('change')
    .description('change a maintenance that has not ended; what is left out stays, and each account is told')
    .argument('<number>', NUMBER, wholeNumber)
    .option(...FROM)
    .option(...TO)
    .option(...TEXT)
    .addOption(impact())
    .action((id: number, { from, to, ...given }: Given) =>
      terminal.run(async (platform) => {
        const window = { ...(from !== undefined && { startsAt: from }), ...(to !== undefined && { endsAt: to }) }
        const facts = await platform.ask(changeMaintenance, { id, ...window, ...given })
        return { facts, lines: [`maintenance ${facts.id} is now: ${windowOf(facts)}`] }
      }),
    )

  maintenance
    .command('withdraw')
    .description('say that a maintenance does not take place; each account is told')
    .argument('<number>', NUMBER, wholeNumber)
    .action((id: number) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(withdrawMaintenance, { id })
        return { facts, lines: [`maintenance ${facts.id} is withdrawn`] }
      }),
    )

  maintenance
    .command('list')
    .description('list the maintenances that are planned or running')
    .option('--all', 'also those that have ended or were withdrawn')
    .action(({ all: isWithPast = false }: { all?: boolean }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(findMaintenances, { isWithPast })
        const rows = facts.maintenances.map((each) => [
          String(each.id),
          each.startsAt,
          each.endsAt,
          each.impact,
          each.withdrawnAt === undefined ? '' : 'withdrawn',
          each.registryAccount ?? '',
          namesOf(each),
          each.text,
        ])
        return { facts, lines: table(['number', 'from', 'to', 'impact', '', 'account', 'extensions', 'text'], rows) }
      }),
    )
}

type Announced = Required<Pick<Given, 'from' | 'text' | 'to'>> &
  Pick<Given, 'impact'> & { readonly account?: string; readonly extensions?: string[] }

type Maintenance = Result<typeof announceMaintenance>

/** Extensions that are named before the others are counted. */
const NAMED = 5

function namesOf({ extensions }: Pick<Maintenance, 'extensions'>): string {
  const named = extensions.slice(0, NAMED).map((each) => `.${each}`)
  const others = extensions.length - named.length
  return [...named, ...(others > 0 ? [`and ${others} more`] : [])].join(' ')
}

const windowOf = (maintenance: Maintenance): string =>
  `${namesOf(maintenance)} from ${maintenance.startsAt} to ${maintenance.endsAt}`
