import 'reflect-metadata'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { embeddedBroker } from '@nameyard/e2e/breakable-broker'
import { rehearseBrokerLoss } from './broker/broker-loss'
import { formerVersion } from './checkout/checkout'
import { rehearseExpiry } from './expiry/expiry'
import type { Verdict } from './judge/judge'
import { measureLocks } from './locks/locks'
import { rabbitmqNode } from './stage/rabbitmq-node'
import { rehearseUpgrade } from './upgrade/upgrade'

/** Most violations of one rule that are printed. */
const SHOWN = 10

const brokers = { rabbitmq: rabbitmqNode, embedded: embeddedBroker }

const program = new Command('rehearse')
  .description('carry out what seldom happens to a platform of its own, and check that nothing was lost')
  .showHelpAfterError()

program
  .command('upgrade')
  .description('replace an older version by this one, process by process, while clients use it')
  .option('--from <revision>', 'the older version: default the last release, or the last version with another schema')
  .option('--embedded', 'with the embedded broker in place of RabbitMQ')
  .action(async ({ from, embedded }: { from?: string; embedded?: boolean }) => {
    const revision = from ?? (await formerVersion())
    const openBroker = brokers[embedded ? 'embedded' : 'rabbitmq']
    await inFolder((folder) => rehearseUpgrade({ from: revision, folder, openBroker, say: console.log }))
  })

program
  .command('broker-loss')
  .description('lose RabbitMQ and its disk while clients order, and go on with an empty one')
  .action(() => inFolder((folder) => rehearseBrokerLoss(folder, console.log)))

program
  .command('locks')
  .description('run all migrations since the baselines on big tables, and measure how long they lock them')
  .option('--rows <number>', 'rows of each big table', Number, 1_000_000)
  .action(({ rows }: { rows: number }) => inFolder((folder) => measureLocks(rows, folder, console.log)))

program
  .command('expiry')
  .description('let domains live through their expiry by the sandbox clock, and check the notices and the interruption')
  .option('--domains <number>', 'how many', Number, 1_000)
  .action(({ domains }: { domains: number }) => inFolder((folder) => rehearseExpiry(domains, folder, console.log)))

/** Rehearses in a new folder, prints the verdicts, and removes the folder if every rule holds. */
async function inFolder(rehearse: (folder: string) => Promise<readonly Verdict[]>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-rehearsal-'))
  // The user of RabbitMQ must reach its own folder in it.
  chmodSync(folder, 0o711)
  console.log(`the log is in ${folder}`)
  const verdicts = await rehearse(folder)
  for (const { rule, count, broken } of verdicts) {
    console.log(`${broken.length === 0 ? 'holds ' : 'BROKEN'}  ${rule}: ${count}`)
    for (const line of broken.slice(0, SHOWN)) console.log(`        ${line}`)
  }
  if (verdicts.some(({ broken }) => broken.length > 0)) process.exitCode = 1
  else rmSync(folder, { recursive: true, force: true })
}

program
  .parseAsync()
  .catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  // Clients of a rehearsal that could not go on still repeat their requests.
  .finally(() => process.exit())
