import { createInterface } from 'node:readline/promises'
import { Misuse, runCommand, Unavailable } from './command-line'

/** Asks the user at the terminal; only `yes` and `y` confirm. Without a terminal nothing is confirmed. */
async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const line = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await line.question(`${question} [y/N] `)).trim())
  } finally {
    line.close()
  }
}

runCommand(process.argv.slice(2), process.env, console.log, ask).catch((error: Error) => {
  console.error(error.message)
  // EX_USAGE and EX_UNAVAILABLE of sysexits.h
  process.exitCode = error instanceof Misuse ? 64 : error instanceof Unavailable ? 69 : 1
})
