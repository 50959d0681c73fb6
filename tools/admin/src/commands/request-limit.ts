import type { Command } from 'commander'
import { setRequestLimit } from '@nameyard/contracts/access/set-request-limit'
import { positiveNumber, wholeNumber } from '../arguments'
import type { Terminal } from '../terminal'

/** The request limits of accounts. */
export function requestLimitCommands(program: Command, terminal: Terminal): void {
  const limits = program.command('request-limit').description('the request limits of accounts')
  limits
    .command('set')
    .description('set the limit of one account; it applies within a second')
    .argument('<reseller>', 'number of the account', wholeNumber)
    .requiredOption('--per-second <number>', 'average number of requests a second', positiveNumber)
    .requiredOption('--burst <number>', 'number of requests at once after a pause', wholeNumber)
    .action((resellerId, limit) => set(resellerId, limit, `may make ${limit.perSecond} requests a second`))
  limits
    .command('reset')
    .description('set the limit of an account back to that of all accounts')
    .argument('<reseller>', 'number of the account', wholeNumber)
    .action((resellerId) => set(resellerId, undefined, 'has the limit of all accounts'))

  const set = (resellerId: number, limit: { perSecond: number; burst: number } | undefined, said: string) =>
    terminal.run(async (platform, operator) => {
      const { changed } = await platform.ask(setRequestLimit, { operator, resellerId, limit })
      return { facts: { changed }, lines: [`reseller ${resellerId} ${changed ? said : 'has this limit already'}`] }
    })
}
