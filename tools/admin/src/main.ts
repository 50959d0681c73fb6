import { Misuse, runCommand, Unavailable } from './command-line'

runCommand(process.argv.slice(2), process.env, console.log).catch((error: Error) => {
  console.error(error.message)
  // EX_USAGE and EX_UNAVAILABLE of sysexits.h
  process.exitCode = error instanceof Misuse ? 64 : error instanceof Unavailable ? 69 : 1
})
