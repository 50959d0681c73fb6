import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Result } from '@nameyard/contracts/operation'
import { certifyRegistryAccount } from '@nameyard/contracts/registry/certify-account'
import { wholeNumber } from '../arguments'
import { recordFile, type Fields } from '../extension-file'
import { table, type Terminal } from '../terminal'

/** A test sends about 60 commands; registries slow down after refusals. */
const CERTIFY_MS = 10 * 60_000

interface Options {
  readonly extension?: string
  readonly second?: string
  readonly testEnvironment?: boolean
  readonly registrant?: Fields
  readonly years: number
  readonly transfer?: string
  readonly authCodeFile?: string
  readonly brief?: boolean
}

/** The acceptance test of a registry. */
export function registryCertificationCommand(registry: Command, terminal: Terminal): void {
  registry
    .command('certify')
    .description("run a registry's acceptance test in its test environment, and print what was sent and a verdict")
    .argument('<account>', 'name of the account in the settings of the registry worker')
    .option('--second <account>', 'an account of another registrar there, for transfers and refusals')
    .option('--extension <extension>', 'register names below this one; absent: the first of the account')
    .option('--registrant <file>', 'data of the registrant in JSON or YAML, such as countryCode and facts', recordFile)
    .option('--years <number>', 'years of the registration', wholeNumber, 1)
    .option(
      '--transfer <domain>',
      'transfer this domain, where the registry tells the auth code to the registrant only',
    )
    .option('--auth-code-file <path>', 'file with the auth code of that domain')
    .option('--test-environment', 'the accounts are in a test environment, although their settings do not say so')
    .option('--brief', 'print the verdict of each step only, and not what was sent')
    .action((account: string, options: Options) =>
      terminal.run(async (platform) => {
        const {
          extension,
          second: secondAccount,
          testEnvironment: isTestEnvironment,
          registrant,
          years,
          brief,
        } = options
        const input = {
          account,
          extension,
          secondAccount,
          isTestEnvironment,
          registrant,
          years,
          transfer: transferIn(options),
        }
        const facts = await platform.ask(certifyRegistryAccount, input, CERTIFY_MS)
        const failed = facts.steps.filter(({ verdict }) => verdict === 'failed').map(({ name }) => name)
        return {
          facts,
          lines: [...(brief ? [] : transcript(facts)), ...summary(facts)],
          ...(failed.length > 0 && { failure: `${failed.length} steps failed: ${failed.join(', ')}` }),
        }
      }),
    )
}

function transferIn({ transfer: domain, authCodeFile }: Options) {
  if (domain === undefined && authCodeFile === undefined) return undefined
  if (domain === undefined || authCodeFile === undefined)
    throw new Error('--transfer and --auth-code-file are given together')
  return { domain, authCode: readFileSync(authCodeFile, 'utf8').trimEnd() }
}

type Certificate = Result<typeof certifyRegistryAccount>

const transcript = ({ steps }: Certificate): string[] =>
  steps.flatMap(({ name, verdict, text, frames }) => [
    `=== ${name}: ${verdict}, ${text}`,
    ...frames.flatMap(({ registrar, direction, xml }) => [`${direction === 'sent' ? '>>>' : '<<<'} ${registrar}`, xml]),
    '',
  ])

function summary({ account, dialect, extension, startedAt, endedAt, steps, verdict, left }: Certificate): string[] {
  const count = (which: string) => steps.filter((step) => step.verdict === which).length
  return [
    ...table(
      ['step', 'verdict', ''],
      steps.map((step) => [step.name, step.verdict, step.text]),
    ),
    ...(left.length > 0 ? [`left at the registry: ${left.join(', ')}`] : []),
    `${account}, .${extension} in the dialect ${dialect}, from ${startedAt} to ${endedAt}`,
    `${verdict}: ${count('passed')} steps passed, ${count('failed')} failed, ${count('skipped')} were skipped`,
  ]
}
