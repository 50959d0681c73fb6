import { Argument, type Command } from 'commander'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { fail } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { correctBalance } from '@nameyard/contracts/orders/correct-balance'
import { getStatement } from '@nameyard/contracts/orders/get-statement'
import { setCreditLimit } from '@nameyard/contracts/orders/set-credit-limit'
import { settleReservation } from '@nameyard/contracts/orders/settle-reservation'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { amount, instant, instantAfter, wholeNumber } from '../arguments'
import { table, type Terminal } from '../terminal'

/** The money of resellers. Amounts stay texts: the orders service reads them. */
export function ledgerCommands(program: Command, terminal: Terminal): void {
  const ledger = program.command('ledger').description('the money of accounts')
  const command = (name: string, description: string) => ledger.command(name).description(description)
  const ofAccount = (name: string, description: string) =>
    command(name, description).requiredOption('--reseller <number>', 'number of the account', wholeNumber)

  ofAccount('top-up', 'add a payment of a reseller; the first one opens the ledger of the account')
    .requiredOption('--amount <amount>', 'such as 100.00', amount)
    .requiredOption('--key <text>', 'identifies the payment, such as its invoice: a key is added only once')
    .option('--currency <code>', 'ISO 4217; refused if it differs from that of the account')
    .option('--note <text>', 'shown to the reseller')
    .action(({ reseller: resellerId, amount, key, currency: given, note }) =>
      terminal.run(async (platform, operator) => {
        // Fails for an unknown account: its money would be booked where no reseller sees it.
        const { currency } = await platform.ask(getAccount, { resellerId })
        if (given !== undefined && given !== currency) fail('currency_differs', { currency })
        const payment = { operator, resellerId, currency, amount, key, ...(note && { note }) }
        return balanceOf(await platform.ask(topUp, payment))
      }),
    )

  ofAccount('correct', 'change a balance up or down, to undo what cannot be deleted')
    .requiredOption('--amount <amount>', '5.00 to add, -5.00 to subtract', amount)
    .requiredOption('--key <text>', 'identifies the correction: a key is applied only once')
    .requiredOption('--note <text>', 'the reason, shown to the reseller')
    .action(({ reseller: resellerId, amount, key, note }) =>
      terminal.run(async (platform, operator) =>
        balanceOf(await platform.ask(correctBalance, { operator, resellerId, amount, key, note })),
      ),
    )

  ofAccount('credit-limit', 'set how far the balance of an account may be negative')
    .requiredOption('--amount <amount>', '0 for no credit', amount)
    .action(({ reseller: resellerId, amount: limit }) =>
      terminal.run(async (platform, operator) =>
        balanceOf(await platform.ask(setCreditLimit, { operator, resellerId, limit })),
      ),
    )

  ofAccount('statement', 'list the movements of an account, oldest first, with its balances before and after')
    .option('--from <day>', 'YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS in UTC', instant, BEGINNING)
    .option('--to <day>', 'the last day, included, or an instant, excluded', instantAfter, END)
    .option('--limit <number>', 'maximum number of rows', wholeNumber, 100)
    .option('--offset <number>', 'number of rows to skip', wholeNumber, 0)
    .action(({ reseller: resellerId, ...span }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(getStatement, { resellerId, ...span })
        const rows = facts.movements.map(({ number, at, kind, balance, reservedBalance, subject, orderId = '' }) => [
          String(number),
          at,
          kind,
          String(balance),
          String(reservedBalance),
          subject,
          orderId,
        ])
        const opening = ['', '', 'before', String(facts.opening.balance), String(facts.opening.reservedBalance), '', '']
        const closing = ['', '', 'after', String(facts.closing.balance), String(facts.closing.reservedBalance), '', '']
        const head = ['movement', 'when', 'what', `balance ${facts.currency}`, 'reserved', 'subject', 'order']
        const lines = table(head, [opening, ...rows, closing])
        return { facts, lines: [...lines, `${rows.length} of ${facts.total} movements`] }
      }),
    )

  command('settle', 'settle an open reservation by hand, if its owner will never report how the order ended')
    .argument('<order>', 'id of the order, from verify or statement')
    .addArgument(
      new Argument('<outcome>', 'captured: delivered; released: failed').choices(['captured', 'released'] as const),
    )
    .action((orderId, outcome) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(settleReservation, { operator, orderId, outcome })
        const isOver = facts.state === 'captured' || facts.state === 'released'
        const line = isOver ? `was ${facts.state} before; nothing changes` : `was ${facts.state} and will be ${outcome}`
        return { facts, lines: [`order ${orderId} ${line}`] }
      }),
    )

  command('verify', 'check every rule of the ledger; fails if one is broken')
    .option('--all', 'also check the orders of settled reservations')
    .action(({ all = false }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(verifyLedger, { all }, VERIFY_MS)
        const { findings, unasked, open, counted } = facts
        const isComplete = unasked.length === 0
        return {
          facts,
          lines: [
            `${counted.accounts} accounts, ${counted.transactions} transactions, ${counted.reservations} reservations`,
            ...findings.map(({ rule, subject, detail }) => `broken: ${rule}: ${subject}: ${detail}`),
            ...unasked.map((owner) => `not checked: a confirmed reservation has its order: ${owner} does not answer`),
            ...(findings.length === 0 && isComplete ? ['every rule holds'] : []),
            ...openReservations(open),
          ],
          ...(findings.length > 0 && { failure: `Broken rules of the ledger: ${findings.length}.` }),
          ...(findings.length === 0 && !isComplete && { failure: 'A rule could not be checked.' }),
        }
      }),
    )
}

/** Time limit for the check of a whole ledger, in milliseconds. */
const VERIFY_MS = 600_000

/** The widest period that a statement accepts. */
const BEGINNING = '0000-00-00 00:00:00'
const END = '9999-12-31 23:59:59'

function balanceOf(facts: Result<typeof topUp>) {
  const { currency, balance, reservedBalance, creditLimit } = facts
  const line = `balance ${balance} ${currency}, reserved ${reservedBalance}, credit limit ${creditLimit}`
  return { facts, lines: [line] }
}

function openReservations({ total, oldest }: Result<typeof verifyLedger>['open']): string[] {
  if (total === 0) return []
  const rows = oldest.map(({ orderId, reservedAt, state, owner, resellerId, subject }) => [
    orderId,
    reservedAt,
    state,
    owner,
    String(resellerId),
    subject,
  ])
  const head = ['order', 'reserved', 'state', 'owner', 'reseller', 'subject']
  return [`${total} reservations are open`, ...table(head, rows)]
}
