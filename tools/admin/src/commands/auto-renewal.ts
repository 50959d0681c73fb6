import type { Command } from 'commander'
import { setAutoRenewal } from '@nameyard/contracts/access/set-auto-renewal'
import { wholeNumber } from '../arguments'
import type { Terminal } from '../terminal'

/** What `autorenew: default` means for the domains of an account. */
export function autoRenewalCommands(program: Command, terminal: Terminal): void {
  const renewal = program
    .command('auto-renewal')
    .description('whether domains with `autorenew: default` of an account renew')
  renewal
    .command('on')
    .description('they renew (the default)')
    .argument('<reseller>', 'number of the account', wholeNumber)
    .action((resellerId) => set(resellerId, true))
  renewal
    .command('off')
    .description('they expire unless they are renewed by a request')
    .argument('<reseller>', 'number of the account', wholeNumber)
    .action((resellerId) => set(resellerId, false))

  const set = (resellerId: number, isEnabled: boolean) =>
    terminal.run(async (platform, operator) => {
      const { changed } = await platform.ask(setAutoRenewal, { operator, resellerId, isEnabled })
      const said = isEnabled ? 'renews its domains by default' : 'lets its domains expire by default'
      return { facts: { changed }, lines: [`reseller ${resellerId} ${changed ? said : 'has this setting already'}`] }
    })
}
