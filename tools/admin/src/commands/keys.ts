import { randomBytes } from 'node:crypto'
import { reencryptZoneKeys } from '@nameyard/contracts/dns/reencrypt-zone-keys'
import { reencryptAuthorityKeys } from '@nameyard/contracts/orders/reencrypt-authority-keys'
import type { Command } from 'commander'
import type { Terminal } from '../terminal'

/** Secrets that services sign and encrypt with. */
export function keyCommands(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('secrets that services sign and encrypt with; they live in the settings of the services')
  keys
    .command('new-link-secret')
    .description(
      'print a new LINK_SECRET: put it before the one of now, with a comma between them, for every process of customers ' +
        'and start them anew. The first signs and all work: when the last links of the old one have expired, after ' +
        'EMAIL_VERIFICATION_DAYS, take it away. Were it taken away at once, links in mails would stop working.',
    )
    .action(() => {
      const secret = randomBytes(32).toString('base64url')
      terminal.show({ facts: { LINK_SECRET: secret }, lines: [`LINK_SECRET=${secret}`] })
    })
  keys
    .command('new-repeat-secret')
    .description(
      'print a new GATEWAY_REPEAT_SECRET. With several gateways, first put it behind the current one with a comma, in ' +
        'every gateway, and restart them; then put it first. All secrets recognize repeated requests and the first ' +
        'remembers new ones: after a day the old one can be removed.',
    )
    .action(() => {
      const secret = randomBytes(32).toString('base64url')
      terminal.show({ facts: { GATEWAY_REPEAT_SECRET: secret }, lines: [`GATEWAY_REPEAT_SECRET=${secret}`] })
    })
  keys
    .command('new-dnssec-secret')
    .description(
      'print a new DNSSEC_KEY_SECRET: put it before the one of now, with a comma between them, for every process of dns ' +
        'and start them anew. The first encrypts and all open: after reencrypt-zone-keys the old one can be taken away.',
    )
    .action(() => {
      const secret = randomBytes(32).toString('base64url')
      terminal.show({ facts: { DNSSEC_KEY_SECRET: secret }, lines: [`DNSSEC_KEY_SECRET=${secret}`] })
    })
  keys
    .command('reencrypt-zone-keys')
    .description('encrypt the private keys of all signed zones with the first DNSSEC_KEY_SECRET')
    .action(() =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(reencryptZoneKeys, {}, REENCRYPTION_MS)
        const lines = [`${facts.keys} keys were encrypted anew; all are under the first secret.`]
        return { facts, lines }
      }),
    )
  keys
    .command('new-authority-secret')
    .description(
      'print a new CA_KEY_SECRET: put it before the one of now, with a comma between them, for every process of orders ' +
        'and start them anew. The first encrypts and all open: after reencrypt-authority-keys the old one can be taken ' +
        'away.',
    )
    .action(() => {
      const secret = randomBytes(32).toString('base64url')
      terminal.show({ facts: { CA_KEY_SECRET: secret }, lines: [`CA_KEY_SECRET=${secret}`] })
    })
  keys
    .command('reencrypt-authority-keys')
    .description('encrypt the private keys of the certificate authority with the first CA_KEY_SECRET')
    .action(() =>
      terminal.run(async (platform) => {
        const facts = await platform.ask(reencryptAuthorityKeys, {})
        const lines = [`${facts.keys} keys were encrypted anew; all are under the first secret.`]
        return { facts, lines }
      }),
    )
}

/** A statement for each key: minutes for a hundred thousand of them. */
const REENCRYPTION_MS = 10 * 60_000
