import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { Refusal } from '@nameyard/contracts/errors'
import { Command, CommanderError } from 'commander'
import { auditCommands } from './commands/audit'
import { deadLetterCommands } from './commands/dead-letters'
import { domainCommands } from './commands/domains'
import { keyCommands } from './commands/keys'
import { ledgerCommands } from './commands/ledger'
import { peopleCommands } from './commands/people'
import { priceCommands } from './commands/prices'
import { registryCommands } from './commands/registries'
import { autoRenewalCommands } from './commands/auto-renewal'
import { requestLimitCommands } from './commands/request-limit'
import { sandboxClockCommands } from './commands/sandbox-clock'
import { tokenCommands } from './commands/tokens'
import { openOperator } from './operator'
import type { Shown, Terminal } from './terminal'

/** What is wrong with a command, in one sentence. */
export class Misuse extends Error {}

/** The platform does not answer. */
export class Unavailable extends Error {}

const AFTER_HELP = `
Every change is written to the audit log with the name of whoever runs this.
AMQP_URL names the broker of the platform; without it, the platform that npm start runs here is used.
Exit code: 0 done, 1 refused or found wrong, 64 the command is wrong, 69 the platform does not answer.`

/**
 * Runs one command; `print` gets its lines, `ask` puts a question to whoever sits there. Throws a misuse, that the platform is away, or what it refused, each one
 * sentence.
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
    .option('--as <name>', 'who is written into the audit log', environment.SUDO_USER || userInfo().username)
    .addHelpText('after', AFTER_HELP)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: () => {} })
  const terminal = terminalOf(program, environment, print, ask)
  peopleCommands(program, terminal)
  tokenCommands(program, terminal)
  autoRenewalCommands(program, terminal)
  requestLimitCommands(program, terminal)
  auditCommands(program, terminal)
  deadLetterCommands(program, terminal)
  keyCommands(program, terminal)
  ledgerCommands(program, terminal)
  priceCommands(program, terminal)
  registryCommands(program, terminal)
  domainCommands(program, terminal)
  sandboxClockCommands(program, terminal)
  inherit(program)
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return
    throw new Misuse(
      error.code === 'commander.help' ? 'Say what is to be done; --help tells.' : sentence(error.message),
    )
  }
}

function terminalOf(
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  ask: (question: string) => Promise<boolean> = async () => false,
): Terminal {
  const tell = (lines: readonly string[]) => {
    if (!program.opts().json) for (const line of lines) print(line)
  }
  const show = ({ facts, lines, failure }: Shown) => {
    if (program.opts().json) print(JSON.stringify(facts))
    tell(lines)
    if (failure !== undefined) throw new Error(failure)
  }
  return {
    show,
    tell,
    confirm: async (question) => !program.opts().json && (await ask(question)),
    async run(work) {
      const amqpUrl = brokerOf(environment)
      const operator = await openOperator(amqpUrl, false)
      try {
        show(await work(operator, String(program.opts().as)))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.refusal === 'invalid_input') throw new Misuse(whatIsWrong(error))
        if (error.refusal !== 'service_unavailable') throw error
        throw new Unavailable(`The platform does not answer at ${new URL(amqpUrl).host}.`)
      } finally {
        await operator.close()
      }
    },
  }
}

/** The broker that AMQP_URL names, else that of the platform `npm start` runs here: it notes where it is. */
function brokerOf({ AMQP_URL, NAMEYARD_DATA }: Readonly<Record<string, string | undefined>>): string {
  if (AMQP_URL) return AMQP_URL
  const file = join(resolve(NAMEYARD_DATA || '.data'), 'platform.json')
  let noted: { readonly amqpUrl?: unknown }
  try {
    noted = JSON.parse(readFileSync(file, 'utf8')) as typeof noted
  } catch {
    throw new Misuse(
      `AMQP_URL is not set, and no platform was started here (${file}). Start one with npm start, or set AMQP_URL to the broker of yours.`,
    )
  }
  if (typeof noted.amqpUrl !== 'string') throw new Misuse(`AMQP_URL is not set, and ${file} names no broker.`)
  return noted.amqpUrl
}

/** The refusal's sentence, which clients of the API need short, and below it every fault in full. */
const whatIsWrong = ({ message, faults }: Refusal): string =>
  [message, ...faults.map(({ path, problem }) => `${path}: ${problem}`)].join('\n')

/** Settings of the program hold for every command below it. */
function inherit(command: Command): void {
  for (const below of command.commands) {
    below.copyInheritedSettings(command)
    inherit(below)
  }
}

const sentence = (message: string): string => `${message.replace(/^error: /, '').replace(/\.$/, '')}.`
