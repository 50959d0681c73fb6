import type { Command } from 'commander'
import {
  examineLostNames,
  recoverNames,
  type LostCharge,
  type LostName,
} from '@nameyard/contracts/domains/recover-names'
import { closeRecoveredCharge, listRecoveredCharges } from '@nameyard/contracts/domains/recovered-charges'
import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { correctBalance } from '@nameyard/contracts/orders/correct-balance'
import { instant, textsOf, wholeNumber } from '../arguments'
import { journalIn, namesAlone } from '../name-list'
import type { Operator } from '../operator'
import {
  aboutNames,
  adviceWithoutList,
  allNames,
  inALabels,
  inParts,
  READ_MS,
  type NameOptions,
} from '../portfolio-names'
import { listed, type Terminal } from '../terminal'

type Recovered = Result<typeof recoverNames>['names'][number]
type Charge = Result<typeof listRecoveredCharges>['charges'][number]

interface RecoverOptions extends NameOptions {
  readonly backupAt: string
  readonly journal?: string
  readonly reseller?: number
  readonly yes?: boolean
}

/** Names and charges that a restored backup lost. */
export function portfolioRecovering(portfolio: Command, terminal: Terminal): void {
  aboutNames(
    portfolio
      .command('recover')
      .description(
        'take back names and changes that a restored backup lost, from the registry, after a report. Their charges are ' +
          'proposed: portfolio charges posts them. Run it again when you want: no name and no charge is taken twice',
      ),
  )
    .requiredOption('--backup-at <instant>', 'when the backup was made, or earlier; UTC', instant)
    .option('--journal <path>', 'an archived journal: a CSV file, or the folder JOURNAL_FOLDER', textsOf)
    .option('--reseller <number>', 'the account of names whose registrant is no customer here', wholeNumber)
    .option('--yes', 'recover without asking')
    .action((options: RecoverOptions) =>
      terminal.run(async (platform, operator) => {
        const since = `${options.backupAt.replace(' ', 'T')}Z`
        const { account } = options
        const known = await allNames(platform, options)
        const parts = inParts(lostNames(known.names, options))
        const examined: Recovered[] = []
        for (const names of parts)
          examined.push(...(await platform.ask(examineLostNames, { account, since, names }, READ_MS)).names)
        const ready = examined.filter(({ state }) => state === 'ready')
        const advice = options.journal === undefined ? adviceWithoutList(options, known) : []
        const report = [...advice, ...listed(examined.flatMap(linesOf)), countsOf(examined)]
        if (ready.length === 0) return { facts: { names: examined }, lines: report }
        terminal.note(report)
        if (!options.yes && !(await terminal.confirm(`Take back ${ready.length} names?`)))
          return { facts: { names: examined }, lines: ['nothing is changed; --yes takes them back'] }
        const wanted = new Set(ready.map(({ name }) => name))
        const done: Recovered[] = []
        for (const part of parts) {
          const names = part.filter(({ name }) => wanted.has(name))
          if (names.length > 0)
            done.push(...(await platform.ask(recoverNames, { operator, account, since, names }, READ_MS)).names)
        }
        return { facts: { names: done }, lines: [countsOf(done), 'portfolio charges lists and posts what they cost'] }
      }),
    )

  portfolio
    .command('charges')
    .description('list the lost charges of recovered names, and post them as corrections after a yes')
    .option('--yes', 'post without asking')
    .action(({ yes = false }: { readonly yes?: boolean }) =>
      terminal.run(async (platform, operator) => {
        const charges = await openCharges(platform)
        const payable = charges.filter(({ amount }) => amount !== null)
        const report = [...charges.map(chargeInWords), `${charges.length} charges, ${totalsOf(payable)}`]
        if (payable.length === 0) return { facts: { charges }, lines: report }
        terminal.note(report)
        if (!yes && !(await terminal.confirm(`Post ${payable.length} charges?`)))
          return { facts: { charges }, lines: ['nothing is posted; --yes posts them'] }
        const left: string[] = []
        for (const charge of payable) {
          const refusal = await post(platform, operator, charge)
          if (refusal !== undefined) left.push(`${chargeInWords(charge)}: ${refusal}`)
        }
        const facts = { posted: payable.length - left.length, left: left.length }
        const lines = [...left, `${facts.posted} posted, ${facts.left} left`]
        return { facts, lines, ...(left.length > 0 && { failure: `${left.length} charges could not be posted` }) }
      }),
    )

  portfolio
    .command('waive')
    .description('do not charge for a transaction that a restored backup lost')
    .argument('<key>', 'as portfolio charges --json shows it')
    .requiredOption('--reason <text>', 'stored with it')
    .action((key: string, { reason }: { readonly reason: string }) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(closeRecoveredCharge, { operator, key, state: 'waived', reason })
        return { facts, lines: [`${key} is waived`] }
      }),
    )
}

