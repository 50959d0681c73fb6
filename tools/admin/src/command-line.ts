import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import type { z } from 'zod'
import { Refusal } from '@nameyard/contracts/errors'
import { ConfigError, loadConfig, serviceConfig } from '@nameyard/runtime/load-config'
import { auditCommands } from './commands/audit'
import { autoRenewalCommands } from './commands/auto-renewal'
import { deadLetterCommands } from './commands/dead-letters'
import { doctorCommands } from './commands/doctor'
import { domainCommands } from './commands/domains'
import { keyCommands } from './commands/keys'
import { ledgerCommands } from './commands/ledger'
import { maintenanceCommands } from './commands/maintenances'
import { peopleCommands } from './commands/people'
import { policyMailCommands } from './commands/policy-mails'
import { portfolioCommands } from './commands/portfolio'
import { priceCommands } from './commands/prices'
import { privacyCommands } from './commands/privacy'
import { registryCommands } from './commands/registries'
import { registryAccountCommands } from './commands/registry-accounts'
import { requestLimitCommands } from './commands/request-limit'
import { requestStoryCommand } from './commands/request-story'
import { sandboxClockCommands } from './commands/sandbox-clock'
import { statusCommands } from './commands/status'
import { tokenCommands } from './commands/tokens'
import { zoneCommands } from './commands/zones'
import { openOperator } from './operator'
import type { Answer, Terminal } from './terminal'

/** The command line is wrong; the message says how, in one sentence. */
export class Misuse extends Error {}

/** The platform does not answer. */
export class Unavailable extends Error {}

const AFTER_HELP = `
Every change is recorded in the audit log with the name of the user who runs this.
AMQP_URL is the broker of the platform, and AMQP_PASSWORD_FILE a file with its password. Default: the platform that npm start runs in this folder.
Exit codes: 0 done, 1 refused or a check failed, 64 wrong command line, 69 the platform does not answer.`

/**
 * Runs one command. Calls `print` with each line of output, and `ask` to let the user confirm. Throws `Misuse`,
 * `Unavailable` or the refusal of the platform, each with a message of one sentence.
 */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  ask?: (question: string) => Promise<boolean>,
): Promise<void> {
  const program = new Command('admin')
    .description("The operator's command line.")
    .option('--json', 'print the answer as JSON')
    .option(
      '--as <name>',
      'accepted for old scripts; the audit trail names the user of the broker',
      environment.SUDO_USER || userInfo().username,
    )
    .addHelpText('after', AFTER_HELP)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: () => {} })
  const terminal = terminalOf(program, environment, print, ask)
  statusCommands(program, terminal, environment)
  doctorCommands(program, terminal, environment)
  peopleCommands(program, terminal)
  tokenCommands(program, terminal)
  autoRenewalCommands(program, terminal)
  requestLimitCommands(program, terminal)
  policyMailCommands(program, terminal)
  auditCommands(program, terminal)
  deadLetterCommands(program, terminal)
  keyCommands(program, terminal)
  ledgerCommands(program, terminal)
  portfolioCommands(program, terminal)
  priceCommands(program, terminal)
  privacyCommands(program, terminal)
  registryCommands(program, terminal)
  registryAccountCommands(program, terminal)
  maintenanceCommands(program, terminal)
  domainCommands(program, terminal)
  zoneCommands(program, terminal)
  sandboxClockCommands(program, terminal)
  requestStoryCommand(program, terminal)
  inherit(program)
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return
    throw new Misuse(error.code === 'commander.help' ? 'Give a command; --help lists them.' : sentence(error.message))
  }
}

function terminalOf(
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  ask: (question: string) => Promise<boolean> = async () => false,
): Terminal {
  const note = (lines: readonly string[]) => {
    if (!program.opts().json) for (const line of lines) print(line)
  }
  const show = ({ facts, lines, failure }: Answer) => {
    if (program.opts().json) print(JSON.stringify(facts))
    note(lines)
    if (failure !== undefined) throw new Error(failure)
  }
  return {
    show,
    note,
    confirm: async (question) => !program.opts().json && (await ask(question)),
    async run(work) {
      const settings = settingsOf(environment)
      const amqpUrl = settings.AMQP_URL ?? brokerHere(environment)
      const isTopologyFixed = settings.AMQP_FIXED_TOPOLOGY
      const operator = await openOperator(amqpUrl, { logger: false, isTopologyFixed })
      try {
        show(await work(operator, String(program.opts().as)))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.refusal === 'invalid_input') throw new Misuse(problemsOf(error))
        if (error.refusal !== 'service_unavailable') throw error
        throw new Unavailable(`The platform does not answer at ${new URL(amqpUrl).host}.`)
      } finally {
        await operator.close()
      }
    },
  }
}

const settings = serviceConfig.pick({ AMQP_URL: true, AMQP_FIXED_TOPOLOGY: true }).partial({ AMQP_URL: true })

/** The settings of the broker, named as those of the services. */
function settingsOf(environment: Readonly<Record<string, string | undefined>>): z.output<typeof settings> {
  try {
    return loadConfig(settings, environment)
  } catch (error) {
    throw error instanceof ConfigError ? new Misuse(error.message) : error
  }
}

/** The broker of the platform that `npm start` runs here and has noted in a file. */
function brokerHere({ NAMEYARD_DATA }: Readonly<Record<string, string | undefined>>): string {
  const file = join(resolve(NAMEYARD_DATA || '.data'), 'platform.json')
  let noted: { readonly amqpUrl?: unknown }
  try {
    noted = JSON.parse(readFileSync(file, 'utf8')) as typeof noted
  } catch {
    throw new Misuse(
      `AMQP_URL is not set, and no platform was started here (${file}). Start one with npm start, or set AMQP_URL to the broker of your platform.`,
    )
  }
  if (typeof noted.amqpUrl !== 'string') throw new Misuse(`AMQP_URL is not set, and ${file} names no broker.`)
  return noted.amqpUrl
}

/** The sentence of the refusal, which is short for clients of the API, and below it every fault in full. */
const problemsOf = ({ message, faults }: Refusal): string =>
  [message, ...faults.map(({ path, problem }) => `${path}: ${problem}`)].join('\n')

/** Copies the settings of the program to every command below it. */
function inherit(command: Command): void {
  for (const below of command.commands) {
    below.copyInheritedSettings(command)
    inherit(below)
  }
}

const sentence = (message: string): string => `${message.replace(/^error: /, '').replace(/\.$/, '')}.`
