import { createInterface } from 'node:readline'
import { PassThrough, type Writable } from 'node:stream'

/** A log like the given one; what it is told of mails that are kept in a folder is said to whoever sits there, too. */
export function tellMails(log: Writable, say: (line: string) => void): Writable {
  const lines = new PassThrough()
  lines.pipe(log)
  createInterface(lines).on('line', (line) => {
    const [, message] = /"context":"mail","msg":("(?:[^"\\]|\\.)*")/.exec(line) ?? []
    if (message !== undefined) say(JSON.parse(message) as string)
  })
  return lines
}
