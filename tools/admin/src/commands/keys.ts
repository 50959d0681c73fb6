import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { reencryptZoneKeys } from '@nameyard/contracts/dns/reencrypt-zone-keys'
import { reencryptAuthorityKeys } from '@nameyard/contracts/orders/reencrypt-authority-keys'
import type { Terminal } from '../terminal'

/** Secrets with which services sign and encrypt. */
export function keyCommands(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('secrets with which services sign and encrypt; they are settings of the services')
  keys
    .command('new-link-secret')
    .description(
      'print a new LINK_SECRET. Put it before the current one, separated by a comma, in the settings of every customers ' +
        'process, and restart them. The first secret signs, all of them verify. Remove the old one when its last links ' +
        'have expired, after EMAIL_VERIFICATION_DAYS: without it, links in older mails stop working.',
    )
    .action(() => {
      const secret = randomBytes(32).toString('base64url')
      terminal.show({ facts: { LINK_SECRET: secret }, lines: [`LINK_SECRET=${secret}`] })
    })
  keys
    .command('new-repeat-secret')
    .description(
      'print a new GATEWAY_REPEAT_SECRET. With several gateways, first put it behind the current one with a comma, in ' +
        'every gateway, and restart them; then put it first. All secrets recognize repeated requests, the first one ' +
        'records new ones. Remove the old one after a day.',
    )
    .action(() => {
      const secret = randomBytes(32).toString('base64url')
      terminal.show({ facts: { GATEWAY_REPEAT_SECRET: secret }, lines: [`GATEWAY_REPEAT_SECRET=${secret}`] })
    })
  keys
    .command('new-dnssec-secret')
    .description(
      'print a new DNSSEC_KEY_SECRET. Put it before the current one, separated by a comma, in the settings of every dns ' +
        'process, and restart them. The first secret encrypts, all of them decrypt. Remove the old one after ' +
        'reencrypt-zone-keys.',
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
        const lines = [`${facts.keys} keys re-encrypted; all keys now use the first secret.`]
        return { facts, lines }
      }),
    )
  keys
    .command('new-authority-secret')
    .description(
      'print a new CA_KEY_SECRET. Put it before the current one, separated by a comma, in the settings of every orders ' +
        'process, and restart them. The first secret encrypts, all of them decrypt. Remove the old one after ' +
        'reencrypt-authority-keys.',
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
        const lines = [`${facts.keys} keys re-encrypted; all keys now use the first secret.`]
        return { facts, lines }
      }),
    )
}

/** Time limit in milliseconds: one statement for each key takes minutes for a hundred thousand keys. */
const REENCRYPTION_MS = 10 * 60_000
