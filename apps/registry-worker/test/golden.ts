import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodeCommand, type Command } from '@nameyard/epp/command'

/** Compares the frame of a command with its golden file. `UPDATE_GOLDEN=1` rewrites the files. Codes of contacts are random. */
export function expectGoldenFrame(name: string, command: Command<unknown>): void {
  const file = join(__dirname, '../golden/dialects', `${name}.xml`)
  const frame = encodeCommand(command, 'op-0001-1').replace(/(contact:pw>)[^<]+/, '$1random')
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, frame)
  }
  expect(frame).toBe(readFileSync(file, 'utf8'))
}
