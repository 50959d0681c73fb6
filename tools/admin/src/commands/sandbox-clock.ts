import { advanceClock } from '@nameyard/contracts/sandbox/advance-clock'
import { Argument, type Command } from 'commander'
import { wholeNumber } from '../arguments'
import type { Terminal } from '../terminal'

const SECONDS = { days: 86_400, hours: 3_600 } as const

/** The time of an installation that is tried out. */
export function sandboxClockCommands(program: Command, terminal: Terminal): void {
  const clock = program.command('sandbox-clock').description('the time of an installation with SANDBOX_CLOCK')
  clock
    .command('advance')
    .description('move the time ahead, and do all that falls due on the way')
    .argument('<number>', 'how many', wholeNumber)
    .addArgument(new Argument('<unit>').choices(Object.keys(SECONDS)))
    .action((count: number, unit: keyof typeof SECONDS) =>
      terminal.run(async (platform) => {
        let told = await platform.ask(advanceClock, { seconds: count * SECONDS[unit] })
        let steps = told.steps
        // A long way is asked for in pieces; one that leads nowhere ends.
        for (let idle = 0; !told.is_done && idle < 3; idle = told.steps > 0 ? 0 : idle + 1) {
          told = await platform.ask(advanceClock, { until: told.until })
          steps += told.steps
        }
        if (!told.is_done) throw new Error(`It is ${told.now}, and the platform does not come to rest.`)
        return { facts: { now: told.now, steps }, lines: [`it is ${told.now}, ${steps} steps later`] }
      }),
    )
}
