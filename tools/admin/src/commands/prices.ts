import type { Command } from 'commander'
import type { Result } from '@nameyard/contracts/operation'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { setPricingTerms } from '@nameyard/contracts/orders/set-pricing-terms'
import { textOf, wholeNumber } from '../arguments'
import { table, type Terminal } from '../terminal'

/** The prices of the platform. */
export function priceCommands(program: Command, terminal: Terminal): void {
  const prices = program.command('prices').description('the prices of the platform')
  prices
    .command('import')
    .description(
      'import prices from a CSV file, after showing the changes. Columns: kind (regular, promotion, ' +
        'premium, early-access), subject, operation, tier, starts_at, ends_at, product_currency, product_price, price. ' +
        'Prices that the file does not contain stay.',
    )
    .argument('<file>', 'UTF-8', textOf)
    .requiredOption('--list <name>', 'the price list, such as shipped-eur')
    .option('--currency <code>', 'ISO 4217; creates the list if it does not exist')
    .option('--yes', 'import without asking')
    .option('--allow-below-cost', 'import even if a price is below its product price')
    .action((csv, { list, currency, yes = false, allowBelowCost = false }) =>
      terminal.run(async (platform, operator) => {
        const file = { operator, list, csv, allowBelowCost, ...(currency && { currency }) }
        const seen = await platform.ask(importPrices, file)
        const differences = differencesOf(seen)
        if (seen.added + seen.changed === 0) return { facts: seen, lines: differences }
        terminal.note(differences)
        if (seen.belowCost > 0 && !allowBelowCost)
          return {
            facts: seen,
            lines: ['nothing is changed; --allow-below-cost imports it'],
            failure: `${seen.belowCost} prices are below their product price.`,
          }
        if (!yes && !(await terminal.confirm(`Import these into ${list}?`)))
          return { facts: seen, lines: ['nothing is changed; --yes imports it'] }
        const facts = await platform.ask(importPrices, { ...file, apply: seen.fingerprint })
        return { facts, lines: [`imported into ${list}`] }
      }),
    )

  prices
    .command('terms')
    .description('set the price list and discount tier of a reseller from now on')
    .requiredOption('--reseller <number>', 'number of the account', wholeNumber)
    .requiredOption('--list <name>', 'the price list, in the currency of the account')
    .option('--tier <number>', 'discount tier, 0 for none', wholeNumber, 0)
    .action(({ reseller: resellerId, list, tier }) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(setPricingTerms, { operator, resellerId, list, tier })
        const line = `reseller ${resellerId} buys from ${facts.list} in ${facts.currency} at tier ${facts.tier}`
        return { facts, lines: [line] }
      }),
    )
}

/** The changes, one line each, and how many of all rows they are. */
function differencesOf(seen: Result<typeof importPrices>): string[] {
  const { added, changed, unchanged, belowCost, notComparable, changes } = seen
  const rows = changes.map(({ price, startsAt, before = 'new', after, cost }) => [
    price,
    startsAt,
    before,
    after,
    cost === 'below' ? 'below cost' : '',
  ])
  const left = added + changed - changes.length
  return [
    ...(rows.length > 0 ? table(['price', 'from', 'is', 'becomes', ''], rows) : []),
    ...(left > 0 ? [`and ${left} more`] : []),
    ...(belowCost > 0 ? [`${belowCost} below their product price`] : []),
    ...(notComparable > 0
      ? [`${notComparable} not comparable with their product price, which has another currency`]
      : []),
    `${added} new, ${changed} changed, ${unchanged} unchanged`,
  ]
}
