import { Misuse, runCommand } from './command-line'

runCommand(process.argv.slice(2), process.env, console.log).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = error instanceof Misuse ? 64 : 1 // EX_USAGE of sysexits.h
})
