import type { Command } from 'commander'
import { loadConfig, serviceConfig } from '@nameyard/runtime/load-config'
import { demandsOf, examineBroker } from '../doctor/examine-broker'
import { examineDatabase, type Finding } from '../doctor/examine-database'
import { examineSettings } from '../doctor/examine-settings'
import type { Operator } from '../operator'
import { table, type Answer, type Terminal } from '../terminal'

const settings = serviceConfig.pick({ DATABASE_URL: true, DATABASE_POOL: true })

/** Milliseconds since 1970 by the machine's clock. */
const now = () => performance.timeOrigin + performance.now()

/** Examines what the services need before they start. */
export function doctorCommands(
  program: Command,
  terminal: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  program
    .command('doctor')
    .description(
      'examine what the settings name: database, broker, certificates and secrets, before or while the platform runs',
    )
    .action(async () => {
      const { DATABASE_URL, DATABASE_POOL } = loadConfig(settings, environment)
      const examine = async (operator?: Operator): Promise<Answer> => {
        const broker = operator && (await examineBroker(operator, DATABASE_POOL))
        return answerOf([
          ...(await examineDatabase(DATABASE_URL, now, broker?.demands ?? demandsOf(DATABASE_POOL))),
          ...(broker?.findings ?? []),
          ...examineSettings(environment, now()),
        ])
      }
      if (environment.AMQP_URL || environment.AMQP_URL_FILE) await terminal.run(examine)
      else terminal.show(await examine())
    })
}

function answerOf(findings: readonly Finding[]): Answer {
  const problems = findings.filter(({ problem }) => problem !== undefined)
  const rows = findings.map(({ what, value, problem }) => [problem === undefined ? 'ok' : 'NOT WELL', what, value])
  return {
    facts: { isWell: problems.length === 0, findings },
    lines: [
      ...table(['', 'what', 'value'], rows),
      ...problems.map(({ what, problem }) => `NOT WELL  ${what}: ${problem}`),
    ],
    ...(problems.length > 0 && { failure: `Not well: ${problems.length} of ${findings.length}.` }),
  }
}
