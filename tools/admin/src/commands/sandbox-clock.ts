import { Argument, type Command } from 'commander'
import { advanceClockAsOperator } from '@nameyard/contracts/sandbox/advance-clock-as-operator'
import { wholeNumber } from '../arguments'
import type { Terminal } from '../terminal'

const SECONDS = { days: 86_400, hours: 3_600 } as const

/** The clock of an installation with SANDBOX_CLOCK. */
export function sandboxClockCommands(program: Command, terminal: Terminal): void {
  const clock = program.command('sandbox-clock').description('the clock of an installation with SANDBOX_CLOCK')
  clock
    .command('advance')
    .description('move the clock ahead, and run everything that falls due on the way')
    .argument('<number>', 'number of units', wholeNumber)
    .addArgument(new Argument('<unit>').choices(Object.keys(SECONDS)))
    .action((count: number, unit: keyof typeof SECONDS) =>
      terminal.run(async (platform) => {
        let state = await platform.ask(advanceClockAsOperator, { seconds: count * SECONDS[unit] })
        let steps = state.steps
        // The platform stops after a while and is asked again; three answers without a step end the command.
        for (let idle = 0; !state.is_done && idle < 3; idle = state.steps > 0 ? 0 : idle + 1) {
          state = await platform.ask(advanceClockAsOperator, { until: state.until })
          steps += state.steps
        }
        if (!state.is_done) throw new Error(`The clock stopped at ${state.now}: the platform has work that never ends.`)
        return { facts: { now: state.now, steps }, lines: [`it is ${state.now}, ${steps} steps later`] }
      }),
    )
}