/** The names that may be lost, with what the list and the journal say of them. */
function lostNames(known: readonly string[], options: RecoverOptions): LostName[] {
  const { from, journal, reseller, nameColumn } = options
  const columns = { name: nameColumn, reseller: 'reseller', owner: 'owner' }
  const given = new Map(
    (from === undefined ? [] : namesAlone(from, columns, reseller)).map((each) => [inALabels(each.name), each]),
  )
  const recorded = new Map(
    (journal === undefined ? [] : journalIn(journal, options.account)).map((each) => [inALabels(each.name), each]),
  )
  const names = new Set([...known, ...recorded.keys()])
  return [...names].sort().map((name) => {
    const [row, entry] = [given.get(name), recorded.get(name)]
    const resellerId = row?.resellerId ?? entry?.resellerId ?? reseller
    return {
      owner: row?.owner ?? '',
      journal: entry?.journal ?? [],
      name,
      ...(resellerId !== undefined && { resellerId }),
    }
  })
}

async function openCharges(platform: Operator): Promise<Charge[]> {
  const all: Charge[] = []
  for (;;) {
    const { charges } = await platform.ask(listRecoveredCharges, { after: all.at(-1)?.key ?? '' })
    if (charges.length === 0) return all
    all.push(...charges)
  }
}

/** Posts a charge, once whatever happens in between. Returns why it was refused. */
async function post(platform: Operator, operator: string, charge: Charge): Promise<string | undefined> {
  const { key, resellerId, state } = charge
  try {
    if (state === 'proposed') await platform.ask(closeRecoveredCharge, { operator, key, state: 'confirmed' })
    const note = `${inWords(charge)}, lost with a restored backup`
    await platform.ask(correctBalance, { operator, resellerId, amount: `-${charge.amount}`, key, note })
    await platform.ask(closeRecoveredCharge, { operator, key, state: 'posted' })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function linesOf({ name, state, reason, resellerId, changes, charges }: Recovered): (readonly [string, string])[] {
  if (state === 'refused' || state === 'retry') return [[reason ?? '', name]]
  if (state !== 'ready') return []
  const costs = charges.map((charge) => `${charge.operation} ${priceOf(charge)}`)
  return [[`of reseller ${resellerId}`, `${name} (${[...changes, ...costs].join('; ')})`]]
}

const words = {
  ready: 'lost',
  done: 'recovered',
  present: 'as at the registry',
  refused: 'refused',
  retry: 'not answered',
}

function countsOf(names: readonly Recovered[]): string {
  const counted = Object.entries(words).flatMap(([state, word]) => {
    const count = names.filter((each) => each.state === state).length
    return count > 0 ? [`${count} ${word}`] : []
  })
  return counted.join(', ') || 'no names'
}

function inWords({ name, operation, years, at }: Charge): string {
  return `${operation} of ${name}, ${years} ${years === 1 ? 'year' : 'years'}, ${at.slice(0, 19).replace('T', ' ')}`
}

function chargeInWords(charge: Charge): string {
  const confirmed = charge.state === 'confirmed' ? ', confirmed' : ''
  return `reseller ${charge.resellerId}: ${inWords(charge)}: ${priceOf(charge)}${confirmed}`
}

function priceOf({ amount, currency }: Pick<LostCharge, 'amount' | 'currency'>): string {
  return amount === null
    ? 'no price on that day: charge it with ledger correct, or waive it'
    : `${amount.toFixed(2)} ${currency}`
}

function totalsOf(charges: readonly Charge[]): string {
  const totals = new Map<string, number>()
  for (const { currency, amount } of charges)
    totals.set(currency, (totals.get(currency) ?? 0) + Math.round(amount! * 100))
  return (
    [...totals].map(([currency, cents]) => `${(cents / 100).toFixed(2)} ${currency}`).join(', ') || 'nothing to post'
  )
}
