import { getAccount } from '@nameyard/contracts/access/get-account'
import { correctBalance } from '@nameyard/contracts/orders/correct-balance'
import { getStatement } from '@nameyard/contracts/orders/get-statement'
import { fail } from '@nameyard/contracts/errors'
import { setCreditLimit } from '@nameyard/contracts/orders/set-credit-limit'
import { settleReservation } from '@nameyard/contracts/orders/settle-reservation'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import type { Result } from '@nameyard/contracts/operation'
import { Argument, type Command } from 'commander'
import { amount, instant, instantAfter, wholeNumber } from '../arguments'
import { table, type Terminal } from '../terminal'

/** The money of resellers. Amounts stay texts: whoever keeps the books reads them. */
export function ledgerCommands(program: Command, terminal: Terminal): void {
  const ledger = program.command('ledger').description('the money of accounts')
  const command = (name: string, description: string) => ledger.command(name).description(description)
  const ofAccount = (name: string, description: string) =>
    command(name, description).requiredOption('--reseller <number>', 'number of the account', wholeNumber)

  ofAccount('top-up', 'add what a reseller paid; the first payment opens the books of the account')
    .requiredOption('--amount <amount>', 'what was paid: 100.00', amount)
    .requiredOption('--key <text>', 'names the payment, such as its invoice: under the same key it is added once')
    .option('--currency <code>', 'ISO 4217; refused when it is not that of the account')
    .option('--note <text>', 'what the reseller reads about it')
    .action(({ reseller: resellerId, amount, key, currency: given, note }) =>
      terminal.run(async (platform, operator) => {
        // Money for a number that nobody has would be lost in the books.
        const { currency } = await platform.ask(getAccount, { resellerId })
        if (given !== undefined && given !== currency) fail('currency_differs', { currency })
        const payment = { operator, resellerId, currency, amount, key, ...(note && { note }) }
        return balanceOf(await platform.ask(topUp, payment))
      }),
    )

  ofAccount('correct', 'move a balance up or down: the way to undo what cannot be deleted')
    .requiredOption('--amount <amount>', 'by how much: 5.00, or -5.00 to take away', amount)
    .requiredOption('--key <text>', 'names the correction: under the same key it is made once')
    .requiredOption('--note <text>', 'the reason, which the reseller reads')
    .action(({ reseller: resellerId, amount, key, note }) =>
      terminal.run(async (platform, operator) =>
        balanceOf(await platform.ask(correctBalance, { operator, resellerId, amount, key, note })),
      ),
    )

  ofAccount('credit-limit', 'set how far below zero a balance may go')
    .requiredOption('--amount <amount>', '0 for not at all', amount)
    .action(({ reseller: resellerId, amount: limit }) =>
      terminal.run(async (platform, operator) =>
        balanceOf(await platform.ask(setCreditLimit, { operator, resellerId, limit })),
      ),
    )

  ofAccount('statement', 'list every movement of an account, oldest first, with the balances around them')
    .option('--from <day>', 'YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS in UTC', instant, BEGINNING)
    .option('--to <day>', 'the last day, which counts whole, or an instant that does not', instantAfter, END)
    .option('--limit <number>', 'at most so many', wholeNumber, 100)
    .option('--offset <number>', 'skip so many', wholeNumber, 0)
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

  command('settle', 'end an open reservation by hand, when its owner will never say how its order ended')
    .argument('<order>', 'its id, as verify and statement show it')
    .addArgument(new Argument('<outcome>', 'delivered, or failed').choices(['captured', 'released'] as const))
    .action((orderId, outcome) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(settleReservation, { operator, orderId, outcome })
        const isOver = facts.state === 'captured' || facts.state === 'released'
        const line = isOver ? `was ${facts.state} before; nothing moves` : `was ${facts.state} and will be ${outcome}`
        return { facts, lines: [`order ${orderId} ${line}`] }
      }),
    )

  command('verify', 'check the books against every rule of theirs; fails when one is broken')
    .option('--all', 'ask about the orders of reservations that have ended too')
    .action(({ all = false }) =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(verifyLedger, { all }, VERIFY_MS)
        const { findings, unasked, open, counted } = facts
        const proven = unasked.length === 0
        return {
          facts,
          lines: [
            `${counted.accounts} accounts, ${counted.transactions} transactions, ${counted.reservations} reservations`,
            ...findings.map(({ rule, subject, detail }) => `broken: ${rule}: ${subject}: ${detail}`),
            ...unasked.map((owner) => `unproven: a confirmed reservation has its order: ${owner} does not answer`),
            ...(findings.length === 0 && proven ? ['every rule holds'] : []),
            ...openOnes(open),
          ],
          ...(findings.length > 0 && { failure: `The books break ${findings.length} times a rule.` }),
          ...(findings.length === 0 && !proven && { failure: 'Not every rule could be proven.' }),
        }
      }),
    )
}

/** How long whole books may take; milliseconds. */
const VERIFY_MS = 600_000

/** What the books call "since ever", and an instant that nobody who reads this will see. */
const BEGINNING = '0000-00-00 00:00:00'
const END = '9999-12-31 23:59:59'

function balanceOf(facts: Result<typeof topUp>) {
  const { currency, balance, reservedBalance, creditLimit } = facts
  const line = `balance ${balance} ${currency}, reserved ${reservedBalance}, credit limit ${creditLimit}`
  return { facts, lines: [line] }
}

function openOnes({ total, oldest }: Result<typeof verifyLedger>['open']): string[] {
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
