import { createInterface } from 'node:readline'
import { PassThrough, type Writable } from 'node:stream'

/** Wraps a log: messages about mails that were written to a folder are printed in the terminal too. */
export function showMails(log: Writable, say: (line: string) => void): PassThrough {
  const lines = new PassThrough()
  lines.pipe(log)
  createInterface(lines).on('line', (line) => {
    const [, message] = /"context":"mail","msg":("(?:[^"\\]|\\.)*")/.exec(line) ?? []
    if (message !== undefined) say(JSON.parse(message) as string)
  })
  return lines
}
